/** What the networks for recordings answer for a MIDI file's notes: where beats and bars begin, and which line leads. */
import type { KernelTools } from '../../domain/compute.js';
import type { HeardPlaying } from '../../music/symbolic/describe-played.js';
import type { MidiSong } from '../../music/symbolic/midi-song.js';
import { playingOf } from '../../music/symbolic/played-grid.js';
import { namesMelody } from '../../music/symbolic/select-melodies.js';
import { soundingFile } from '../../music/symbolic/sounding-file.js';
import { barActivations } from './bar-network.js';
import { leadingPitch } from './leading-line-network.js';

/**
 * Null where beats are as written. A line is looked for where the file says nothing of its music: neither its tempo nor which voice is the
 * melody, as a transcription of a recording.
 */
export async function listenToNotes(
  song: MidiSong,
  progress: KernelTools['progress'],
): Promise<HeardPlaying | null> {
  const playing = playingOf(song);
  if (playing === 'as written') return null;
  const sounding = soundingFile(song.file);
  const { bands, activations, onsets } = sounding;
  progress(0.3, 'listening');
  const bars = await barActivations(bands, activations, onsets);
  progress(0.5, 'listening');
  const isLineKnown = playing === 'at the written tempo' || song.voices.some(namesMelody);
  return {
    playing,
    sounding,
    bars,
    leadingPitch: isLineKnown ? null : await leadingPitch(bands, activations),
  };
}
