/**
 * How likely each pitch carries the melody in each half beat. A line is one answer; where it is wrong, the networks that it was drawn from
 * often held the right pitch for nearly as likely. Comparisons of chroma sequences read these probabilities beside the notes (salience
 * as a feature of its own: Salamon, Serrà and Gómez, "Tonal representations for music retrieval", IJMIR 2013).
 */
import { halfBeatPacking } from '../harmony/packed-rows.js';
import { maxRows } from '../harmony/tonal-rows.js';
import { beatAtSeconds, type SongNote } from '../song-description.js';
import { lowestMelodyMidi, vocalLandscape } from './landscapes.js';
import { type LeadingPitch, leadingPitchCount, leadingPitchLowestMidi } from './leading-pitch.js';
import type { Landscape } from './melody-track.js';
import type { VocalPitch } from './vocal-pitch.js';

/** As comparisons read them. */
const { rowsABeat } = halfBeatPacking;
const midiPitches = 128;
/** What is less likely leaves no trace in a chroma sequence. */
const minProbability = 0.03;

/** What one network says of every frame. */
interface Lead {
  readonly framesPerSecond: number;
  /** Of probabilities. */
  readonly landscape: Landscape;
  /** Of the landscape's first pitch. */
  readonly lowestMidi: number;
}

/** As the leading-line network has it: that a line sounds, and that this is its pitch. */
export function leadOf({ frames, framesPerSecond, pitches, sounding }: LeadingPitch): Lead {
  const values = new Float32Array(frames * leadingPitchCount);
  for (let frame = 0; frame < frames; frame++) {
    const sounds = sounding[frame]! / 255 ** 2;
    for (let at = frame * leadingPitchCount; at < (frame + 1) * leadingPitchCount; at++)
      values[at] = sounds * pitches[at]!;
  }
  return {
    framesPerSecond,
    landscape: { frames, width: leadingPitchCount, values },
    lowestMidi: leadingPitchLowestMidi,
  };
}

/** As the vocal pitch network has it. `tuningCents`: of the song. */
export function voiceOf(heard: VocalPitch, tuningCents: number): Lead {
  const { framesPerSecond } = heard;
  return { framesPerSecond, landscape: vocalLandscape(heard, tuningCents), lowestMidi: lowestMelodyMidi };
}

/**
 * A note for each half beat and pitch whose probability, the mean of what voice and leading line have over the frames of the half beat, is no
 * less than 0.03: its salience. Of as many half beats as comparisons read. Sorted as notes are. `voice`: null where nobody listened for one,
 * which counts as none.
 */
export function possibleLeads(lead: Lead, voice: Lead | null, beats: readonly number[]): SongNote[] {
  const rows = Math.min(maxRows, Math.max(0, beats.length - 1) * rowsABeat);
  const sums = new Float32Array(rows * midiPitches);
  for (const heard of voice ? [lead, voice] : [lead]) addMeans(heard, beats, sums);
  const notes: SongNote[] = [];
  for (let row = 0; row < rows; row++)
    for (let midiPitch = 0; midiPitch < midiPitches; midiPitch++) {
      const salience = Math.round((1000 * sums[row * midiPitches + midiPitch]!) / 2) / 1000;
      if (salience < minProbability) continue;
      notes.push({
        onsetBeats: row / rowsABeat,
        durationBeats: 1 / rowsABeat,
        midiPitch,
        salience: Math.min(1, salience),
      });
    }
  return notes;
}

/** Adds the mean probability of each half beat's frames to `sums` (half beats × MIDI pitches). */
function addMeans(
  { framesPerSecond, landscape, lowestMidi }: Lead,
  beats: readonly number[],
  sums: Float32Array,
): void {
  const { frames, values } = landscape;
  const rowOf = (frame: number): number =>
    Math.floor(rowsABeat * beatAtSeconds(beats, (frame + 0.5) / framesPerSecond));
  for (let from = 0; from < frames; ) {
    const row = rowOf(from);
    let until = from + 1;
    while (until < frames && rowOf(until) === row) until++;
    if (row >= 0 && (row + 1) * midiPitches <= sums.length)
      for (let frame = from; frame < until; frame++)
        for (let bin = 0; bin < landscape.width; bin++)
          sums[row * midiPitches + lowestMidi + bin]! +=
            Math.min(1, values[frame * landscape.width + bin]!) / (until - from);
    from = until;
  }
}
