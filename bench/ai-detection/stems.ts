/** Parts of a mix that the program can make itself, each measured as if it were the recording. */
import { separateVocals } from '../../src/music/separation/vocal-separator.js';

/** The embedded vocal estimate, the middle without it, and half the difference of the channels. */
export type Stem = 'vocals' | 'accompaniment' | 'sides';

/** Interleaved 44.1 kHz stereo in; the stem in both channels out. */
export async function stemOf(samples: Float32Array, stem: Stem): Promise<Float32Array> {
  const frames = samples.length >> 1;
  const left = Float32Array.from({ length: frames }, (_, frame) => samples[2 * frame]!);
  const right = Float32Array.from({ length: frames }, (_, frame) => samples[2 * frame + 1]!);
  const mono =
    stem === 'sides'
      ? left.map((value, frame) => (value - right[frame]!) / 2)
      : (await separateVocals(left, right, 44_100))[stem];
  return Float32Array.from({ length: 2 * frames }, (_, index) => mono[index >> 1] ?? 0);
}
