/** Gives the tracks of a MIDI file other instruments, so that a melody is not known by its piano's sound alone. */

import { seededRandom } from '../../../src/signal/seeded-random.js';
import { trackEvents } from './track-events.js';

/** General MIDI programs for lines and for what goes with them. */
const leading = [73, 40, 65, 71, 53, 56, 24, 22, 0, 80, 11, 27];
const accompanying = [0, 4, 24, 48, 46, 0, 25, 5];

/** Tracks named as a melody or a second one get leading instruments, drawn by `seed`, the others accompanying ones. */
export function orchestrate(midi: Buffer, seed: number): Buffer {
  const random = seededRandom(seed);
  const draw = (from: readonly number[]): number => from[Math.floor(random() * from.length)]!;
  const parts = [midi.subarray(0, 14)];
  for (let at = 14; at + 8 <= midi.length; ) {
    const length = midi.readUInt32BE(at + 4);
    const track = Buffer.from(midi.subarray(at + 8, at + 8 + length));
    at += 8 + length;
    const { name, channel, programs } = trackEvents(track);
    const program = draw(/melody|cau|bridge/i.test(name) ? leading : accompanying);
    for (const place of programs) track[place] = program;
    const isSilent = channel < 0;
    const data =
      isSilent || programs.length > 0
        ? track
        : Buffer.concat([Buffer.from([0, 0xc0 | channel, program]), track]);
    const head = Buffer.from('MTrk\0\0\0\0', 'latin1');
    head.writeUInt32BE(data.length, 4);
    parts.push(head, data);
  }
  return Buffer.concat(parts);
}
