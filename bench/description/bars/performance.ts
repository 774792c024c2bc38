/** Written songs as an ensemble may perform them: an excerpt, a tempo that breathes, voices that begin apart, doublings and drums; drawn by a seed. */
import { beatGrid } from '../../../src/music/symbolic/beat-grid.js';
import type { MidiFile, MidiNote, TempoChange } from '../../../src/music/symbolic/midi-reader.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { randomOf } from '../random-of.js';
import { drums } from './drums.js';

const drumChannel = 9;
/** General MIDI programs that begin softly: organs, strings, choirs, brass, reeds. */
const soft = [
  16, 19, 20, 21, 40, 41, 42, 44, 48, 49, 50, 51, 52, 53, 54, 56, 57, 58, 60, 61, 68, 70, 71, 73, 89, 91,
];
const struck = [0, 1, 4, 6, 11, 12, 24, 25, 26, 27, 45, 46];
const basses = [32, 33, 35, 42, 43, 58, 70];

export interface Performance {
  /** To be rendered, from its first beat on. */
  readonly file: MidiFile;
  /** Seconds. */
  readonly beats: readonly number[];
  /** Indexes into `beats`. */
  readonly downbeats: readonly number[];
}

/** At most `seconds` of the song from one of its bars on, at `pace` times its tempo. */
export function performed(song: MidiFile, seconds: number, pace: number, seed: number): Performance {
  const random = randomOf(seed + 101);
  const cut = excerptOf(song, seconds * pace, random);
  const grid = beatGrid(cut);
  const tempos = breathing(cut, grid.ticks, grid.downbeats, pace, random);
  const file = orchestrated({ ...cut, tempos }, grid.ticks, grid.downbeats, random);
  const { secondsAt } = tempoMap(file);
  const last = cut.notes.reduce((end, { startTick }) => Math.max(end, startTick), 0) + cut.ticksPerQuarter;
  const beats = Array.from(grid.ticks).filter((tick) => tick <= last);
  return {
    file,
    beats: beats.map(secondsAt),
    downbeats: grid.downbeats.filter((beat) => beat < beats.length),
  };
}

/** From a bar in the first two thirds of a song that is longer. */
function excerptOf(song: MidiFile, seconds: number, random: () => number): MidiFile {
  const { secondsAt, tickAt } = tempoMap(song);
  const first = song.notes.reduce(
    (least, { startTick }) => Math.min(least, startTick),
    Number.POSITIVE_INFINITY,
  );
  const end = song.notes.reduce((last, { endTick }) => Math.max(last, endTick), 0);
  const room = secondsAt(end) - secondsAt(first) - seconds;
  const wanted = room > 5 ? secondsAt(first) + random() * room : 0;
  const grid = beatGrid(song);
  const bars = grid.downbeats.map((beat) => grid.ticks[beat]!);
  const isWhole = room <= 5 || random() < 0.3;
  const from = isWhole
    ? (bars.filter((tick) => tick <= first).at(-1) ?? 0)
    : (bars.find((tick) => tick >= tickAt(wanted)) ?? 0);
  const to = tickAt(secondsAt(from) + seconds);
  const moved = (tick: number): number => Math.max(0, tick - from);
  const kept = <T extends { tick: number }>(changes: readonly T[]): T[] => {
    const before = changes.filter(({ tick }) => tick <= from).at(-1);
    const later = changes.filter(({ tick }) => tick > from && tick < to);
    return [...(before ? [before] : []), ...later].map((change) => ({ ...change, tick: moved(change.tick) }));
  };
  return {
    ...song,
    notes: song.notes
      .filter(({ startTick }) => startTick >= from && startTick < to)
      .map((note) => ({ ...note, startTick: moved(note.startTick), endTick: moved(note.endTick) })),
    tempos: kept(song.tempos),
    meters: kept(song.meters),
  };
}

/** A third keeps time; the others sway, wander, and slow down where a phrase of four or eight bars ends. */
function breathing(
  file: MidiFile,
  ticks: ArrayLike<number>,
  downbeats: readonly number[],
  pace: number,
  random: () => number,
): TempoChange[] {
  const isSteady = random() < 0.33;
  const sway = isSteady ? 0 : random() * 0.05;
  const period = 8 + random() * 40;
  const phase = random() * 6.28;
  const wander = isSteady ? 0 : random() * 0.015;
  const slowing = isSteady || random() < 0.4 ? 0 : 0.05 + random() * 0.3;
  const phrase = random() < 0.5 ? 4 : 8;
  const places = new Map<number, number>();
  for (const [bar, beat] of downbeats.entries()) if (bar % phrase === 0) places.set(beat, bar);
  let drift = 0;
  const usual = 500_000;
  return Array.from(ticks, (tick, beat) => {
    drift = Math.max(-0.12, Math.min(0.12, drift + (random() - 0.5) * 2 * wander));
    const toEnd = places.has(beat + 1) ? 1 : places.has(beat + 2) ? 0.5 : 0;
    const factor = 1 + sway * Math.sin((6.28 * beat) / period + phase) + drift + slowing * toEnd;
    const own = file.tempos.filter((change) => change.tick <= tick).at(-1)?.microsecondsPerQuarter ?? usual;
    return { tick: Math.round(tick), microsecondsPerQuarter: Math.round((own * factor) / pace) };
  });
}

function orchestrated(
  file: MidiFile,
  ticks: ArrayLike<number>,
  downbeats: readonly number[],
  random: () => number,
): MidiFile {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const kind = pick(['soft', 'soft', 'mixed', 'struck'] as const);
  const pool = kind === 'soft' ? soft : kind === 'struck' ? struck : [...soft, ...struck];
  const one = random() < 0.4 ? pick(pool) : null;
  const spread = random() < 0.6 ? random() * 0.045 : 0;
  const legato = 0.8 + random() * 0.35;
  const shift = Math.floor(random() * 9) - 4;
  const { ticksPerQuarter } = file;
  const perSecond = (ticksPerQuarter * 1e6) / (file.tempos[0]?.microsecondsPerQuarter ?? 500_000);
  const voices = new Map<number, { program: number; channel: number; delay: number; loud: number }>();
  const free = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15];
  const voiceOf = (key: number, isLow: boolean) => {
    if (!voices.has(key))
      voices.set(key, {
        program: one ?? (isLow && random() < 0.4 ? pick(basses) : pick(pool)),
        channel: free[voices.size % free.length]!,
        delay: random() * spread,
        loud: 0.75 + random() * 0.35,
      });
    return voices.get(key)!;
  };
  const played = (note: MidiNote, key: number, octave: number): MidiNote => {
    const { program, channel, delay, loud } = voiceOf(key, note.pitch + octave < 48);
    const at = Math.max(0, Math.round((delay + (random() - 0.5) * 0.5 * spread) * perSecond));
    return {
      ...note,
      startTick: note.startTick + at,
      endTick: Math.max(
        note.startTick + at + 1,
        Math.round(note.startTick + at + (note.endTick - note.startTick) * legato),
      ),
      pitch: Math.max(21, Math.min(108, note.pitch + octave + shift)),
      velocity: Math.max(1, Math.min(127, Math.round(note.velocity * loud))),
      channel,
      program,
      track: key,
    };
  };
  const pitched = file.notes.filter(({ channel }) => channel !== drumChannel);
  const keys = [...new Set(pitched.map(({ track, channel }) => track * 16 + channel))];
  const doublings = new Map<number, number>();
  for (const key of keys) if (random() < 0.35) doublings.set(key, pick([-12, 0, 0, 12]));
  const notes = pitched.map((note) => played(note, note.track * 16 + note.channel, 0));
  for (const note of pitched) {
    const key = note.track * 16 + note.channel;
    const octave = doublings.get(key);
    if (octave !== undefined) notes.push(played(note, key + 10_000, octave));
  }
  const hasDrums = random() < 0.35;
  return {
    ...file,
    notes: [...notes, ...(hasDrums ? drums(file, ticks, downbeats, random) : [])].sort(
      (a, b) => a.startTick - b.startTick,
    ),
  };
}
