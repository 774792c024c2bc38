/**
 * What distinguishes speech alone from music: one voice that glides off every grid of notes, pauses between words and
 * syllables, and keeps no pulse. In the tradition of Saunders (1996) and Scheirer and Slaney (1997). All of it is measured in
 * the band of a telephone. Pure: nothing here decides anything.
 */
import { type LevelMovement, levelMovement } from './level-movement.js';
import { type PitchMovement, pitchMovement } from './pitch-movement.js';
import { framesPerSecond, ShortFrames } from './short-frames.js';

export interface SpeechMeasurements extends LevelMovement, PitchMovement {
  /** Share of the power between 300 Hz and 3.4 kHz that lies below 1 kHz: vowels do, birds and cymbals do not. */
  readonly low: number;
}

/** What no pitch could make more like speech. */
const likestSpeech: PitchMovement = { onSemitones: 0, onSemitonesSlowly: 0 };
const minSeconds = 2;
const minSoundingSeconds = 1;

/**
 * Of mono samples at framing.sampleRateHz; null where hardly anything sounds. Where `isMusic` holds of what the piece is at
 * its most like speech by its levels, that is returned: pitches are half of the work.
 */
export async function measureSpeech(
  samples: Float32Array,
  isMusic: (likest: SpeechMeasurements) => boolean = () => false,
): Promise<SpeechMeasurements | null> {
  const frames = await ShortFrames.create(samples);
  try {
    const levels = frames.levels(minSoundingSeconds);
    if (levels === null || levels.count < minSeconds * framesPerSecond) return null;
    const likest = { ...levelMovement(levels), ...likestSpeech, low: levels.lowShare };
    if (isMusic(likest)) return likest;
    return { ...likest, ...pitchMovement(frames.pitches(levels.isSounding)) };
  } finally {
    frames.dispose();
  }
}
