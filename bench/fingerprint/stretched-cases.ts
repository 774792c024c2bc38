/** The cases of the fine structures' model: what checks compare of stretched copies, of songs that are not there, and of stretched renditions. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { LazyCatalogue, placesWith } from './compared-places.js';
import { QueryMaker } from './queries.js';
import { chosenMidi, rendition } from './renditions.js';
import { showProgress } from './report.js';
import { type SearchedRecording, searchRecordings, type WaveformCase } from './searched-recordings.js';
import { halfOf } from './songs.js';
import { reverberantStretches, stretchedWindow } from './stretched-queries.js';
import { songsOf, type WaveformMaterial, windowAt } from './waveform-cases.js';

const rate = 16_000;
const songsPerCollection = 2;
const minSongSeconds = 32;
/** A song that is decoded for the comparison up to here. */
const maxSongSeconds = 600;
/** The same samples, each at a time of its own: reported, not fitted on. */
export const notesMoved = 'the same soundfont, notes moved';
/** Deviations of notes that one soundfont plays again, in milliseconds. */
const looseMs = 6;
/** Of renditions that the synthesiser itself plays at another tempo. */
const playedTempos = [0.85, 1.2];

/** Of songs of one half: copies at their true places, and one case of each asked for where its collection is not registered. */
export async function stretchedCopies({
  songFolder,
  cacheFolder,
  half = 'A',
}: WaveformMaterial): Promise<WaveformCase[]> {
  const recordings: SearchedRecording[] = [];
  const collections = readdirSync(songFolder).sort();
  for (const [i, collection] of collections.entries()) {
    const side = i % 2;
    const own = songsOf(join(songFolder, collection)).filter(({ stem }) => halfOf(stem) === half);
    let taken = 0;
    for (const song of own) {
      if (taken === songsPerCollection) break;
      const samples = await decodeMono(song.path, rate);
      if (samples.length < minSongSeconds * rate || samples.length > maxSongSeconds * rate) continue;
      taken++;
      recordings.push({ song, collection, side, samples });
    }
    showProgress(i + 1, collections.length, 'decoding');
  }
  return searchRecordings({
    recordings,
    maker: new QueryMaker(cacheFolder, 1, half),
    casesOf: (number, isRegistered) =>
      isRegistered ? reverberantStretches : [reverberantStretches[number % reverberantStretches.length]!],
    placesOf: (catalogue, name, query) => placesWith('fineStructure', catalogue, cacheFolder, name, query),
  });
}

/** Stretched renditions by another soundfont, by the same one with its notes moved, and stretched copies of the registered one. */
export async function stretchedRenditions(material: WaveformMaterial): Promise<WaveformCase[]> {
  const { soundfonts, cacheFolder, midiFolder, midiFiles, half = 'A' } = material;
  const files = readdirSync(midiFolder)
    .sort()
    .flatMap((folder) => chosenMidi({ midiFolder: join(midiFolder, folder), limit: midiFiles, half }));
  const cases: WaveformCase[] = [];
  for (const [direction, [one, two]] of [soundfonts, [...soundfonts].reverse()].entries()) {
    const play = (file: string, soundfont: string, loose = 0): Promise<Float32Array> =>
      rendition(file, soundfont, 1, cacheFolder, loose);
    const catalogue = new LazyCatalogue(files, (file) => play(file, one!), [one!]);
    for (const [i, file] of files.entries()) {
      const ask = async (kind: string, name: string, query: Float32Array | null): Promise<void> => {
        if (!query) return;
        const isPositive = kind.startsWith('the same recording');
        const all = await placesWith(
          'fineStructure',
          catalogue,
          cacheFolder,
          `${catalogue.name} ${name}`,
          query,
        );
        cases.push({
          group: `${isPositive ? '' : 'renditions of '}${basename(dirname(file))}`,
          kind,
          isPositive,
          places: isPositive ? all.filter(({ songId }) => songId === file) : all,
        });
      };
      const askStretched = async (
        kind: string,
        samples: Float32Array,
        isReverberant: boolean,
      ): Promise<void> => {
        const name = `${file} ${direction} ${kind} ${isReverberant}`;
        const number = i + direction;
        const window = { name, samples, share: 0.5, isReverberant, number, half, cacheFolder };
        await ask(`${kind}${isReverberant ? ', reverb, mp3' : ''}`, name, await stretchedWindow(window));
      };
      const other = await play(file, two!);
      await askStretched('another soundfont', other, true);
      await askStretched('another soundfont', other, false);
      // What no stretcher blurs is most like the registered one.
      const tempo = playedTempos[i % playedTempos.length]!;
      const slower = await rendition(file, two!, tempo, cacheFolder);
      for (const share of [0.2, 0.75]) {
        const name = `${file} ${direction} played ${tempo} ${share}`;
        await ask('another soundfont, played at another tempo', name, windowAt(slower, share));
      }
      const again = windowAt(await rendition(file, one!, tempo, cacheFolder), 0.5);
      await ask('the same soundfont, played at another tempo', `${file} ${direction} again ${tempo}`, again);
      const isOwnTurn = i % 2 === direction;
      if (isOwnTurn) await askStretched(notesMoved, await play(file, one!, looseMs), false);
      else await askStretched('the same recording', await play(file, one!), true);
      showProgress(i + 1, files.length, 'asking for renditions');
    }
    await catalogue.close();
  }
  return cases;
}
