/**
 * Reads Standard MIDI Files (formats 0, 1 and 2; RP-001 of the MIDI Association) of unknown origin.
 *
 * An own reader and not a package, because files of strangers must cost bounded work: the readers on npm trust
 * the lengths that a file claims and hold every event as an object. This one keeps notes, tempo, meter and names
 * only, stops at a limit, and takes what it can from a track that ends too early.
 */

/** A note as written; ticks from the start of the file. */
export interface MidiNote {
  readonly startTick: number;
  readonly endTick: number;
  readonly pitch: number;
  /** 1 … 127 */
  readonly velocity: number;
  readonly channel: number;
  readonly track: number;
  /** General MIDI program of the channel when the note began, 0 … 127. */
  readonly program: number;
}

export interface TempoChange {
  readonly tick: number;
  readonly microsecondsPerQuarter: number;
}

export interface MeterChange {
  readonly tick: number;
  readonly numerator: number;
  readonly denominator: number;
}

export interface MidiFile {
  readonly ticksPerQuarter: number;
  readonly notes: readonly MidiNote[];
  readonly tempos: readonly TempoChange[];
  readonly meters: readonly MeterChange[];
  readonly trackNames: readonly string[];
}

/** What is wrong with a MIDI file, said to the person who uploaded it. */
export class MidiError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MidiError';
  }
}

export const maxMidiBytes = 32 * 1024 * 1024;
/** Far above any piece of music; a file with more is a stress test or broken. */
export const maxMidiNotes = 200_000;
const maxTracks = 512;
const maxMetaEvents = 100_000;
const maxRiffChunks = 64;
const endOfTrack = '\xff\x2f\x00';
/** 6,000 BPM. A tempo beyond it is as meaningless as one of zero, and is left out like it. */
const shortestQuarterMicroseconds = 10_000;

/** Whether the bytes begin like a MIDI file (`MThd`, or `RIFF` … `RMID` around one); the first twelve are enough. */
export function isMidi(bytes: Uint8Array): boolean {
  return isAt(bytes, 0, 'MThd') || isRiffMidi(bytes);
}

const isAt = (bytes: Uint8Array, offset: number, text: string): boolean =>
  bytes.length >= offset + text.length &&
  [...text].every((letter, index) => bytes[offset + index] === letter.charCodeAt(0));

/** Where `MThd` stands: at the head, or in the `data` chunk of a RIFF file, which tags may precede; −1 elsewhere. */
function midiStart(bytes: Uint8Array): number {
  if (isAt(bytes, 0, 'MThd')) return 0;
  if (!isRiffMidi(bytes)) return -1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 12;
  for (let chunk = 0; chunk < maxRiffChunks && position + 8 <= bytes.length; chunk++) {
    if (isAt(bytes, position, 'data')) return isAt(bytes, position + 8, 'MThd') ? position + 8 : -1;
    const length = view.getUint32(position + 4, true);
    position += 8 + length + (length & 1);
  }
  return -1;
}

const isRiffMidi = (bytes: Uint8Array): boolean => isAt(bytes, 0, 'RIFF') && isAt(bytes, 8, 'RMID');

interface Collected {
  notes: MidiNote[];
  tempos: TempoChange[];
  meters: MeterChange[];
  names: string[];
}

/** Throws MidiError when the bytes are no MIDI file, hold no notes, or hold more than `maxMidiNotes`. */
export function readMidi(bytes: Uint8Array): MidiFile {
  if (bytes.length > maxMidiBytes) throw new MidiError('The MIDI file is larger than 32 MB.');
  const start = midiStart(bytes);
  if (start < 0) throw new MidiError('This is not a MIDI file: it does not begin with MThd.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < start + 14) throw new MidiError('The MIDI file ends inside its header.');
  const headerLength = view.getUint32(start + 4);
  const isSequence = view.getUint16(start + 8) === 2;
  const division = view.getUint16(start + 12);
  const ticksPerQuarter = quarterOf(division);
  const found: Collected = { notes: [], tempos: [], meters: [], names: [] };
  let position = start + 8 + headerLength;
  let track = 0;
  let tick = 0;
  while (position + 8 <= bytes.length && track < maxTracks) {
    const isTrack = view.getUint32(position) === 0x4d54726b;
    const length = view.getUint32(position + 4);
    const end = Math.min(bytes.length, position + 8 + length);
    if (isTrack) {
      found.names.push('');
      // Format 2 holds independent patterns: one after the other, each with its own tempo and meter.
      if (isSequence && track > 0) {
        found.tempos.push({ tick, microsecondsPerQuarter: 500_000 });
        found.meters.push({ tick, numerator: 4, denominator: 4 });
      }
      const endTick = readTrack(bytes, position + 8, end, track, tick, found);
      if (isSequence) tick = endTick;
      track++;
    }
    position = end;
  }
  if (track === 0) throw new MidiError('The MIDI file is broken: it has no tracks.');
  if (found.notes.length === 0) throw new MidiError('The MIDI file has no notes.');
  found.notes.sort((a, b) => a.startTick - b.startTick || a.pitch - b.pitch);
  found.tempos.sort((a, b) => a.tick - b.tick);
  found.meters.sort((a, b) => a.tick - b.tick);
  return {
    ticksPerQuarter,
    notes: found.notes,
    // SMPTE time is in seconds already: its tempo changes are for metronomes.
    tempos: division & 0x8000 ? [] : found.tempos,
    meters: found.meters,
    trackNames: found.names,
  };
}

/**
 * Whether the bytes of a MIDI file end inside a track: its length reaches behind them, and no end of track is the last
 * that they hold, which writers of wrong lengths leave.
 */
export function isCutOffMidi(bytes: Uint8Array): boolean {
  const start = midiStart(bytes);
  if (start < 0 || bytes.length < start + 14) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = start + 8 + view.getUint32(start + 4);
  while (position + 8 <= bytes.length) {
    const next = position + 8 + view.getUint32(position + 4);
    if (next > bytes.length)
      return isAt(bytes, position, 'MTrk') && !isAt(bytes, bytes.length - 3, endOfTrack);
    position = next;
  }
  return false;
}

/** SMPTE time has no quarters: half a second (120 BPM) is taken for one. */
function quarterOf(division: number): number {
  if (division & 0x8000) {
    const framesPerSecond = 256 - (division >> 8);
    return Math.max(1, Math.round((framesPerSecond * (division & 0xff)) / 2));
  }
  if (division === 0) throw new MidiError('The MIDI file is broken: it has no time division.');
  return division;
}

/** Returns the tick at which the track ends. */
function readTrack(
  bytes: Uint8Array,
  from: number,
  end: number,
  track: number,
  startTick: number,
  found: Collected,
): number {
  const openTick = new Float64Array(16 * 128).fill(-1);
  const openVelocity = new Uint8Array(16 * 128);
  const programs = new Uint8Array(16);
  let position = from;
  let tick = startTick;
  // Kept across meta events and system messages, which end it by the letter but not in all writers' files.
  let runningStatus = 0;
  let metaEvents = 0;
  const variable = (): number => {
    let value = 0;
    for (let count = 0; count < 4 && position < end; count++) {
      const byte = bytes[position++]!;
      value = (value << 7) | (byte & 0x7f);
      if (byte < 0x80) break;
    }
    return value;
  };
  const close = (slot: number): void => {
    const onsetTick = openTick[slot]!;
    if (onsetTick < 0) return;
    openTick[slot] = -1;
    if (tick <= onsetTick) return;
    if (found.notes.length >= maxMidiNotes)
      throw new MidiError(`The MIDI file has more than ${maxMidiNotes.toLocaleString('en')} notes.`);
    const channel = slot >> 7;
    found.notes.push({
      startTick: onsetTick,
      endTick: tick,
      pitch: slot & 127,
      velocity: openVelocity[slot]!,
      channel,
      track,
      program: programs[channel]!,
    });
  };

  while (position < end) {
    tick += variable();
    if (position >= end) break;
    const status = bytes[position]! >= 0x80 ? bytes[position++]! : runningStatus;
    if (status === 0xff) {
      const type = bytes[position++] ?? 0;
      const length = variable();
      if (type === 0x2f) break;
      if (metaEvents++ < maxMetaEvents) readMeta(type, bytes, position, Math.min(length, end - position));
      position += length;
    } else if (status === 0xf0 || status === 0xf7) {
      // Two steps: `position += variable()` would begin at the place before the length was read, inside the message.
      const length = variable();
      position += length;
    } else if (status < 0x80 || status > 0xf0) {
      break; // No status to run on: the rest of the track cannot be understood.
    } else {
      runningStatus = status;
      const kind = status >> 4;
      const channel = status & 15;
      const first = bytes[position++]! & 127;
      const second = kind === 12 || kind === 13 ? 0 : (bytes[position++] ?? 0) & 127;
      if (kind === 12) programs[channel] = first;
      if (kind !== 8 && kind !== 9) continue;
      const slot = (channel << 7) | first;
      close(slot);
      if (kind === 9 && second > 0) {
        openTick[slot] = tick;
        openVelocity[slot] = second;
      }
    }
  }
  for (let slot = 0; slot < openTick.length; slot++) close(slot);
  return tick;

  function readMeta(type: number, data: Uint8Array, at: number, length: number): void {
    if (type === 0x51 && length === 3) {
      const microsecondsPerQuarter = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
      if (microsecondsPerQuarter >= shortestQuarterMicroseconds)
        found.tempos.push({ tick, microsecondsPerQuarter });
    } else if (type === 0x58 && length >= 2) {
      const numerator = data[at]!;
      const denominator = 2 ** Math.min(data[at + 1]!, 6);
      if (numerator > 0) found.meters.push({ tick, numerator, denominator });
    } else if ((type === 0x03 || type === 0x04) && length > 0 && found.names[track] === '') {
      found.names[track] = String.fromCharCode(...data.subarray(at, at + Math.min(length, 100)));
    }
  }
}
