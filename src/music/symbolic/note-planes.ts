/** Notes as the network reads them that finds the melody of a transcription: which keys sound, which begin, and how long a note is (the piano roll of symbolic music). */
import type { MidiNote } from './midi-reader.js';
import { percussionChannel } from './notes-as-heard.js';
import type { TempoMap } from './tempo-map.js';

export const planeFramesPerSecond = 22_050 / 1024;
export const planeKeys = 112;
export const planeLowestMidi = 12;

export interface NotePlanes {
  readonly frames: number;
  /** frames × planeKeys each. Loudness, where a note sounds and where it begins: 255 is twice the mean of all notes. */
  readonly sounding: Uint8Array;
  readonly begun: Uint8Array;
  /** The square root of the duration of the note that sounds: 255 is two seconds. */
  readonly length: Uint8Array;
}

/** As long as that counts as a melody's note: a bound on work where all notes are held. */
const longestSeconds = 20;
const [maxTimesMean, longSeconds] = [2, 2];
const most = 255;

/** `notes`: of a whole file, drums left out. Memory: 7 kB a second of music. */
export function notePlanes(notes: readonly MidiNote[], { secondsAt }: TempoMap): NotePlanes {
  const pitched = notes.filter(
    ({ channel, pitch }) =>
      channel !== percussionChannel && pitch >= planeLowestMidi && pitch < planeLowestMidi + planeKeys,
  );
  const mean = pitched.reduce((sum, { velocity }) => sum + velocity / pitched.length, 0);
  const end = pitched.reduce((last, { endTick }) => Math.max(last, endTick), 0);
  const frames = Math.ceil(secondsAt(end) * planeFramesPerSecond) + 1;
  const plane = (): Uint8Array => new Uint8Array(frames * planeKeys);
  const [sounding, begun, length] = [plane(), plane(), plane()];
  for (const { startTick, endTick, pitch, velocity } of pitched) {
    const [starts, ends] = [secondsAt(startTick), secondsAt(endTick)];
    const seconds = Math.min(longestSeconds, ends - starts);
    const from = Math.floor(starts * planeFramesPerSecond);
    const to = Math.min(frames, Math.max(from + 1, Math.round((starts + seconds) * planeFramesPerSecond)));
    const level = Math.round((most * Math.min(maxTimesMean, velocity / mean)) / maxTimesMean);
    const lasting = Math.round(most * Math.sqrt(Math.min(1, seconds / longSeconds)));
    const key = pitch - planeLowestMidi;
    begun[from * planeKeys + key] = Math.max(begun[from * planeKeys + key]!, level);
    for (let at = from * planeKeys + key; at < to * planeKeys; at += planeKeys) {
      sounding[at] = Math.max(sounding[at]!, level);
      length[at] = lasting;
    }
  }
  return { frames, sounding, begun, length };
}
