import { beforeAll, describe, expect, it } from 'vitest';
import { noteEvents } from '../../music/description/note-events.js';
import { rhythmFromBars } from '../../music/rhythm/bar-rhythm.js';
import { medianInterval } from '../../music/rhythm/median-interval.js';
import { onsetEvidence } from '../../music/rhythm/onset-evidence.js';
import type { Rhythm } from '../../music/rhythm/rhythm.js';
import { CentreSalienceStream } from '../../signal/centre-salience.js';
import { OnsetFlux } from '../../signal/onset-flux.js';
import { barActivations } from './bar-network.js';
import { NoteNetwork, networkHopSamples, networkRateHz as rate, salienceHopSamples } from './note-network.js';

const period = 0.6;

/** A chord and its bass on the first beat of each bar, the upper notes alone on the others, as plucked strings sound; the chord changes with the bar. */
function accompaniment(bar: number, bars: number): Float32Array {
  const samples = new Float32Array(Math.ceil((bar * bars + 1) * period * rate));
  const roots = [0, 5, 7, 0, 9, 2, 7, 0];
  for (let beat = 0; beat < bar * bars; beat++) {
    const root = roots[Math.floor(beat / bar) % roots.length]!;
    const first = beat % bar === 0;
    const keys = first ? [36 + root, 48 + root] : [60, 64, 67].map((key) => key + root);
    const start = Math.round((0.3 + beat * period) * rate);
    for (const key of keys) {
      const hz = 440 * 2 ** ((key - 69) / 12);
      for (let n = 0; n < 0.55 * rate && start + n < samples.length; n++)
        for (let h = 1; h <= 6; h++)
          samples[start + n]! +=
            ((first ? 0.12 : 0.05) *
              Math.exp((-4 * n) / rate) *
              Math.sin((2 * Math.PI * h * hz * n) / rate)) /
            h;
    }
  }
  return samples;
}

async function rhythmOf(sound: Float32Array): Promise<Rhythm | null> {
  const network = await NoteNetwork.open();
  const centre = await CentreSalienceStream.create(rate, salienceHopSamples);
  const onsets = await OnsetFlux.create({ sampleRateHz: rate, hopSamples: networkHopSamples });
  centre.push(sound, sound);
  onsets.push(sound);
  await network.push(sound);
  const activations = await network.finish();
  centre.finish();
  const bands = centre.bandsOfAllFrames();
  const bars = await barActivations(bands, activations, onsetEvidence(onsets.finish(), activations));
  const events = noteEvents(activations);
  const [first, last] = [events[0]?.startFrame ?? 0, events.at(-1)?.endFrame ?? activations.frames];
  return rhythmFromBars(bars, { first, last });
}

describe.each([3, 4] as const)('bars of %i beats that bass and harmony begin', (bar) => {
  let rhythm: Rhythm | null;
  beforeAll(async () => {
    rhythm = await rhythmOf(accompaniment(bar, 72 / bar));
  });

  it('are counted in their metre, at their tempo, from their first beats on', () => {
    const perSecond = rate / networkHopSamples;
    const { meter, beatFrames, downbeats } = rhythm!;
    expect(meter).toBe(bar);
    expect(medianInterval(beatFrames) / perSecond).toBeCloseTo(period, 1);
    const firsts = downbeats.map((beat) => (beatFrames[beat]! / perSecond - 0.3) / (bar * period));
    const right = firsts.filter((at) => Math.abs(at - Math.round(at)) < 0.07 / (bar * period));
    expect(right.length).toBeGreaterThan(0.9 * firsts.length);
  });
});

describe('silence', () => {
  it('has no bars that are likelier than others', async () => {
    const rhythm = await rhythmOf(new Float32Array(8 * rate));
    expect(rhythm?.beatFrames.every(Number.isFinite) ?? true).toBe(true);
  });
});
