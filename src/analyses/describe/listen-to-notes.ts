/** What the networks for recordings answer for a MIDI file's notes: where beats and bars begin, and which line leads. */
import type { KernelTools } from '../../domain/compute.js';
import type { LeadingPitch } from '../../music/description/leading-pitch.js';
import { isAccompanied } from '../../music/harmony/tonal-rows.js';
import type { HeardPlaying } from '../../music/symbolic/describe-played.js';
import { type MidiSong, notesOf } from '../../music/symbolic/midi-song.js';
import { notePlanes } from '../../music/symbolic/note-planes.js';
import { mayBeHeard, type Playing, playingOf } from '../../music/symbolic/played-grid.js';
import { namesMelody } from '../../music/symbolic/select-melodies.js';
import { isSingleLine } from '../../music/symbolic/single-line.js';
import { type SoundingFile, soundingFile } from '../../music/symbolic/sounding-file.js';
import { type BarNetworkId, barActivations } from './bar-network.js';
import { leadingPitch } from './leading-line-network.js';
import { melodyOfNotes } from './notes-melody-network.js';

/** Null where all that a description needs is written. */
export async function listenToNotes(
  song: MidiSong,
  progress: KernelTools['progress'],
): Promise<HeardPlaying | null> {
  if (!mayBeHeard(song)) return null;
  const playing = playingOf(song);
  const [isCounted, hasHiddenLine] = [playing !== 'as written', isLineHidden(song, playing)];
  if (!isCounted && !hasHiddenLine) return null;
  const sounding = soundingFile(song.file);
  const { bands, activations, onsets } = sounding;
  progress(0.3, 'listening');
  const bars = isCounted ? await barActivations(bands, activations, onsets, barNetworkOf(playing)) : null;
  progress(0.5, 'listening');
  return {
    playing,
    sounding,
    bars,
    leadingPitch: hasHiddenLine ? await leadOf(song, playing, sounding) : null,
  };
}

/** What a transcriber writes begins where nothing does in the music; a network of its own has learnt from such. */
const barNetworkOf = (playing: Playing): BarNetworkId =>
  playing === 'at another tempo' ? 'notes-bar-network' : 'bar-network';

/** A transcriber's notes are in pieces, and a network of its own has learnt from such. */
async function leadOf(song: MidiSong, playing: Playing, sounding: SoundingFile): Promise<LeadingPitch> {
  return playing === 'at another tempo'
    ? await melodyOfNotes(notePlanes(song.file.notes, sounding.map))
    : await leadingPitch(sounding.bands, sounding.activations);
}

/**
 * Whether the melody is among other notes and nothing says which of them it is: all are one voice, or a transcription's, whose voices are guesses
 * themselves. A voice whose notes only ring on into the next ones is a line, and all of it.
 */
function isLineHidden({ voices }: MidiSong, playing: Playing): boolean {
  const [voice, another] = voices;
  const isOneVoice = voice !== undefined && !another && !isSingleLine(voice.notes);
  const mayHide = isOneVoice || playing === 'at another tempo';
  return mayHide && !voices.some(namesMelody) && isAccompanied(notesOf(voices));
}
