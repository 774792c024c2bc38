/** Whether the pitches of a recording are notes: those lie on semitones, a speaking voice glides through. */

export interface PitchMovement {
  /** Whether pitches lie on one grid of semitones: the length of their mean as angles, a semitone the full circle, 0 … 1. */
  readonly onSemitones: number;
  /** The same of the means of 0.2 s of one pitch: vibrato and trills leave the grid, the notes under them do not. */
  readonly onSemitonesSlowly: number;
}

const centsASemitone = 100;
/** Frames of 32 ms. */
const meanFrames = 6;
/** Two frames that follow one another are of one sound if their pitches lie nearer than this. */
const oneSoundCents = 200;
/** Fewer say nothing: then a recording counts as music. Bleeps have pitches and none that lasts. */
const minPitches = 10;

/** `pitches` are cents of frames of 32 ms, 0 where there is none. */
export function pitchMovement(pitches: Float32Array): PitchMovement {
  return {
    onSemitones: gridLength(pitches),
    onSemitonesSlowly: gridLength(meansOfOneSound(pitches)),
  };
}

function gridLength(pitches: Float32Array): number {
  let [cosines, sines, count] = [0, 0, 0];
  for (const cents of pitches) {
    if (!(cents > 0)) continue;
    const angle = (2 * Math.PI * cents) / centsASemitone;
    cosines += Math.cos(angle);
    sines += Math.sin(angle);
    count++;
  }
  return count >= minPitches ? Math.hypot(cosines, sines) / count : 1;
}

/** Of each frame and those before it, where all are of one sound; else 0. */
function meansOfOneSound(pitches: Float32Array): Float32Array {
  const means = new Float32Array(pitches.length);
  let run = 0;
  for (let frame = 0; frame < pitches.length; frame++) {
    const isOneSound = run > 0 && Math.abs(pitches[frame]! - pitches[frame - 1]!) < oneSoundCents;
    run = pitches[frame]! > 0 ? (isOneSound ? run + 1 : 1) : 0;
    if (run < meanFrames) continue;
    let sum = 0;
    for (let back = 0; back < meanFrames; back++) sum += pitches[frame - back]!;
    means[frame] = sum / meanFrames;
  }
  return means;
}
