/** What was done to a copy, named from the measurements of its alignment. */

import { framesPerSecond } from '../parameters.js';
import type { Alignment } from '../verification/measure.js';
import { isSameWaveform } from '../waveform/waveform-odds.js';

/** In the order in which they are reported; a copy can be several of them. */
export type CopyKind =
  | 'exact'
  | 're-encoded'
  | 'speed'
  | 'tempo'
  | 'pitch'
  | 'mixed'
  | 'reverberated'
  | 'excerpt';

/** Below this nothing was changed on purpose: sample rates differ by less. */
const sameScaleCents = 6;
const samePitchCents = 20;
/** Pitch follows speed this closely where a machine plays faster or slower. */
const speedPitchCents = 15;
/** Nearly all peaks, at their times: what is left is the position of the frames. */
const exactly = { share: 0.95, sharpness: 0.97 } as const;
/** Of a copy that is only encoded anew, filtered or compressed, this share of the peaks stays. */
const encodedShare = 0.6;
/** Sound on top hides peaks and leaves the others' times; reverberation moves times. */
const mixedSharpness = 0.72;
/** Reflections of so much energy, over the direct sound's, are those of a room. */
const roomReflections = 0.1;
/** A stretched copy's peaks are less sharp by themselves. */
const stretchedShare = 0.45;
const stretchedSharpness = 0.7;
/** A matched stretch shorter than this share of the song is an excerpt. */
const wholeShare = 0.9;

/** What happened to speed and pitch, if anything. */
export function changeKinds({ scale, pitchCents }: Alignment): ('speed' | 'tempo' | 'pitch')[] {
  const speedCents = 1200 * Math.log2(scale);
  const isScaled = Math.abs(speedCents) > sameScaleCents;
  const isTransposed = Math.abs(pitchCents) > samePitchCents;
  if (isScaled && Math.abs(pitchCents - speedCents) < speedPitchCents) return ['speed'];
  return [...(isScaled ? (['tempo'] as const) : []), ...(isTransposed ? (['pitch'] as const) : [])];
}

/** All that can be named of the copy. */
export function copyKinds(alignment: Alignment, songSeconds: number): CopyKind[] {
  const { excess, chance, sharpness, scale, fromSeconds, toSeconds } = alignment;
  const share = excess + chance;
  const changes = changeKinds(alignment);
  const kinds: CopyKind[] = [...changes];
  if (changes.length === 0) {
    if (share >= exactly.share && sharpness >= exactly.sharpness) kinds.push('exact');
    else if (share >= encodedShare) kinds.push('re-encoded');
    else kinds.push(covering(alignment, mixedSharpness));
  } else if (share < stretchedShare) {
    kinds.push(covering(alignment, stretchedSharpness));
  }
  if ((toSeconds - fromSeconds) * scale < wholeShare * songSeconds) kinds.push('excerpt');
  return kinds;
}

/** What hides peaks: a room, heard by its reflections where the sound was compared, else by times that moved; or other sound. */
function covering({ coherence, sharpness }: Alignment, sharp: number): 'mixed' | 'reverberated' {
  if (coherence && isSameWaveform(coherence)) {
    return coherence.reflections >= roomReflections ? 'reverberated' : 'mixed';
  }
  return sharpness >= sharp ? 'mixed' : 'reverberated';
}

/** The kind in words, with the measurements that it rests on. */
export function kindReasons(alignment: Alignment, kinds: readonly CopyKind[]): string[] {
  const { scale, pitchCents, excess, chance, sharpness, fromSeconds, toSeconds } = alignment;
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  const times = `× ${scale.toFixed(3)}`;
  const semitones = `${(pitchCents / 100).toFixed(2)} semitones`;
  const offsetSeconds = alignment.startFrames / framesPerSecond;
  const inSong = (seconds: number): string => Math.max(0, offsetSeconds + scale * seconds).toFixed(1);
  const measured = `${percent(excess + chance)} of its peaks are in the song, with a sharpness of ${sharpness.toFixed(2)}`;
  const sentences: Record<CopyKind, string> = {
    exact: `The recording is an exact copy: ${measured}.`,
    're-encoded': `The recording is re-encoded, filtered or compressed: ${measured}.`,
    speed: `The recording is played at another speed: ${times}, and its pitch follows by ${semitones}.`,
    tempo: `The tempo is changed and the pitch is not changed by the same factor: ${times}.`,
    pitch: `The pitch is changed by ${semitones}.`,
    mixed: `Other sound or noise lies over the recording: ${measured}.`,
    reverberated: `The recording is blurred as by a room or reverberation: ${measured}.`,
    excerpt: `The recording holds a part of the song: its ${fromSeconds.toFixed(1)} s to ${toSeconds.toFixed(1)} s are the song’s ${inSong(fromSeconds)} s to ${inSong(toSeconds)} s.`,
  };
  return kinds.map((kind) => sentences[kind]);
}
