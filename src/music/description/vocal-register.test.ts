import { describe, expect, it } from 'vitest';
import { melodyWidth } from './landscapes.js';
import { type Landscape, trackLine } from './melody-track.js';
import { lineInRegister, type RegisterRule, withOctaves } from './vocal-register.js';

const costs = { change: 0.2, perSemitone: 0.6, leapLimit: 12, voicing: 4, silence: 0.03 };
const rule = { octaveShare: 0.3, cost: 0.3, radiusSemitones: 15, change: 1e6 };
const [low, high] = [14, 26];

/** Phrases of 100 frames in turn by one voice, and with another that is an octave higher and louder. */
function landscape() {
  const frames = 800;
  const values = new Float32Array(frames * melodyWidth);
  for (let frame = 0; frame < frames; frame++) {
    const isDoubled = Math.floor(frame / 100) % 2 === 1;
    if (frame % 100 >= 90) continue;
    const note = Math.floor(frame / 30) % 5;
    values[frame * melodyWidth + low + note] = isDoubled ? 0.35 : 0.8;
    if (isDoubled) values[frame * melodyWidth + high + note] = 0.55;
  }
  return { frames, width: melodyWidth, values };
}

/**
 * Sixteen phrases of 100 frames. From the fifth on, as long as she takes over, a second voice sings an octave higher, half of
 * which the network hears an octave too low.
 */
function takenOver(phrases: number): Scene {
  const frames = 1600;
  const values = new Float32Array(frames * melodyWidth);
  const isTaken = (frame: number): boolean => frame >= 400 && frame < 400 + 100 * phrases;
  for (let frame = 0; frame < frames; frame++) {
    if (frame % 100 >= 90) continue;
    const note = Math.floor(frame / 30) % 5;
    values[frame * melodyWidth + low + note] = isTaken(frame) ? 0.35 : 0.8;
    if (isTaken(frame)) values[frame * melodyWidth + high + note] = 0.5;
  }
  return { landscape: { frames, width: melodyWidth, values }, isTaken };
}

interface Scene {
  readonly landscape: Landscape;
  readonly isTaken: (frame: number) => boolean;
}

/** Of the notes that the second voice sings, the share that the line has in her octave. */
function shareOfTaken({ landscape: scene, isTaken }: Scene, by: RegisterRule): number {
  const path = lineInRegister(scene, costs, by);
  const taken = path.filter((bin, frame) => bin >= 0 && isTaken(frame));
  return taken.filter((bin) => bin >= high).length / taken.length;
}

describe('a line in its register', () => {
  it('stays with the singer who sings all phrases where a louder one doubles some an octave above', () => {
    const scene = landscape();
    const share = (path: Int16Array): number =>
      path.filter((bin) => bin >= high).length / path.filter((bin) => bin >= 0).length;
    expect(share(trackLine(scene, costs))).toBeGreaterThan(0.3);
    expect(share(lineInRegister(withOctaves(scene, rule.octaveShare), costs, rule))).toBe(0);
  });

  it('is the plain line where a register costs nothing', () => {
    const scene = landscape();
    const free = lineInRegister(scene, costs, { ...rule, cost: 0 });
    expect(Array.from(free)).toEqual(Array.from(trackLine(scene, costs)));
  });

  it('goes to the register of a second voice that takes over for long, and stays for one phrase', () => {
    const narrow = { ...rule, radiusSemitones: 8 };
    const changing = { ...narrow, change: 30 };
    expect(shareOfTaken(takenOver(8), changing)).toBe(1);
    expect(shareOfTaken(takenOver(1), changing)).toBe(0);
    expect(shareOfTaken(takenOver(8), narrow)).toBe(0);
  });

  it('gives each pitch a share of its octaves, and of nothing else', () => {
    const values = new Float32Array(2 * melodyWidth);
    values[melodyWidth + 20] = 0.5;
    const shared = withOctaves({ frames: 2, width: melodyWidth, values }, 0.4).values;
    const expected = new Float32Array(2 * melodyWidth);
    expected[melodyWidth + 20] = 0.5;
    expected[melodyWidth + 8] = 0.2;
    expected[melodyWidth + 32] = 0.2;
    expect(shared).toEqual(expected);
  });
});
