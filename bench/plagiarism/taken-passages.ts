/**
 * `npm run bench -- plagiarism --covers N --passages 8,16`: how a song is found of which another recording takes over some bars. Of what was heard, a stretch
 * in the middle of a song of another group is replaced by as many bars from the middle of a version, in the host's key and on its beats; it is asked for among
 * the others, without the version that the bars are of and without all that is of the host.
 */
import {
  chordIndex,
  chordName,
  type SongDescription,
  type SongNote,
} from '../../src/music/song-description.js';
import { showProgress } from '../lyrics/progress.js';
import { share } from './intervals.js';
import type { BenchSong } from './load-song.js';
import { searchSongs } from './search-songs.js';

/** A stretch of whole bars, in beats. */
interface Stretch {
  readonly start: number;
  readonly beats: number;
}

/** In the middle of the song, from a first beat on; null where the song is too short. */
function middle({ beats, downbeats, meter }: SongDescription, bars: number): Stretch | null {
  const length = bars * meter;
  const wanted = (beats.length - length) / 2;
  const start = downbeats.findLast((beat) => beat <= wanted);
  return start === undefined || wanted < 0 ? null : { start, beats: length };
}

function cut(notes: readonly SongNote[], { start, beats }: Stretch): SongNote[] {
  return notes.flatMap((note) => {
    const from = Math.max(note.onsetBeats, start);
    const until = Math.min(note.onsetBeats + note.durationBeats, start + beats);
    return until > from ? [{ ...note, onsetBeats: from, durationBeats: until - from }] : [];
  });
}

/** The host with `taken` in the place of its middle. Exported for tests. */
export function withPassage(
  host: SongDescription,
  taken: SongDescription,
  bars: number,
): SongDescription | null {
  const from = middle(taken, bars);
  const to = from && middle(host, from.beats / host.meter);
  if (!from || !to) return null;
  const upwards = (((host.key?.tonic ?? 0) - (taken.key?.tonic ?? 0) + 18) % 12) - 6;
  const later = to.start - from.start;
  const replaced = (own: readonly SongNote[], others: readonly SongNote[]): SongNote[] => {
    const before = cut(own, { start: 0, beats: to.start });
    const after = cut(own, { start: to.start + to.beats, beats: host.beats.length });
    const passage = cut(others, from).map((note) => ({
      ...note,
      onsetBeats: note.onsetBeats + later,
      midiPitch: note.midiPitch + upwards,
    }));
    return [...before, ...passage, ...after].sort(
      (x, y) => x.onsetBeats - y.onsetBeats || x.midiPitch - y.midiPitch,
    );
  };
  const moved = (chord: string): string => {
    const index = chordIndex(chord);
    return index < 0 ? chord : chordName((index % 12) + upwards, index < 12 ? 'maj' : 'min');
  };
  const chords = [...host.chords];
  for (let beat = 0; beat < to.beats; beat++)
    chords[to.start + beat] = moved(taken.chords[from.start + beat] ?? 'N');
  const { vocal, instrumental, topline } = host.melody;
  return {
    ...host,
    chords,
    notes: replaced(host.notes, taken.notes),
    melody: {
      vocal: replaced(vocal, taken.melody.vocal),
      instrumental: replaced(instrumental, taken.melody.instrumental),
      topline: replaced(topline, taken.melody.topline),
    },
    ...(host.possibleLeads &&
      taken.possibleLeads && { possibleLeads: replaced(host.possibleLeads, taken.possibleLeads) }),
  };
}

/** How far on the host of a version is: another song, in every second one another kind of version. */
const hostAfter = 7;

export async function passageFigures(versions: readonly BenchSong[], bars: readonly number[]): Promise<void> {
  console.log(
    '\n| bars taken over | queries | their song comes first | reported | queries with a false report |',
  );
  console.log('|---|---|---|---|---|');
  for (const count of bars) {
    const counts = { queries: 0, first: 0, reported: 0, isFalse: 0 };
    for (const [place, { group, description }] of versions.entries()) {
      showProgress(`${count} bars`, place, versions.length);
      const host = versions[(place + hostAfter) % versions.length]!;
      const query = host.group === group ? null : withPassage(host.description, description, count);
      if (!query) continue;
      const pool = versions.filter((one, at) => at !== place && one.group !== host.group);
      const found = await searchSongs(pool.map((one) => one.description)).search(query, -1);
      const isAnswer = ({ song }: { readonly song: number }): boolean => pool[song]!.group === group;
      counts.queries++;
      if (found[0] && isAnswer(found[0])) counts.first++;
      const reported = found.filter(({ comparison }) => comparison?.reported);
      if (reported.some(isAnswer)) counts.reported++;
      if (reported.some((one) => !isAnswer(one))) counts.isFalse++;
    }
    showProgress(`${count} bars`, versions.length, versions.length);
    const { queries, first, reported: reports, isFalse } = counts;
    console.log(
      `| ${[count, queries, share(first, queries), share(reports, queries), isFalse].join(' | ')} |`,
    );
  }
}
