/** What a voice does over time, frame by frame: formants and levels glide from phoneme to phoneme. */
import type { SungNote, SungPhoneme } from './sung-words.js';

export const frameSeconds = 0.004;

/** One value a frame of `frameSeconds`. */
export interface VoiceTracks {
  readonly frames: number;
  readonly formantsHz: readonly Float32Array[];
  readonly bandwidthsHz: readonly Float32Array[];
  readonly nasalZeroHz: Float32Array;
  readonly voicing: Float32Array;
  readonly aspiration: Float32Array;
  readonly frication: Float32Array;
  readonly fricationHz: Float32Array;
  readonly fricationWidthHz: Float32Array;
  readonly pitchHz: Float32Array;
}

/** Seconds within which tongue and lips, the larynx and the breath move from one phoneme to the next. */
const glideSeconds = { formants: 0.05, levels: 0.02, bursts: 0.008, pitch: 0.06 };
const restingHz = { formants: [500, 1500, 2500], bandwidths: [100, 120, 180], nasalZero: 270 };
/** A voiced stop is heard faintly while the tract is shut. */
const closedVoicing = 0.3;
const vibrato = { cents: 35, hertz: 5.2, afterSeconds: 0.25 };

export function voiceTracks(
  sung: readonly SungPhoneme[],
  notes: readonly SungNote[],
  durationSeconds: number,
): VoiceTracks {
  const frames = Math.ceil(durationSeconds / frameSeconds);
  const track = (value = 0): Float32Array => new Float32Array(frames).fill(value);
  const formants = restingHz.formants.map(track);
  const bandwidths = restingHz.bandwidths.map(track);
  const tracks = {
    nasalZero: track(restingHz.nasalZero),
    voicing: track(),
    aspiration: track(),
    frication: track(),
    fricationHz: track(4000),
    fricationWidth: track(2000),
  };
  for (const [n, { phoneme, startSeconds, endSeconds, isClosure }] of sung.entries()) {
    // Breath alone has the shape of what follows it.
    const shape = phoneme.formantsHz[0]! > 0 ? phoneme : (sung[n + 1] ?? sung[n - 1]!).phoneme;
    const first = Math.max(0, Math.round(startSeconds / frameSeconds));
    const end = Math.min(frames, Math.round(endSeconds / frameSeconds));
    for (let frame = first; frame < end; frame++) {
      const share = (frame - first) / Math.max(1, end - first - 1);
      for (let f = 0; f < 3; f++) {
        const [from, to] = [shape.formantsHz[f]!, shape.lastFormantsHz[f]!];
        formants[f]![frame] = shape === phoneme ? from + share * (to - from) : from;
        bandwidths[f]![frame] = shape.bandwidthsHz[f]!;
      }
      tracks.nasalZero[frame] = shape.nasalZeroHz;
      tracks.fricationHz[frame] = phoneme.fricationHz || 4000;
      tracks.fricationWidth[frame] = phoneme.fricationWidthHz || 2000;
      tracks.voicing[frame] = isClosure ? (phoneme.voicing > 0 ? closedVoicing : 0) : phoneme.voicing;
      tracks.aspiration[frame] = isClosure ? 0 : phoneme.aspiration;
      tracks.frication[frame] = isClosure ? 0 : phoneme.frication;
    }
  }
  return {
    frames,
    formantsHz: formants.map((values) => smoothed(values, glideSeconds.formants)),
    bandwidthsHz: bandwidths.map((values) => smoothed(values, glideSeconds.formants)),
    nasalZeroHz: smoothed(tracks.nasalZero, glideSeconds.levels),
    voicing: smoothed(tracks.voicing, glideSeconds.levels),
    aspiration: smoothed(tracks.aspiration, glideSeconds.levels),
    frication: smoothed(tracks.frication, glideSeconds.bursts),
    fricationHz: tracks.fricationHz,
    fricationWidthHz: tracks.fricationWidth,
    pitchHz: pitchTrack(notes, frames),
  };
}

/** Steps from note to note within `glideSeconds`, with vibrato where a note is long. */
function pitchTrack(notes: readonly SungNote[], frames: number): Float32Array {
  const pitches = new Float32Array(frames);
  const noteStarts = new Float64Array(frames);
  let at = 0;
  for (let frame = 0; frame < frames; frame++) {
    while (at + 1 < notes.length && notes[at + 1]!.startSeconds <= frame * frameSeconds) at++;
    pitches[frame] = notes[at]?.pitch ?? 57;
    noteStarts[frame] = notes[at]?.startSeconds ?? 0;
  }
  const glided = smoothed(pitches, glideSeconds.pitch);
  for (let frame = 0; frame < frames; frame++) {
    const seconds = frame * frameSeconds;
    const sungFor = seconds - noteStarts[frame]! - vibrato.afterSeconds;
    const depth = sungFor > 0 ? (vibrato.cents / 100) * Math.min(1, sungFor / 0.3) : 0;
    const pitch = glided[frame]! + depth * Math.sin(2 * Math.PI * vibrato.hertz * seconds);
    glided[frame] = 440 * 2 ** ((pitch - 69) / 12);
  }
  return glided;
}

/** The mean over `seconds` about each frame, of what there is of them: O(frames). */
function smoothed(values: Float32Array, seconds: number): Float32Array {
  const half = Math.round(seconds / frameSeconds / 2);
  const result = new Float32Array(values.length);
  let sum = 0;
  for (let i = 0; i < Math.min(half, values.length); i++) sum += values[i]!;
  for (let i = 0; i < values.length; i++) {
    if (i + half < values.length) sum += values[i + half]!;
    if (i - half - 1 >= 0) sum -= values[i - half - 1]!;
    const count = Math.min(values.length - 1, i + half) - Math.max(0, i - half) + 1;
    result[i] = sum / count;
  }
  return result;
}
