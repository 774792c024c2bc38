import { describe, expect, it } from 'vitest';
import { keyOfLine } from './key-of-line.js';

const line = (midis: readonly number[], beats = 1) =>
  midis.map((midiPitch, at) => ({ onsetBeats: at * beats, durationBeats: beats, midiPitch, salience: 1 }));
const tune = [
  67, 67, 69, 67, 72, 71, 67, 67, 69, 67, 74, 72, 67, 67, 79, 76, 72, 71, 69, 77, 77, 76, 72, 74, 72,
];

describe('the key of a line', () => {
  it('is that of its tune, wherever it is sung', () => {
    for (const moved of [0, 3, -4])
      expect(keyOfLine(line(tune.map((midi) => midi + moved)))).toMatchObject({
        tonic: (moved + 12) % 12,
        mode: 'major',
      });
  });

  it('is minor where the third is', () => {
    expect(keyOfLine(line([69, 71, 72, 74, 76, 74, 72, 71, 69, 68, 69, 76, 72, 69]))).toMatchObject({
      tonic: 9,
      mode: 'minor',
    });
  });

  it('weighs notes by how long they are held', () => {
    const held = [...line([60, 64, 67, 60], 6), ...line([61, 63, 66, 68, 70])];
    expect(keyOfLine(held)).toMatchObject({ tonic: 0, mode: 'major' });
  });

  it('is none without notes', () => {
    expect(keyOfLine([])).toBeNull();
  });
});
