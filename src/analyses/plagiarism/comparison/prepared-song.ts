/** A song as comparisons read it: its lines, chords and chroma sequence, each worked out once. */
import { type PreparedChords, prepareChords } from '../../../music/harmony/chord-evidence.js';
import { type PreparedTonal, prepareTonal } from '../../../music/harmony/chroma-sequence.js';
import { hasCompany } from '../../../music/harmony/company.js';
import { tonalRowsOf } from '../../../music/harmony/packed-rows.js';
import { type SongLine, songLine } from '../../../music/melody/line-parts.js';
import { isSameLine } from '../../../music/melody/sequence.js';
import { type LineName, lineNames, type SongDescription } from '../../../music/song-description.js';
import { isFigure } from './accompaniment.js';
import { otherMetreOf, type TonalReading, type TonalSong } from './tonal-readings.js';

export interface PreparedSong extends TonalSong {
  readonly lines: Readonly<Record<LineName, SongLine>>;
  readonly chords: PreparedChords;
  /** Whether its notes are more than one line. */
  readonly isAccompanied: boolean;
  /** Whether a line is but a figure of the song's chords (accompaniment.ts); worked out when it is first asked for. */
  isFigure(line: LineName): boolean;
}

/** What of a description's mix a comparison needs. */
export interface SongMix {
  /** Packed (music/harmony/packed-rows.ts). */
  readonly tonalRows: Uint8Array;
  readonly isAccompanied: boolean;
}

/**
 * `mix`: where the description comes without the notes of it. Chords of a line without company are guesses and say nothing besides the line.
 */
export function prepareSong(description: SongDescription, mix: SongMix = mixOf(description)): PreparedSong {
  const lines: Partial<Record<LineName, SongLine>> = {};
  for (const name of lineNames) {
    const line = songLine(description.melody[name]);
    // Lines that are the same notes share one object, so that they are aligned once.
    const twin = lineNames
      .map((other) => lines[other])
      .find((other) => other && isSameLine(other.sequence, line.sequence));
    lines[name] = twin ?? line;
  }
  const chords = prepareChords(mix.isAccompanied ? description.chords : []);
  const figures = new Map<LineName, boolean>();
  let tonal: PreparedTonal | undefined;
  let other: TonalReading | null | undefined;
  return {
    description,
    lines: lines as Record<LineName, SongLine>,
    chords,
    isAccompanied: mix.isAccompanied,
    isFigure(line) {
      const known = figures.get(line) ?? isFigure({ description, chords }, line);
      figures.set(line, known);
      return known;
    },
    get tonal() {
      tonal ??= prepareTonal(mix.tonalRows);
      return tonal;
    },
    otherMetre() {
      other = other === undefined ? otherMetreOf(description, this.tonal) : other;
      return other;
    },
  };
}

/** `description`: with the notes of its mix. */
export function mixOf(description: SongDescription): SongMix {
  return { tonalRows: tonalRowsOf(description), isAccompanied: hasCompany(description) };
}

/** A line that was chosen among several, or heard, is restless; who wrote a line alone meant it, at whatever pace. */
export function isAlone(a: PreparedSong, b: PreparedSong): boolean {
  return !a.isAccompanied && !b.isAccompanied;
}
