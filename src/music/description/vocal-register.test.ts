import { describe, expect, it } from 'vitest';
import { melodyWidth } from './landscapes.js';
import { trackLine } from './melody-track.js';
import { lineInRegister, withOctaves } from './vocal-register.js';

const costs = { change: 0.2, perSemitone: 0.6, leapLimit: 12, voicing: 4, silence: 0.03 };
const rule = { octaveShare: 0.3, cost: 0.3, radiusSemitones: 15 };
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
