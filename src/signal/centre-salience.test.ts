import { describe, expect, it } from 'vitest';
import { CentreSalienceStream, salienceBinCount, salienceLowestMidi } from './centre-salience.js';

const rate = 22_050;

/** Two seconds of ten harmonics. */
function tone(midi: number): Float32Array {
  const hz = 440 * 2 ** ((midi - 69) / 12);
  return new Float32Array(rate * 2).map((_, n) => {
    let sum = 0;
    for (let h = 1; h <= 10; h++) sum += Math.sin((2 * Math.PI * h * hz * n) / rate) / h;
    return 0.1 * sum;
  });
}

async function measure(left: Float32Array, right: Float32Array) {
  const stream = await CentreSalienceStream.create(rate, 512);
  stream.push(left, right);
  return stream.finish();
}

const strongest = (rows: Float32Array, frame: number): number => {
  const row = rows.subarray(frame * salienceBinCount, (frame + 1) * salienceBinCount);
  return salienceLowestMidi + row.indexOf(Math.max(...row)) / 3;
};

describe('salience of the stereo centre', () => {
  it.each([45, 57, 64, 76])('is highest at the fundamental of MIDI %i', async (midi) => {
    const sound = tone(midi);
    const { salience } = await measure(sound, sound);
    expect(Math.abs(strongest(salience, 40) - midi)).toBeLessThan(0.5);
  });

  it('hears the voice in the middle through a louder instrument on one side', async () => {
    const voice = tone(64);
    const side = tone(57);
    const left = voice.map((sample, n) => sample + 3 * side[n]!);
    const { salience, mixSalience, sideShare } = await measure(left, voice);
    expect(Math.abs(strongest(salience, 40) - 64)).toBeLessThan(0.5);
    expect(Math.abs(strongest(mixSalience, 40) - 57)).toBeLessThan(0.5);
    expect(sideShare).toBeGreaterThan(0.2);
  });

  it('counts as beside the middle nothing of equal channels, half of one alone, and all of opposite ones', async () => {
    const sound = tone(60);
    const share = async (right: Float32Array): Promise<number> => (await measure(sound, right)).sideShare;
    expect(await share(sound)).toBeCloseTo(0, 6);
    expect(await share(new Float32Array(sound.length))).toBeCloseTo(0.5, 6);
    expect(await share(sound.map((sample) => -sample))).toBeCloseTo(1, 6);
  });

  it('counts the cents of a mistuned tone', async () => {
    const sound = tone(69.27);
    const { tuningHistogram } = await measure(sound, sound);
    expect(Math.abs(tuningHistogram.indexOf(Math.max(...tuningHistogram)) - 50 - 27)).toBeLessThan(4);
  });
});
