/** How right the description of a POP909 file itself is, its notes read and not heard, beside the beats that the file writes. */
import { readFileSync } from 'node:fs';
import { describeMidiBytes } from '../../src/analyses/describe/midi-file.js';
import { chordName, type SongNote, secondsAtBeat } from '../../src/music/song-description.js';
import { beatGrid } from '../../src/music/symbolic/beat-grid.js';
import { readMidi } from '../../src/music/symbolic/midi-reader.js';
import { skyline } from '../../src/music/symbolic/skyline.js';
import { writeMidiFile } from '../plagiarism/midi-variants.js';
import { inSeconds } from './in-seconds.js';
import { midiNotes } from './midi-notes.js';
import { beatF, type RawPitch, rawPitch, weightedOverlap } from './scores.js';
import { minAgreement, pop909BarAgreement, pop909Beats, pop909Chords, pop909Keys } from './truth.js';

/** Name, own figure, and that of the baseline where there is one. */
export type MidiFigure = readonly [name: string, own: number, baseline?: number];

/** `truth`: the folder of the song's annotations; judged where music sounds. */
export async function judgeMidi(path: string, truth: string): Promise<MidiFigure[]> {
  const bytes = readFileSync(path);
  const song = await describeMidiBytes(bytes);
  const written = beatGrid(readMidi(bytes));
  const first = secondsAtBeat(song.beats, song.notes[0]?.onsetBeats ?? 0);
  const last = secondsAtBeat(song.beats, song.notes.at(-1)?.onsetBeats ?? 0);
  const judged = (times: Iterable<number>): number[] =>
    [...times].filter((time) => time >= first - 0.3 && time <= last + 0.3);
  const annotated = pop909Beats(truth);
  const beats = judged(annotated.beats);
  const downbeats = judged(annotated.downbeats);
  const firsts = judged(song.downbeats.map((beat) => song.beats[beat]!));
  const writtenFirsts = judged(written.downbeats.map((beat) => written.seconds[beat]!));
  const downbeat = beatF(downbeats, firsts);
  const key = song.key ? chordName(song.key.tonic, song.key.mode === 'major' ? 'maj' : 'min') : 'N';
  const chords = song.chords.map((label, beat) => ({
    start: secondsAtBeat(song.beats, beat),
    end: secondsAtBeat(song.beats, beat + 1),
    label,
  }));
  const figures: MidiFigure[] = [
    ['pop909 MIDI, beat F', beatF(beats, judged(song.beats)), beatF(beats, judged(written.seconds))],
    ['pop909 MIDI, downbeat F', downbeat, beatF(downbeats, writtenFirsts)],
    ['pop909 MIDI, key', Number(pop909Keys(truth).includes(key))],
    ['pop909 MIDI, chords, overlap', weightedOverlap(pop909Chords(truth), chords)],
  ];
  const asOne = await lineInOneVoice(path);
  figures.push(['pop909 MIDI in one voice, topline, raw pitch', asOne.found.pitch, asOne.highest.pitch]);
  figures.push(['pop909 MIDI in one voice, topline, raw chroma', asOne.found.chroma, asOne.highest.chroma]);
  if (pop909BarAgreement(truth) >= minAgreement)
    figures.push(['pop909 MIDI, downbeat F, annotations agree', downbeat, beatF(downbeats, writtenFirsts)]);
  return figures;
}

/** All voices as one without a name: which of its notes are the melody, as described and by the highest ones (skyline). */
async function lineInOneVoice(path: string): Promise<{ found: RawPitch; highest: RawPitch }> {
  const file = readMidi(readFileSync(path));
  const notes = file.notes.map((note) => ({ ...note, track: 0, channel: 0, program: 0 }));
  const song = await describeMidiBytes(writeMidiFile({ ...file, notes, trackNames: [] }, 1));
  const melody = midiNotes(path, 'MELODY');
  const judged = (line: readonly SongNote[]): RawPitch =>
    rawPitch(melody, inSeconds(song, line), song.durationSeconds);
  return { found: judged(song.melody.topline), highest: judged(skyline(song.notes)) };
}
