/** Written notes as someone may play them, as a file of notes. */
import type { MidiFile, MidiNote } from '../../../src/music/symbolic/midi-reader.js';
import { randomOf } from '../random-of.js';
import { barQuarters, type WrittenNote } from './written-note.js';

const ticksPerQuarter = 480;

/** Beats a minute that songs of a metre are played at, and what the beat is in quarters. */
const paces: Readonly<Record<string, readonly [slowest: number, fastest: number, quarters: number]>> = {
  '2/2': [50, 115, 2],
  '3/2': [60, 120, 2],
  '6/8': [52, 135, 1.5],
  '9/8': [52, 120, 1.5],
  '12/8': [52, 110, 1.5],
  '3/8': [90, 190, 0.5],
};
const usualPace = [62, 160, 1] as const;
/** A tune that ends sooner is played again. */
const minSeconds = 35;

/** The notes as someone may play them: tempo, accents on first beats and unevenness are drawn at random. */
export function played(
  notes: readonly WrittenNote[],
  signature: readonly [number, number],
  seed: number,
): MidiFile {
  const random = randomOf(seed);
  const [slowest, fastest, quarters] = paces[signature.join('/')] ?? usualPace;
  const bpm = slowest * (fastest / slowest) ** random();
  const microsecondsPerQuarter = Math.round(60e6 / (bpm * quarters));
  const bar = barQuarters(signature);
  const accent = Math.floor(random() * 16);
  const spreadTicks = (random() * 0.012 * ticksPerQuarter * 1e6) / microsecondsPerQuarter;
  const end = notes.reduce((last, { onset, duration }) => Math.max(last, onset + duration), 0);
  const bars = Math.max(1, Math.round(end / bar));
  const times = Math.min(4, Math.ceil((minSeconds * 1e6) / (bars * bar * microsecondsPerQuarter)));
  const written = Array.from({ length: times }, (_, time) =>
    notes.map((note) => ({ ...note, onset: note.onset + time * bars * bar })),
  ).flat();
  const tick = (at: number): number => Math.max(0, Math.round(at * ticksPerQuarter));
  return {
    ticksPerQuarter,
    notes: written
      .map(({ onset, duration, pitch, voice, velocity = 85 }): MidiNote => {
        const shift = (random() - 0.5) * 2 * spreadTicks;
        const startTick = Math.max(0, tick(onset) + Math.round(shift));
        const isFirst = Math.abs(onset / bar - Math.round(onset / bar)) < 0.01;
        const strength = velocity + (isFirst ? accent : 0) + Math.floor(random() * 10) - 5;
        return {
          startTick,
          endTick: Math.max(startTick + 1, tick(onset + 0.95 * duration)),
          pitch,
          velocity: Math.min(127, Math.max(1, strength)),
          channel: voice % 9,
          track: voice,
          program: 0,
        };
      })
      .sort((a, b) => a.startTick - b.startTick),
    tempos: [{ tick: 0, microsecondsPerQuarter }],
    meters: [{ tick: 0, numerator: signature[0], denominator: signature[1] }],
    trackNames: [],
  };
}
