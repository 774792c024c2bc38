/** Songs that are uploaded as notes: Standard MIDI Files, recognised by their content. */
import { type FileHandle, open } from 'node:fs/promises';
import { ComputeError, type Kernel, type KernelTools } from '../../domain/compute.js';
import type { SongDescription } from '../../music/song-description.js';
import { describeMidi, describeWritten } from '../../music/symbolic/describe-midi.js';
import { describePlayed } from '../../music/symbolic/describe-played.js';
import { isCutOffMidi, isMidi, MidiError, maxMidiBytes } from '../../music/symbolic/midi-reader.js';
import { readMidiSong } from '../../music/symbolic/midi-song.js';
import { listenToNotes } from './listen-to-notes.js';

const headBytes = 32;

/**
 * The description of a MIDI file; null where the file is something else.
 * @throws ComputeError `bad-input` for a MIDI file that is broken, too large or without notes
 */
export async function describeMidiFile(
  path: string,
  progress?: KernelTools['progress'],
): Promise<SongDescription | null> {
  const bytes = await readMidiBytes(path);
  return bytes && describeMidiBytes(bytes, progress);
}

/** @throws ComputeError as of describeMidiFile */
export async function describeMidiBytes(
  bytes: Uint8Array,
  progress: KernelTools['progress'] = () => {},
): Promise<SongDescription> {
  const song = readable(() => readMidiSong(bytes));
  const heard = await listenToNotes(song, progress);
  return heard ? describePlayed(song, heard) : describeWritten(song);
}

function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof MidiError) throw new ComputeError('bad-input', error.message);
    throw error;
  }
}

/** Whether a file is a MIDI file, by its first bytes; false where it cannot be opened: what describes it says why. */
export async function isMidiFile(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  try {
    return file !== null && (await beginsAsMidi(file));
  } finally {
    await file?.close();
  }
}

async function beginsAsMidi(file: FileHandle): Promise<boolean> {
  const head = new Uint8Array(headBytes);
  await file.read(head, 0, head.length, 0);
  return isMidi(head);
}

async function readMidiBytes(path: string): Promise<Uint8Array | null> {
  const file = await open(path);
  try {
    if (!(await beginsAsMidi(file))) return null;
    if ((await file.stat()).size > maxMidiBytes) {
      throw new ComputeError('bad-input', `The MIDI file is larger than ${maxMidiBytes / 1024 / 1024} MB.`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** What an upload wants to know of a MIDI file. */
export interface InspectedMidi {
  readonly format: 'midi';
  /** To the end of the last note; drums without pitch count as nothing. */
  readonly durationSeconds: number;
  /** Notes have neither. */
  readonly sampleRateHz: 0;
  readonly channels: 0;
  /** Whether it ends inside a track: notes are missing. */
  readonly isCutOff: boolean;
}

/**
 * Null where the file is no MIDI file. Describes it whole as it is written, so that what is accepted can be described later; beats that were played
 * are found then.
 */
export const inspectMidiKernel: Kernel<{ readonly path: string }, InspectedMidi | null> = {
  name: 'music.inspect-midi',
  async run({ path }) {
    const bytes = await readMidiBytes(path);
    if (!bytes) return null;
    const durationSeconds = Math.round(readable(() => describeMidi(bytes)).durationSeconds * 1000) / 1000;
    return { format: 'midi', durationSeconds, sampleRateHz: 0, channels: 0, isCutOff: isCutOffMidi(bytes) };
  },
};
