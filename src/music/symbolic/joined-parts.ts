/** Parts of a MIDI file that are one voice, which its writer spread over channels or tracks. */
import type { SongNote } from '../song-description.js';
import { byOnset } from './note-order.js';
import { isSingleLine } from './single-line.js';

/** What one channel of one track plays. */
export interface Part {
  readonly track: number;
  readonly channel: number;
  readonly name: string;
  /** General MIDI program, 0 … 127. */
  readonly program: number;
  /** Sorted by onset. */
  readonly notes: readonly SongNote[];
}

/**
 * The parts' sounding times together beyond the time in which any of them sounds, as a share of it, at most. In 1,144 MIDI files (POP909, anthems,
 * carols, court cases, Freedoom) it is 0.001 and less where one voice was spread (two files), and 0.12 and more where parts of one
 * track or name are voices of their own.
 */
const maxAtOnce = 1 / 20;

/**
 * The same notes in fewer parts: those of one track and program (notes that rotate over channels, a channel for each string), and those of
 * one name and program (clips), are one where they practically never sound at once, or are a single line that rings on. Each
 * stands where its first note does.
 */
export function joinedParts(parts: readonly Part[]): Part[] {
  const byTrack = joinedBy(parts, ({ track, program }) => `${track} ${program}`);
  return joinedBy(byTrack, ({ name, channel, program }) => `${lettersOf(name) || channel} ${program}`);
}

/** "Clip 3" and "Clip 4" have one name. */
const lettersOf = (name: string): string => name.replace(/\P{L}+/gu, '').toLowerCase();

function joinedBy(parts: readonly Part[], keyOf: (part: Part) => string): Part[] {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const group = groups.get(keyOf(part));
    if (group) group.push(part);
    else groups.set(keyOf(part), [part]);
  }
  const inPlaceOf = new Map<Part, Part | null>();
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    const notes = group.flatMap((part) => part.notes).sort(byOnset);
    if (!areOneVoice(group, notes)) continue;
    group.forEach((part, place) => {
      inPlaceOf.set(part, place === 0 ? { ...part, notes } : null);
    });
  }
  return parts.flatMap((part) => {
    const joined = inPlaceOf.get(part);
    return joined === undefined ? part : (joined ?? []);
  });
}

function areOneVoice(parts: readonly Part[], notes: readonly SongNote[]): boolean {
  const own = parts.reduce((sum, part) => sum + soundingBeats(part.notes), 0);
  return own <= (1 + maxAtOnce) * soundingBeats(notes) || isSingleLine(notes);
}

/** How long at least one of the notes sounds. */
function soundingBeats(notes: readonly SongNote[]): number {
  let sum = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { onsetBeats, durationBeats } of notes) {
    const end = onsetBeats + durationBeats;
    sum += Math.max(0, end - Math.max(reached, onsetBeats));
    reached = Math.max(reached, end);
  }
  return sum;
}
