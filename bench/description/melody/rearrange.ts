/** Other performances of a MIDI file: in another key and tempo, with its tracks louder or softer against each other. */
import { seededRandom } from '../../../src/signal/seeded-random.js';
import { noteOn, trackEvents } from './track-events.js';

const widestShift = 4;
const widestTempo = 0.12;
/** Velocities; the melody moves less, so that it stays one. */
const widestLevel = 15;
const widestMelodyLevel = 8;
const softest = 20;
const loudest = 127;
const percussionChannel = 9;

/** `seed` draws what is changed. Tracks, their names and all times in ticks stay. */
export function rearrange(midi: Buffer, seed: number): Buffer {
  const random = seededRandom(seed);
  const between = (limit: number): number => Math.round((2 * random() - 1) * limit);
  const shift = between(widestShift);
  const tempo = 1 + (2 * random() - 1) * widestTempo;
  const changed = Buffer.from(midi);
  for (let at = 14; at + 8 <= changed.length; ) {
    const length = changed.readUInt32BE(at + 4);
    const track = changed.subarray(at + 8, at + 8 + length);
    at += 8 + length;
    const events = trackEvents(track);
    const isMelody = /melody/i.test(events.name);
    const louder = between(isMelody ? widestMelodyLevel : widestLevel);
    for (const place of events.tempi) {
      const microseconds = Math.round(track.readUIntBE(place, 3) / tempo);
      track.writeUIntBE(Math.min(0xffffff, microseconds), place, 3);
    }
    for (const { kind, channel, place } of events.notes) {
      if (channel !== percussionChannel) track[place] = Math.min(127, Math.max(0, track[place]! + shift));
      const velocity = track[place + 1]!;
      if (kind === noteOn && velocity > 0)
        track[place + 1] = Math.min(loudest, Math.max(softest, velocity + louder));
    }
  }
  return changed;
}
