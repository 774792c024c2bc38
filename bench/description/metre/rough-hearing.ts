/**
 * Notes as a poor transcription of a recording would hold them: late and uneven beginnings, notes missed, split or taken for
 * their overtones, soft attacks and noise. Choirs and bands in halls are heard so; renderings alone are too clean to learn from.
 */
import type { MidiFile, MidiNote } from '../../../src/music/symbolic/midi-reader.js';
import { type HeardNotes, notesAsSounding } from '../../../src/music/symbolic/notes-as-heard.js';
import type { TempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { randomOf } from '../random-of.js';

const overtones = [12, 19, 24];

/** The largest of each fault; every song draws its own share of each. */
const most = {
  missed: 0.25,
  split: 0.25,
  overtone: 0.35,
  jitterSeconds: 0.04,
  blurFrames: 14,
  noise: 0.35,
} as const;

export function roughlyHeard(file: MidiFile, map: TempoMap, seed: number): HeardNotes {
  const random = randomOf(seed);
  const share = (largest: number): number => largest * random();
  const [missed, split, overtone] = [share(most.missed), share(most.split), share(most.overtone)];
  const jitterSeconds = share(most.jitterSeconds);
  const normal = (): number => random() + random() + random() + random() - 2;
  const notes = file.notes.flatMap((note): MidiNote[] => {
    if (random() < missed) return [];
    const start = Math.max(0, map.secondsAt(note.startTick) + 1.7 * normal() * jitterSeconds);
    const startTick = Math.round(map.tickAt(start));
    const endTick = Math.max(startTick + 1, note.endTick);
    const whole = { ...note, startTick, endTick };
    const middle = Math.round(startTick + (0.2 + 0.6 * random()) * (endTick - startTick));
    const parts =
      random() < split
        ? [
            { ...whole, endTick: middle },
            { ...whole, startTick: middle },
          ]
        : [whole];
    if (random() >= overtone) return parts;
    const pitch = note.pitch + overtones[Math.floor(random() * overtones.length)]!;
    return pitch > 108 ? parts : [...parts, { ...whole, pitch, velocity: Math.ceil(note.velocity / 2) }];
  });
  const heard = notesAsSounding(notes, map);
  const halfWidth = Math.floor(share(most.blurFrames) / 2);
  const noise = share(most.noise);
  const { framesPerSecond, full, low } = heard.onset;
  const rough = (curve: Float32Array): Float32Array => {
    const blurred = blur(curve, halfWidth);
    const top = blurred.reduce((largest, value) => Math.max(largest, value), 0);
    return blurred.map((value) => value + top * noise * random() ** 2);
  };
  return { ...heard, onset: { framesPerSecond, full: rough(full), low: rough(low) } };
}

/** Mean over 2 · halfWidth + 1 frames. */
function blur(values: Float32Array, halfWidth: number): Float32Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return values.map((_, i) => {
    const from = Math.max(0, i - halfWidth);
    const to = Math.min(values.length, i + halfWidth + 1);
    return (sums[to]! - sums[from]!) / (to - from);
  });
}
