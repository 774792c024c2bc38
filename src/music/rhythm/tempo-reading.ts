/** The same song counted at half or double time: another grid, the same sound. */

import { isTranscribed, type SongDescription, type SongNote, secondsAtBeat } from '../song-description.js';
import { lengthOfBar } from './bar-length.js';

export interface TempoReading {
  readonly song: SongDescription;
  /** Tempo relative to the description as it stands. */
  readonly ratio: 0.5 | 1 | 2;
  /** From a beat of the description to one of the reading: (beat + shift) · ratio. */
  readonly shiftBeats: number;
}

/** Bars stay bars: two become one at half time, one becomes two at double time. */
export function readingAt(song: SongDescription, ratio: 0.5 | 1 | 2): TempoReading {
  if (ratio === 1 || song.beats.length < 4) return { song, ratio: 1, shiftBeats: 0 };
  // At half time the first downbeat must fall on a beat that is kept.
  const shiftBeats = ratio === 0.5 ? (song.downbeats[0] ?? 0) % 2 : 0;
  const place = (beat: number): number => (beat + shiftBeats) * ratio;
  const back = (beat: number): number => beat / ratio - shiftBeats;
  const count = Math.floor(place(song.beats.length - 1)) + 1;
  const moved = (notes: readonly SongNote[]): SongNote[] =>
    notes.map((note) => ({
      ...note,
      onsetBeats: place(note.onsetBeats),
      durationBeats: note.durationBeats * ratio,
    }));
  const beats = Array.from({ length: count }, (_, beat) => secondsAtBeat(song.beats, back(beat)));
  return {
    ratio,
    shiftBeats,
    song: {
      ...song,
      tempoBpm: song.tempoBpm * ratio,
      beats,
      downbeats: ratio === 2 ? halvedBars(song, count) : joinedBars(song).map(place),
      chords: beats.map((_, beat) => song.chords[Math.max(0, Math.floor(back(beat)))] ?? 'N'),
      melody: {
        vocal: moved(song.melody.vocal),
        instrumental: moved(song.melody.instrumental),
        topline: moved(song.melody.topline),
      },
      notes: moved(song.notes),
      sections: song.sections.map((section) => ({
        ...section,
        startBeat: place(section.startBeat),
        endBeat: place(section.endBeat),
      })),
      tempoHypotheses: [],
    },
  };
}

/**
 * Every second bar, in beats of the song; one of another length begins the count anew, bars of 6/4 become bars of three, and those of three beats in
 * a medley go in pairs of their own.
 */
function joinedBars({ downbeats, meter }: SongDescription): number[] {
  const kept: number[] = [];
  const parity = (downbeats[0] ?? 0) % 2;
  let pair = 2 * meter;
  for (const [bar, downbeat] of downbeats.entries()) {
    const last = kept.at(-1);
    const isSecond = last !== undefined && downbeat - last < pair;
    if (isSecond || downbeat % 2 !== parity) continue;
    kept.push(downbeat);
    pair = 2 * (lengthOfBar(downbeats, bar) === 3 ? 3 : meter);
  }
  return kept;
}

/** Every bar's first beat and its middle, in beats of the reading; bars of 2/4 and 6/8, which are halves of the metre, stay whole. */
function halvedBars({ downbeats, meter }: SongDescription, count: number): number[] {
  return downbeats
    .flatMap((downbeat, bar) => {
      const length = lengthOfBar(downbeats, bar) ?? meter;
      return length > meter / 2 ? [downbeat * 2, downbeat * 2 + length] : [downbeat * 2];
    })
    .filter((beat) => beat < count);
}

/**
 * The reading of `b` in which it runs as `a` does. `pace`: beats of b for one beat of a, in what they share. Only
 * readings that a description holds to be close are taken, and for written notes any: their values are convention.
 */
export function readingLike(a: SongDescription, b: SongDescription, pace: number): TempoReading {
  const octaves = Math.round(Math.log2(pace));
  const isClear = Math.abs(Math.log2(pace) - octaves) < 0.25;
  if (!isClear || Math.abs(octaves) !== 1) return readingAt(b, 1);
  const ratio = octaves === 1 ? 0.5 : 2;
  const isClose =
    !isTranscribed(b) ||
    !isTranscribed(a) ||
    b.tempoHypotheses.some((other) => other.ratio === ratio) ||
    a.tempoHypotheses.some((other) => other.ratio === 1 / ratio);
  return readingAt(b, isClose ? ratio : 1);
}
