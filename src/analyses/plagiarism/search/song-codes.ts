/** The scan's view of a song: the codes of its distinct lines and of its chords, each closed by the line end. */
import { chordCodesOf } from '../../../music/harmony/chord-codes.js';
import { chordSequenceOf } from '../../../music/harmony/chord-sequence.js';
import { hasCompany } from '../../../music/harmony/company.js';
import { lineEndCode, ngramCodes } from '../../../music/melody/ngram-codes.js';
import { isSameLine, type MelodySequence, sequenceOf } from '../../../music/melody/sequence.js';
import type { MelodyLines, SongDescription } from '../../../music/song-description.js';

/** The song's lines without copies of each other. */
export function distinctSequences(melody: MelodyLines): MelodySequence[] {
  const lines: MelodySequence[] = [];
  for (const name of ['topline', 'vocal', 'instrumental'] as const) {
    const sequence = sequenceOf(melody[name]);
    if (sequence.length > 0 && !lines.some((line) => isSameLine(line, sequence))) lines.push(sequence);
  }
  return lines;
}

/** A search engine counts at most this many in a row (engine-rows.ts): those of 3,000 notes. */
const codesAPiece = 6000;

/**
 * `notes`: all notes of the mix. Fewer than 100,000 codes: notes of a line (sequence.ts) and chords (chord-sequence.ts) are bounded. Those of a long
 * line are several pieces, each closed as a line: 15 at most of three lines.
 */
export function songCodes(
  song: Pick<SongDescription, 'source' | 'melody' | 'chords' | 'notes'>,
): Uint16Array {
  const codes: number[] = [];
  for (const sequence of distinctSequences(song.melody)) {
    const own = ngramCodes(sequence);
    for (let from = 0; from === 0 || from < own.length; from += codesAPiece)
      codes.push(...own.slice(from, from + codesAPiece), lineEndCode);
  }
  const changes = hasCompany(song) ? chordCodesOf(chordSequenceOf(song.chords)) : [];
  if (changes.length > 0) codes.push(...changes, lineEndCode);
  return Uint16Array.from(codes);
}
