/** A MIDI file played by another hand: every note a little earlier or later, and a little softer or louder. */
import { seededRandom } from '../../src/signal/seeded-random.js';

interface Event {
  readonly tick: number;
  readonly bytes: readonly number[];
}

/** Ticks are so much finer in the result: times of a few milliseconds need it. */
const finer = 8;
/** Milliseconds of a quarter note at 120 a minute: close enough for a deviation. */
const quarterMs = 500;

/** The file with notes moved by `deviationMs` (of a normal distribution). Throws RangeError where it is no MIDI file of quarter notes. */
export function loosenMidi(file: Uint8Array, deviationMs: number, seed: number): Buffer {
  const bytes = Buffer.from(file);
  const ticks = bytes.readUInt16BE(12);
  if (bytes.toString('latin1', 0, 4) !== 'MThd' || ticks >= 0x8000 || ticks * finer >= 0x8000) {
    throw new RangeError('Not a MIDI file that can be loosened.');
  }
  const random = seededRandom(seed);
  const header = Buffer.from(bytes.subarray(0, 8 + bytes.readUInt32BE(4)));
  header.writeUInt16BE(ticks * finer, 12);
  const chunks: Buffer[] = [header];
  for (let at = header.length; at + 8 <= bytes.length; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) !== 'MTrk') continue;
    const events = eventsOf(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at + 4)));
    chunks.push(trackOf(moved(events, (deviationMs / quarterMs) * ticks * finer, random)));
  }
  return Buffer.concat(chunks);
}

function eventsOf(track: Uint8Array): Event[] {
  const events: Event[] = [];
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (;;) {
      const byte = track[at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let tick = 0;
  let status = 0;
  while (at < track.length) {
    tick += number() * finer;
    if (track[at]! >= 128) status = track[at++]!;
    if (status < 0xf0) {
      const length = status >> 4 === 0xc || status >> 4 === 0xd ? 1 : 2;
      events.push({ tick, bytes: [status, ...track.subarray(at, at + length)] });
      at += length;
      continue;
    }
    const from = at;
    if (status === 0xff) at++;
    const length = number();
    at += length;
    events.push({ tick, bytes: [status, ...track.subarray(from, at)] });
  }
  return events;
}

function moved(events: readonly Event[], deviationTicks: number, random: () => number): Event[] {
  const byNote = new Map<number, number>();
  const gaussian = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const changed = events.map(({ tick, bytes }): Event => {
    const [status, note, velocity] = bytes as [number, number, number];
    const key = (status & 15) * 128 + note;
    const isOn = status >> 4 === 9 && velocity > 0;
    if (isOn) byNote.set(key, Math.round(deviationTicks * gaussian()));
    const by = isOn || status >> 4 === 8 || status >> 4 === 9 ? (byNote.get(key) ?? 0) : 0;
    const louder = Math.max(1, Math.min(127, Math.round(velocity * (0.8 + 0.3 * random()))));
    return { tick: Math.max(0, tick + by), bytes: isOn ? [status, note, louder] : bytes };
  });
  // The track's end stays its end.
  const last = Math.max(0, ...changed.map(({ tick }) => tick));
  return changed
    .map((event, i) => (i === changed.length - 1 ? { ...event, tick: last } : event))
    .sort((a, b) => a.tick - b.tick);
}

function trackOf(events: readonly Event[]): Buffer {
  const bytes: number[] = [];
  let tick = 0;
  for (const event of events) {
    const apart = event.tick - tick;
    tick = event.tick;
    for (let shift = 21; shift > 0; shift -= 7)
      if (apart >> shift > 0) bytes.push(((apart >> shift) & 127) | 128);
    bytes.push(apart & 127, ...event.bytes);
  }
  const head = Buffer.from('MTrk\0\0\0\0', 'latin1');
  head.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([head, Buffer.from(bytes)]);
}
