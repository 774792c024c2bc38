/**
 * How many notes of one line sound in another line at the places that something else has given them: where chroma sequences lay two songs side by side,
 * say. Laid notes (laid-evidence.ts) look for the best place; here it is known, so that a note that does not sound says as much as one that does.
 */
import type { LayableLine } from './laid-evidence.js';
import { shortestCells } from './laid-notes.js';
import { cellsABeat, noPitch } from './sounding-cells.js';

/** Beats of the line that sounds and of the laid one that lie at the same place. */
export interface SharedPlace {
  readonly sounding: number;
  readonly laid: number;
}

export interface PlacedNotes {
  /** Notes at whose place a pitch sounds, each as much as it is new in its line (moving-notes.ts). */
  readonly notes: number;
  /** Those of them at whose place their own pitch class sounds. */
  readonly agreeing: number;
  /** Share of the notes, 0 … 1, that would sound at other places nearby: what key, chords and favourite notes give. */
  readonly chanceShare: number;
}

/** In beats: within a bar, and bars beside it. */
const otherPlaces = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16].flatMap((beats) => [-beats, beats]);
/** Of the chance: so that few notes give no share of 0 or 1. */
const [pseudoAgreeing, pseudoNotes] = [1, 8];
/** Places further apart than this are two passages, and nothing is known between them. */
const longestGapBeats = 4;

/**
 * `places`: rising in both. `transposition`: semitones from the line that sounds to the laid one, 0 … 11. Repeated notes and octaves are no notes here.
 * Work: notes times places nearby, and O(12 · cells) once for each length of notes.
 */
export function placedNotes(
  sounding: LayableLine,
  laid: LayableLine,
  places: readonly SharedPlace[],
  transposition: number,
): PlacedNotes {
  const { length, startBeats, lengthBeats, pitchClass, newness } = laid.moving;
  const [sums, chance] = [
    { notes: 0, agreeing: 0 },
    { notes: pseudoNotes, agreeing: pseudoAgreeing },
  ];
  let place = 0;
  for (let note = 0; note < length; note++) {
    const beat = startBeats[note]!;
    while (place + 1 < places.length && places[place + 1]!.laid <= beat) place++;
    const found = placeOf(places, place, beat);
    if (!found) continue;
    const { start, pace } = found;
    const cells = Math.max(shortestCells, Math.round(lengthBeats[note]! * pace * cellsABeat));
    const longest = sounding.cells.longest(cells);
    const wanted = (pitchClass[note]! - transposition + 12) % 12;
    const at = (beats: number): number => longest[Math.round((start + beats) * cellsABeat)] ?? noPitch;
    const sounds = at(0);
    if (sounds < 0) continue;
    sums.notes += newness[note]!;
    if (sounds === wanted) sums.agreeing += newness[note]!;
    for (const beats of otherPlaces) {
      const other = at(beats);
      if (other < 0) continue;
      chance.notes++;
      if (other === wanted) chance.agreeing++;
    }
  }
  return { ...sums, chanceShare: chance.agreeing / chance.notes };
}

/**
 * Where a beat of the laid line is in the other one, and how many beats there are for one of its own. `place`: the last shared place that is not after it.
 * Null where nothing is shared.
 */
function placeOf(
  places: readonly SharedPlace[],
  place: number,
  beat: number,
): { readonly start: number; readonly pace: number } | null {
  const from = places[place];
  if (!from || beat < from.laid || beat - from.laid > longestGapBeats) return null;
  const next = places[place + 1];
  const isNear = next !== undefined && next.laid > from.laid && next.laid - from.laid <= longestGapBeats;
  const pace = isNear ? (next.sounding - from.sounding) / (next.laid - from.laid) : 1;
  return { start: from.sounding + (beat - from.laid) * pace, pace };
}
