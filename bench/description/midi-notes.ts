/** A small reader of standard MIDI files for the bench's truth: the notes of one named track, in seconds. */
import { readFileSync } from 'node:fs';
import type { TimedNote } from './scores.js';

interface TrackEvents {
  name: string;
  notes: { tick: number; pitch: number; on: boolean }[];
}

export function midiNotes(path: string, trackName: string): TimedNote[] {
  return notesOfTrack(readFileSync(path), trackName, path);
}

/** The same of a file's bytes; `name` is for the error where it has no such track. */
function notesOfTrack(bytes: Buffer, trackName: string, name = 'MIDI'): TimedNote[] {
  const division = bytes.readUInt16BE(12);
  const tempi: { tick: number; microseconds: number }[] = [];
  const tracks: TrackEvents[] = [];
  for (let at = 14; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'MTrk') {
      tracks.push(readTrack(bytes.subarray(at + 8, at + 8 + length), tempi));
    }
    at += 8 + length;
  }
  tempi.sort((a, b) => a.tick - b.tick);
  const seconds = clock(tempi, division);
  const track = tracks.find(({ name }) => name === trackName);
  if (!track) throw new Error(`${name} has no track ${trackName}`);
  const open = new Map<number, number>();
  const notes: TimedNote[] = [];
  for (const { tick, pitch, on } of track.notes) {
    const start = open.get(pitch);
    if (start !== undefined) {
      notes.push({ start: seconds(start), end: seconds(tick), pitch });
      open.delete(pitch);
    }
    if (on) open.set(pitch, tick);
  }
  return notes.sort((a, b) => a.start - b.start);
}

function readTrack(data: Buffer, tempi: { tick: number; microseconds: number }[]): TrackEvents {
  const track: TrackEvents = { name: '', notes: [] };
  let at = 0;
  let tick = 0;
  let status = 0;
  const variable = (): number => {
    let value = 0;
    for (;;) {
      const byte = data[at++]!;
      value = (value << 7) | (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  };
  while (at < data.length) {
    tick += variable();
    if (data[at]! >= 0x80) status = data[at++]!;
    if (status === 0xff) {
      const type = data[at++]!;
      const length = variable();
      if (type === 0x51) tempi.push({ tick, microseconds: data.readUIntBE(at, 3) });
      if (type === 0x03) track.name = data.toString('latin1', at, at + length);
      at += length;
    } else if (status === 0xf0 || status === 0xf7) at += variable();
    else {
      const kind = status >> 4;
      if (kind === 9 || kind === 8) {
        track.notes.push({ tick, pitch: data[at]!, on: kind === 9 && data[at + 1]! > 0 });
      }
      at += kind === 12 || kind === 13 ? 1 : 2;
    }
  }
  return track;
}

function clock(
  tempi: readonly { tick: number; microseconds: number }[],
  division: number,
): (tick: number) => number {
  return (tick) => {
    let seconds = 0;
    let since = 0;
    let microseconds = 500_000;
    for (const change of tempi) {
      if (change.tick >= tick) break;
      seconds += ((change.tick - since) * microseconds) / division / 1e6;
      since = change.tick;
      ({ microseconds } = change);
    }
    return seconds + ((tick - since) * microseconds) / division / 1e6;
  };
}
