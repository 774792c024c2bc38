/**
 * A voice by formant synthesis: pulses of a larynx and noise, shaped by resonances in a row, and noise of narrow places
 * beside them (D. H. Klatt, "Software for a cascade/parallel formant synthesizer", JASA 1980; the pulse is KLGLOTT88 of
 * Klatt and Klatt, JASA 1990). Pure; O(samples).
 */
import { seededRandom } from '../../signal/seeded-random.js';
import { frameSeconds, type VoiceTracks } from './tracks.js';

/** Resonances above the third hardly move. */
const fixedFormants = [
  { hertz: 3400, width: 250 },
  { hertz: 4100, width: 300 },
] as const;
const nasalPole = { hertz: 270, width: 100 };
/** Of each period, how long the larynx is open. */
const openShare = 0.6;
const level = { voicing: 0.5, aspiration: 0.16, frication: 0.6 };

/** A second-order section, and where it stands. */
interface Section {
  a: number;
  b: number;
  c: number;
  last: number;
  lastButOne: number;
}

const section = (): Section => ({ a: 1, b: 0, c: 0, last: 0, lastButOne: 0 });

/** Mono samples, about −1 … 1, at `sampleRateHz`. */
export function synthesiseVoice(tracks: VoiceTracks, sampleRateHz: number, seed: number): Float32Array {
  const frameSamples = Math.round(frameSeconds * sampleRateHz);
  const samples = new Float32Array(tracks.frames * frameSamples);
  const random = seededRandom(seed);
  const formants = tracks.formantsHz.map(section);
  const fixed = fixedFormants.map(({ hertz, width }) => tune(section(), hertz, width, sampleRateHz));
  const pole = tune(section(), nasalPole.hertz, nasalPole.width, sampleRateHz);
  const [zero, narrow] = [section(), section()];
  let phase = 0;
  let before = 0;
  for (let frame = 0; frame < tracks.frames; frame++) {
    for (let f = 0; f < formants.length; f++) {
      tune(formants[f]!, tracks.formantsHz[f]![frame]!, tracks.bandwidthsHz[f]![frame]!, sampleRateHz);
    }
    tune(zero, tracks.nasalZeroHz[frame]!, nasalPole.width, sampleRateHz);
    tune(narrow, tracks.fricationHz[frame]!, tracks.fricationWidthHz[frame]!, sampleRateHz);
    const [voicing, aspiration, frication] = [
      level.voicing * tracks.voicing[frame]!,
      level.aspiration * tracks.aspiration[frame]!,
      level.frication * tracks.frication[frame]!,
    ];
    const step = tracks.pitchHz[frame]! / sampleRateHz;
    const end = (frame + 1) * frameSamples;
    for (let i = frame * frameSamples; i < end; i++) {
      phase += step * (1 + 0.01 * (random() - 0.5));
      if (phase >= 1) phase -= 1;
      const noise = random() + random() + random() - 1.5;
      // Noise of a voice comes in puffs, as the larynx opens.
      const puff = voicing > 0.05 && phase > openShare ? 0.5 : 1;
      let value = voicing * pulse(phase) + puff * aspiration * noise;
      value = resonate(pole, antiresonate(zero, value));
      for (const one of fixed) value = resonate(one, value);
      for (const one of formants) value = resonate(one, value);
      const hiss = resonate(narrow, frication * puff * noise);
      // The difference of neighbours, as sound leaves narrow places and lips.
      samples[i] = value + hiss - before;
      before = hiss;
    }
  }
  return samples;
}

/** The derivative of the flow through the larynx over one period: 2t − 3t² while open, 0 while closed. */
function pulse(phase: number): number {
  if (phase >= openShare) return 0;
  const t = phase / openShare;
  return 2 * t - 3 * t * t;
}

function tune(one: Section, hertz: number, widthHz: number, sampleRateHz: number): Section {
  const radius = Math.exp((-Math.PI * widthHz) / sampleRateHz);
  one.c = -radius * radius;
  one.b = 2 * radius * Math.cos((2 * Math.PI * hertz) / sampleRateHz);
  one.a = 1 - one.b - one.c;
  return one;
}

function resonate(one: Section, value: number): number {
  const result = one.a * value + one.b * one.last + one.c * one.lastButOne;
  one.lastButOne = one.last;
  one.last = result;
  return result;
}

function antiresonate(one: Section, value: number): number {
  const result = (value - one.b * one.last - one.c * one.lastButOne) / one.a;
  one.lastButOne = one.last;
  one.last = value;
  return result;
}
