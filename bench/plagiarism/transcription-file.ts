/** What was heard of a recording as the MIDI file that a transcriber writes: all notes on one track, seconds at 120 BPM, no bars. */
import { describeMidiBytes } from '../../src/analyses/describe/midi-file.js';
import { describeListening } from '../../src/music/description/describe.js';
import type { Listening } from '../../src/music/description/listening.js';
import { noteEvents } from '../../src/music/description/note-events.js';
import type { SongDescription } from '../../src/music/song-description.js';
import type { MidiFile, MidiNote } from '../../src/music/symbolic/midi-reader.js';
import { writeMidiFile } from './midi-variants.js';

/** As Basic Pitch writes its files: an electric piano, 220 ticks a quarter, loudness by how sure the network is. */
const [ticksPerQuarter, microsecondsPerQuarter, electricPiano] = [220, 500_000, 4];

/** What a transcriber heard; salience 0 … 1. */
export interface TranscribedNote {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly midi: number;
  readonly salience: number;
}

export function transcriberFile(heard: readonly TranscribedNote[]): MidiFile {
  const ticksPerSecond = (ticksPerQuarter * 1e6) / microsecondsPerQuarter;
  const notes = heard.map(({ startSeconds, endSeconds, midi, salience }): MidiNote => {
    const startTick = Math.round(startSeconds * ticksPerSecond);
    return {
      startTick,
      endTick: Math.max(startTick + 1, Math.round(endSeconds * ticksPerSecond)),
      pitch: midi,
      velocity: Math.max(1, Math.round(127 * salience)),
      channel: 0,
      track: 0,
      program: electricPiano,
    };
  });
  const tempos = [{ tick: 0, microsecondsPerQuarter }];
  return { ticksPerQuarter, notes, tempos, meters: [], trackNames: [] };
}

function transcriptionFile({ activations }: Listening): Uint8Array {
  const { framesPerSecond } = activations;
  const notes = noteEvents(activations).map(({ startFrame, endFrame, midi, salience }) => ({
    startSeconds: startFrame / framesPerSecond,
    endSeconds: endFrame / framesPerSecond,
    midi,
    salience,
  }));
  return writeMidiFile(transcriberFile(notes), 1);
}

/** `isFile`: as a file of its notes that someone uploads, and not as the recording. */
export async function descriptionOf(listening: Listening, isFile: boolean): Promise<SongDescription> {
  return isFile ? describeMidiBytes(transcriptionFile(listening)) : describeListening(listening);
}
