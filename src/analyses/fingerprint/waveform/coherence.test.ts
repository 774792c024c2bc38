import { describe, expect, it } from 'vitest';
import { addNoise, pinkNoise, whiteNoise } from '../../../../bench/fingerprint/effects.js';
import { convolve, studioResponse } from '../../../../bench/fingerprint/rooms.js';
import { synthesiseSong } from '../../../../bench/fingerprint/synthetic.js';
import { halve } from '../../../signal/halve.js';
import { resample } from '../../../signal/resample.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { type Coherence, waveformCoherence } from './coherence.js';
import { isSameWaveform } from './waveform-odds.js';

const rate = 16_000;
const coherenceOf = (query: Float32Array, other: Float32Array): Promise<Coherence | null> =>
  waveformCoherence(halve(query), halve(other));
const song = synthesiseSong(5, 12);

/** Notes at fixed times and pitches; the phases and levels of their partials are the player's. */
function play(player: number): Float32Array {
  const notes = seededRandom(1);
  const own = seededRandom(player);
  const samples = new Float32Array(12 * rate);
  for (let at = 0; at < 11; at += 0.15 + 0.1 * notes()) {
    const hz = 220 * 2 ** (Math.floor(notes() * 24) / 12);
    for (let partial = 1; partial <= 6; partial++) {
      const [phase, gain] = [2 * Math.PI * own(), (0.05 / partial) * (0.3 + own())];
      for (let n = 0; n < 0.4 * rate; n++) {
        const decay = Math.exp(-n / (0.15 * rate));
        samples[Math.floor(at * rate) + n]! +=
          gain * decay * Math.sin(phase + (2 * Math.PI * hz * partial * n) / rate);
      }
    }
  }
  return addNoise(samples, whiteNoise(samples.length, own), 40);
}

describe('the coherence of two waveforms', () => {
  it('shows a copy in a room under noise, and its reflections', async () => {
    const heard = await convolve(song, studioResponse(0.8, 3, rate, seededRandom(9)));
    const noisy = addNoise(heard, pinkNoise(heard.length, seededRandom(2)), 3);
    const coherence = await coherenceOf(noisy, song);
    expect(isSameWaveform(coherence!)).toBe(true);
    expect(Math.abs(coherence!.lagSamples)).toBeLessThan(2);
    expect(coherence!.reflections).toBeGreaterThan(0.1);
    const [shown, sounding] = [coherence!.shown, coherence!.heard].map(
      (blocks) => blocks.filter(Boolean).length,
    );
    expect(shown).toBeGreaterThan(sounding! / 2);
    const dry = await coherenceOf(song, song);
    expect(dry!.coefficient).toBeCloseTo(1, 1);
    expect(Math.abs(dry!.reflections)).toBeLessThan(0.1);
  });

  it('does not take the same notes at the same times for one recording', async () => {
    expect(isSameWaveform((await coherenceOf(play(2), play(3)))!)).toBe(false);
    expect(isSameWaveform((await coherenceOf(play(2), play(2)))!)).toBe(true);
  });

  it('counts the seconds that agree at another delay, as notes do that are played anew by the same samples', async () => {
    const late = Math.round(0.02 * rate);
    const moved = song.slice();
    // Every other two seconds come 20 ms later.
    for (let from = 2 * rate; from + 2 * rate <= song.length; from += 4 * rate) {
      moved.set(song.subarray(from - late, from + 2 * rate - late), from);
    }
    const anew = await waveformCoherence(halve(moved), halve(song), () => false);
    expect(anew!.strays).toBeGreaterThan(0.25);
    expect(anew!.strays).toBeLessThan(0.6);
    const noisy = addNoise(song, pinkNoise(song.length, seededRandom(2)), 0);
    expect((await waveformCoherence(halve(noisy), halve(song), () => false))!.strays).toBe(0);
  });

  it('shows the delay where the recording sounds, to a second or so, and not where another takes over', async () => {
    const half = 6 * rate;
    const spliced = song.slice();
    spliced.set(synthesiseSong(6, 12).subarray(half), half);
    const { shown, held } = (await waveformCoherence(halve(spliced), halve(song), () => false))!;
    // Blocks begin every 0.512 s and last a second.
    for (const blocks of [shown, held]) {
      expect(blocks.slice(0, 10)).not.toContain(false);
      expect(blocks.slice(14)).not.toContain(true);
    }
  });

  it('measures how far one delay stands out, of all and of those just before it', async () => {
    const other = synthesiseSong(6, 12);
    const [copy, chance] = [
      await coherenceOf(song, song),
      await waveformCoherence(halve(other), halve(song), () => false),
    ];
    expect(copy!.overAll).toBeGreaterThan(20);
    expect(copy!.overNear).toBeGreaterThan(8);
    expect(copy!.prominence).toBeCloseTo(Math.sqrt(copy!.overAll * copy!.overNear), 6);
    expect(chance!.overAll).toBeLessThan(6);
    expect(isSameWaveform(chance!)).toBe(false);
  });

  it('measures the same at the first of the delays that are searched', async () => {
    // A sound of low notes whose correlation falls off slowly about its delay.
    const tones = Float32Array.from(song, (_, n) =>
      Math.sin((2 * Math.PI * 330 * n) / rate + 4 * Math.sin(n / 3000)),
    );
    const sound = addNoise(tones, song, 0);
    const overNear = async (delaySamples: number): Promise<number> => {
      const late = addNoise(
        sound.slice(2 * delaySamples),
        whiteNoise(sound.length - 2 * delaySamples, seededRandom(4)),
        0,
      );
      const line = (await waveformCoherence(halve(late), halve(sound), () => false))!;
      expect(Math.abs(line.lagSamples + delaySamples)).toBeLessThan(2);
      return line.overNear;
    };
    const ratio = (await overNear(956)) / (await overNear(400));
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.15);
  });

  it('follows a clock that runs 0.02 % too fast, and a start that is known to 0.1 s', async () => {
    const late = song.subarray(1500);
    const coherence = await coherenceOf(resample(song, 1.0002), late);
    expect(isSameWaveform(coherence!)).toBe(true);
    expect(coherence!.drift).toBeCloseTo(2e-4, 4);
    expect(Math.abs(coherence!.lagSamples - 750)).toBeLessThan(20);
  });

  it('cannot tell from silence, nor from the equal dither of a synthesiser that rests', async () => {
    const dither = whiteNoise(12 * rate, seededRandom(3)).map((x) => x * 3e-5);
    expect(await coherenceOf(new Float32Array(12 * rate), song)).toBeNull();
    expect(await coherenceOf(dither, dither)).toBeNull();
  });
});
