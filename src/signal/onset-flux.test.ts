import { describe, expect, it } from 'vitest';
import { OnsetFlux } from './onset-flux.js';

const rate = 22_050;
const hop = 256;

describe('onset strength', () => {
  it('peaks within 30 ms of every click, and is flat between', async () => {
    const samples = new Float32Array(rate * 4);
    const clicks = [0.5, 1.1, 1.7, 2.3, 2.9, 3.5];
    for (const time of clicks) {
      for (let n = 0; n < 200; n++)
        samples[Math.round(time * rate) + n] = Math.exp(-n / 40) * Math.sin(n * 0.9);
    }
    const flux = await OnsetFlux.create({ sampleRateHz: rate, hopSamples: hop });
    for (let at = 0; at < samples.length; at += 5000) flux.push(samples.subarray(at, at + 5000));
    const { full, framesPerSecond } = flux.finish();
    const highest = Math.max(...full);
    const loud = Array.from(full.keys()).filter((frame) => full[frame]! > highest / 3);
    for (const time of clicks) {
      expect(loud.some((frame) => Math.abs(frame / framesPerSecond - time) < 0.03)).toBe(true);
    }
    for (const frame of loud) {
      expect(Math.min(...clicks.map((time) => Math.abs(frame / framesPerSecond - time)))).toBeLessThan(0.05);
    }
  });

  it('hears a low thud mostly in the low bands and a high tone mostly above', async () => {
    const strength = async (hz: number): Promise<{ full: number; low: number }> => {
      const flux = await OnsetFlux.create({ sampleRateHz: rate, hopSamples: hop });
      flux.push(new Float32Array(rate));
      flux.push(
        new Float32Array(rate).map(
          (_, n) => 0.3 * Math.min(1, n / 400) * Math.sin((2 * Math.PI * hz * n) / rate),
        ),
      );
      const { full, low } = flux.finish();
      return { full: Math.max(...full), low: Math.max(...low) };
    };
    const thud = await strength(80);
    const hiss = await strength(5000);
    expect(thud.low / thud.full).toBeGreaterThan((1.5 * hiss.low) / hiss.full);
    expect(hiss.low).toBeLessThan(0.3 * hiss.full);
  });
});
