/**
 * Voices over accompaniments they were not recorded with, and instruments over instruments: so that a classifier
 * learns what a voice adds to one and the same music, also where it is faint, and not what a mix sounds like.
 */
import { seededRandom } from '../../src/signal/seeded-random.js';
import type { Clip } from './rendered-clips.js';

/** Twelve seconds of a recording, interleaved stereo at 16 kHz. */
export interface Excerpt {
  readonly samples: Float32Array;
  readonly group: string;
  readonly hasVoice: boolean;
  /** Hardly anything but the voice. */
  readonly isAlone: boolean;
}

const level = 0.08;
const monoShare = 0.3;

/** `voiced` clips with a voice and `unvoiced` without; none where a kind of source is missing. */
export function mixedClips(
  excerpts: readonly Excerpt[],
  rendered: readonly Clip[],
  counts: { readonly voiced: number; readonly unvoiced: number },
): Clip[] {
  const random = seededRandom(3);
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)]!;
  const between = (low: number, high: number): number => low + (high - low) * random();
  const voices = excerpts.filter(({ hasVoice }) => hasVoice);
  const alone = voices.filter(({ isAlone }) => isAlone);
  const instruments = excerpts.filter(({ hasVoice }) => !hasVoice);
  if (voices.length === 0 || instruments.length === 0 || rendered.length === 0) return [];
  const clips: Clip[] = [];
  for (let i = 0; i < counts.voiced; i++) {
    const isAlone = i % 3 === 0 && alone.length > 0;
    const voice = isAlone ? pick(alone) : pick(voices);
    const other = random() < 0.5 ? pick(instruments) : null;
    const decibels = isAlone ? between(-6, 6) : between(-3, 9);
    clips.push({
      name: `voice ${i}`,
      groups: other === null ? [voice.group] : [voice.group, other.group],
      hasVoice: true,
      samples: mixed(voice.samples, (other ?? pick(rendered)).samples, decibels, random() < monoShare),
    });
  }
  for (let i = 0; i < counts.unvoiced; i++) {
    const one = pick(instruments);
    clips.push({
      name: `instruments ${i}`,
      groups: [one.group],
      hasVoice: false,
      samples: mixed(one.samples, pick(rendered).samples, between(-6, 6), random() < monoShare),
    });
  }
  return clips;
}

/** The first this many decibels louder than the second, which is repeated where it is shorter. */
function mixed(first: Float32Array, second: Float32Array, decibels: number, isMono: boolean): Float32Array {
  const [a, b] = [level / rms(first), (level * 10 ** (-decibels / 20)) / rms(second)];
  const out = new Float32Array(first.length);
  let highest = 0;
  for (let n = 0; n + 1 < out.length; n += 2) {
    const left = a * first[n]! + b * second[n % second.length]!;
    const right = a * first[n + 1]! + b * second[(n + 1) % second.length]!;
    out[n] = isMono ? 0.5 * (left + right) : left;
    out[n + 1] = isMono ? 0.5 * (left + right) : right;
    highest = Math.max(highest, Math.abs(left), Math.abs(right));
  }
  return highest > 0.99 ? out.map((value) => (value * 0.99) / highest) : out;
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length) + 1e-6;
