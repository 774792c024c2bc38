/**
 * `npm run bench -- description --leading-songs OUT`: songs whose melody is a voice of its own as lists of notes, for
 * scripts/leading-line/, and performances of some that judge what it learns.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { fittingSongs, type MetreSong } from '../metre/songs.js';
import { collectionSongs, groupOfCollection, withMelodyFirst } from './collection-songs.js';

const judgedOfKind = 60;

/** Writes OUT/collections.jsonl, a song a line; OUT/judged.json and OUT/judged/N.mid, performances and their melodies. */
export function writeLeadingSongs(data: string, out: string): void {
  mkdirSync(join(out, 'judged'), { recursive: true });
  const songs = fittingSongs(data).filter(({ collection }) => collection in groupOfCollection);
  writeFileSync(
    join(out, 'collections.jsonl'),
    songs.map((song) => JSON.stringify(asNotes(song))).join('\n'),
  );
  const judged = collectionSongs(data, judgedOfKind).map(({ name, group, kind, midi, melody }, at) => {
    writeFileSync(join(out, 'judged', `${at}.mid`), midi);
    return {
      file: `${at}.mid`,
      name,
      group,
      kind,
      truth: melody.map(({ start, end, pitch }) => [start, end, pitch]),
    };
  });
  writeFileSync(join(out, 'judged.json'), JSON.stringify(judged));
  console.log(`${songs.length} songs, ${judged.length} performances to judge by, in ${out}`);
}

/** Notes as start and end in seconds, pitch, velocity, voice; voice 0 is the melody. `beat`: seconds of a quarter. */
function asNotes({ id, collection, family, file }: MetreSong): object {
  const { secondsAt } = tempoMap(file);
  const rounded = (seconds: number): number => Number(seconds.toFixed(4));
  return {
    id,
    group: groupOfCollection[collection],
    family,
    beat: (file.tempos[0]?.microsecondsPerQuarter ?? 500_000) / 1e6,
    notes: withMelodyFirst(file, 0).notes.map(({ startTick, endTick, pitch, velocity, track }) => [
      rounded(secondsAt(startTick)),
      rounded(secondsAt(endTick)),
      pitch,
      velocity,
      track,
    ]),
  };
}
