/** The readings of two songs' beats in which their chroma sequences are laid beside each other. */
import type { PreparedTonal } from '../../../music/harmony/chroma-sequence.js';
import {
  beatAtSeconds,
  isTranscribed,
  type SongDescription,
  secondsAtBeat,
} from '../../../music/song-description.js';
import type { OtherTempo } from './other-tempo.js';

/** A song on one of its grids. */
export interface TonalReading {
  readonly tonal: PreparedTonal;
  /** The beat of the description at which a row begins. */
  beatOf(row: number): number;
  /** The row, with its fraction, in which a beat of the description lies. */
  rowOf(beat: number): number;
}

export interface TonalSong {
  readonly description: SongDescription;
  /** Worked out when first asked for. */
  readonly tonal: PreparedTonal;
  /** Counted in its other metre, where that has other beats than one of the tempos has; worked out when first asked for. */
  otherMetre(): TonalReading | null;
}

function asCounted(tonal: PreparedTonal): TonalReading {
  return { tonal, beatOf: (row) => row, rowOf: (beat) => beat };
}

function doubled(tonal: PreparedTonal): TonalReading {
  return { tonal: tonal.doubled(), beatOf: (row) => 0.5 * row, rowOf: (beat) => 2 * beat };
}

function slowed(tonal: PreparedTonal, beats: number): TonalReading {
  return { tonal: tonal.slowed(beats), beatOf: (row) => beats * row, rowOf: (beat) => beat / beats };
}

/**
 * Relations of tempi that wrong counts bring about: beats are counted by their halves, or every second one; beats of three parts by one or
 * by two of them, bars of three in two.
 */
const relations = [1, 1.5, 2, 3, 4] as const;

/**
 * The relation that the tempo of `song` is nearest to, as a multiple of the other's; 1 where both are written, whose beats are known.
 */
function countedFaster(song: SongDescription, other: SongDescription): (typeof relations)[number] {
  if (!isTranscribed(song) && !isTranscribed(other)) return 1;
  const octaves = Math.log2(song.tempoBpm / other.tempoBpm);
  const away = (ratio: number): number => Math.abs(octaves - Math.log2(ratio));
  return relations.reduce((best, ratio) => (away(ratio) < away(best) ? ratio : best));
}

const isInThirds = (relation: number): boolean => relation === 1.5 || relation === 3;

/** Tempos nearer to the same, half or double time than this, in octaves, are no other beats. */
const sameTempo = 0.1;

/** The grid of a song's other metre; null where it has none, or the same beats, every second one or twice as many. */
export function otherMetreOf(
  { beats, otherMetre }: SongDescription,
  tonal: PreparedTonal,
): TonalReading | null {
  if (!otherMetre || beats.length < 2 || otherMetre.beats.length < 2) return null;
  const places = otherMetre.beats.map((seconds) => beatAtSeconds(beats, seconds));
  const octaves = Math.log2((places.at(-1)! - places[0]!) / (places.length - 1));
  if (Math.abs(octaves - Math.max(-1, Math.min(1, Math.round(octaves)))) < sameTempo) return null;
  return {
    tonal: tonal.regridded(places),
    beatOf: (row) => secondsAtBeat(places, row),
    rowOf: (beat) => beatAtSeconds(places, beat),
  };
}

/**
 * As counted first. Where one song may be at half the other's time, by a description or by the tempi, it is heard at double time; the finer
 * grid says more. Where one is counted at three halves or three times the other's tempo, it is slowed to that.
 * `asked`: tempos of `a` that are tried though no description holds them to be close.
 */
export function tempoReadings(
  a: TonalSong,
  b: TonalSong,
  asked: readonly OtherTempo[],
): (readonly [TonalReading, TonalReading])[] {
  const fastA = countedFaster(a.description, b.description);
  const fastB = countedFaster(b.description, a.description);
  const isHalved = (song: TonalSong, other: TonalSong, otherTimesAsFast: number): boolean =>
    otherTimesAsFast === 2 ||
    song.description.tempoHypotheses.some(({ ratio }) => ratio === 2) ||
    other.description.tempoHypotheses.some(({ ratio }) => ratio === 0.5);
  const [x, y] = [asCounted(a.tonal), asCounted(b.tonal)];
  return [
    [x, y],
    ...(asked.includes(2) || isHalved(a, b, fastB) ? [[doubled(a.tonal), y] as const] : []),
    ...(asked.includes(0.5) || isHalved(b, a, fastA) ? [[x, doubled(b.tonal)] as const] : []),
    ...(isInThirds(fastA) ? [[slowed(a.tonal, fastA), y] as const] : []),
    ...(isInThirds(fastB) ? [[x, slowed(b.tonal, fastB)] as const] : []),
  ];
}

/** Besides those of the tempo, those of the metre: at most two readings a song, so three pairs more. */
export function tonalReadings(
  a: TonalSong,
  b: TonalSong,
  asked: readonly OtherTempo[],
): (readonly [TonalReading, TonalReading])[] {
  const [x, y] = [asCounted(a.tonal), asCounted(b.tonal)];
  const [otherX, otherY] = [a.otherMetre(), b.otherMetre()];
  return [
    ...tempoReadings(a, b, asked),
    ...(otherX ? [[otherX, y] as const] : []),
    ...(otherY ? [[x, otherY] as const] : []),
    ...(otherX && otherY ? [[otherX, otherY] as const] : []),
  ];
}
