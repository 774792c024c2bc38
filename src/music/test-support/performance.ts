/** A performance whose beats, bars, chords and melody are known, for tests: nobody plays on a grid. */
import { seededRandom } from '../../signal/seeded-random.js';
import type { KnownNote } from '../description/test-support/activations.js';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';

interface Performance {
  readonly notes: readonly KnownNote[];
  readonly tune: readonly KnownNote[];
  /** Seconds, from the first beat of the first bar to the end of the last one. */
  readonly beats: readonly number[];
  readonly seconds: number;
}

const chords = [
  [48, 52, 55],
  [45, 48, 52],
  [53, 57, 60],
  [55, 59, 62],
  [50, 53, 57],
  [52, 55, 59],
];

/** `bars` of a tune over a bass and chords, at a tempo that drifts by a tenth and with hands that are 10 ms off. */
export function performance(seed: number, meter: 3 | 4, bars: number, bpm: number): Performance {
  const random = seededRandom(seed);
  const beats = bars * meter;
  const times = [0.4];
  for (let beat = 0; beat < beats + 8; beat++)
    times.push(times.at(-1)! + (60 / bpm) * (1 + 0.05 * Math.sin(beat / 9)));
  const secondsAt = (beat: number): number => {
    const whole = Math.min(times.length - 2, Math.floor(beat));
    return times[whole]! + (beat - whole) * (times[whole + 1]! - times[whole]!);
  };
  const played = (onset: number, beatsLong: number, midi: number, level: number): KnownNote => {
    const startSeconds = Math.max(0, secondsAt(onset) + 0.01 * (random() - 0.5));
    return {
      startSeconds,
      endSeconds: secondsAt(onset + 0.9 * beatsLong),
      midi,
      level: level + 0.1 * random(),
    };
  };
  const tune = generateMelody(seed, 3 * beats)
    .filter(({ onsetBeats, durationBeats }) => onsetBeats + durationBeats < beats)
    .map(({ onsetBeats, durationBeats, midiPitch }) =>
      played(onsetBeats, durationBeats, midiPitch + 7, onsetBeats % meter === 0 ? 0.9 : 0.7),
    );
  const accompaniment = Array.from({ length: bars }, (_, bar) => {
    const chord = chords[(bar + Math.floor(bar / 5)) % chords.length]!;
    const at = bar * meter;
    return [
      played(at, meter, chord[0]! - 12, 0.8),
      ...chord.map((midi) => played(at, 1.5, midi, 0.5)),
      ...chord.slice(1).map((midi) => played(at + 2, 1, midi, 0.4)),
    ];
  }).flat();
  const notes = [...tune, ...accompaniment].sort(
    (a, b) => a.startSeconds - b.startSeconds || a.midi - b.midi,
  );
  return { notes, tune, beats: times.slice(0, beats + 1), seconds: secondsAt(beats) + 1 };
}

/** The same notes in beats of 120 BPM. */
export const asSongNotes = (notes: readonly KnownNote[]): SongNote[] =>
  notes.map(({ startSeconds, endSeconds, midi, level = 1 }) => ({
    onsetBeats: 2 * startSeconds,
    durationBeats: 2 * (endSeconds - startSeconds),
    midiPitch: midi,
    salience: level,
  }));
