import { describe, expect, it } from 'vitest';
import { noteEvents } from '../../../src/music/description/note-events.js';
import { heardPerformance, performances } from '../../../src/music/rhythm/test-support/heard-performances.js';
import { pinned } from '../../../src/numbers/test-support/pinned.js';
import { trackBeats } from './beats.js';
import { countedBars } from './downbeats.js';
import { findRhythm } from './find-rhythm.js';
import { metricalFeatures } from './metrical-features.js';
import { placeCount, placeProbabilities } from './metrical-network.js';
import { candidatePulses } from './pulses.js';
import { periodCurve, tempoCandidates } from './tempo.js';

describe('the reading of pulses of known performances is what it was before, to five digits', () => {
  it.each(performances)('%s', async (name, scene) => {
    const { activations, onsets } = heardPerformance(scene);
    const events = noteEvents(activations);
    const { all, framesPerSecond } = onsets;
    const candidates = tempoCandidates(all, framesPerSecond);
    const hop = Math.round(framesPerSecond);
    const periods = periodCurve(all, candidates[0]!.periodFrames, hop, 6 * hop);
    const pulses = candidatePulses(onsets);
    const features = metricalFeatures(pulses[0]!.frames, onsets, activations, events);
    const places = placeProbabilities(features);
    const text = pinned({
      candidates,
      fewer: tempoCandidates(all, framesPerSecond, 2),
      periods,
      beats: trackBeats(all, periods, hop),
      pulses,
      features,
      places,
      bars: countedBars(places),
      rhythm: findRhythm(onsets, activations, events),
    });
    await expect(text).toMatchFileSnapshot(`known-pulses/${name.replaceAll(' ', '-')}.txt`);
  });
});

describe('bars are counted among known places as before', () => {
  /** Each pulse as one kind, nearly certain. */
  const placesOf = (kinds: string): Float32Array =>
    Float32Array.from(
      [...kinds].flatMap((kind) =>
        Array.from({ length: placeCount }, (_, at) => ('.oX'[at] === kind ? 0.8 : 0.1)),
      ),
    );
  const bar = { 3: 'X.o.o.', 4: 'X.o.o.o.' };
  const half = 'X.o.';
  it.each([
    ['four', bar[4].repeat(6), 4],
    ['three', bar[3].repeat(8), 3],
    ['four from the third beat on', `o.o.${bar[4].repeat(6)}`, 4],
    ['four with half a bar more', `${bar[4].repeat(4)}${half}${bar[4].repeat(4)}`, 4],
    ['four with a beat more', `${bar[4].repeat(4)}o.${bar[4].repeat(4)}`, 4],
    ['four with half a beat less', `${bar[4].repeat(5)}X.o.o.o${bar[4].repeat(5)}`, 4],
    ['three with a beat less', `${bar[3].repeat(5)}X.o.${bar[3].repeat(5)}`, 3],
  ] as const)('%s', async (name, kinds, meter) => {
    const counted = countedBars(placesOf(kinds));
    expect(counted[0].meter).toBe(meter);
    expect(counted[0].behind).toBe(0);
    expect(counted[1].behind).toBeGreaterThan(0);
    await expect(pinned(counted)).toMatchFileSnapshot(`known-pulses/bars-${name.replaceAll(' ', '-')}.txt`);
  });
});
