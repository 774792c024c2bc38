/** Sections of written music: what each bar's notes are, how high they lie and how many begin. */
import { countAtMost } from '../../numbers/rising.js';
import type { SongNote, SongSection } from '../song-description.js';
import { findSections } from '../structure/sections.js';
import { addSums } from './running-sums.js';

/** Octaves of MIDI numbers; the outermost ones hold what lies beyond. */
const lowestOctave = 2;
const octaves = 6;
const width = 12 + octaves + 1;
/** Of notes that last longer, the bars in the middle are counted together: work does not grow with how long notes are held. */
const longBars = 16;

/** `notes`: sorted by onset. `beats`: how many the grid has. `downbeats`: indexes of beats, rising. */
export function sectionsOfNotes(
  notes: readonly SongNote[],
  beats: number,
  downbeats: readonly number[],
): SongSection[] {
  const barStarts = downbeats[0] === 0 ? [...downbeats] : [0, ...downbeats];
  if (barStarts.at(-1)! < beats - 1) barStarts.push(beats - 1);
  const bars = barStarts.length - 1;
  if (bars < 1) return [];
  const features = new Float32Array(bars * width);
  /** By how many notes sound more, or fewer, from one bar to the next; made when it is needed. */
  let changes: Float64Array | null = null;
  let first = 0;
  for (const { onsetBeats, durationBeats, midiPitch } of notes) {
    while (first + 1 < bars && barStarts[first + 1]! <= onsetBeats) first++;
    if (onsetBeats < barStarts[bars]!) features[first * width + width - 1]! += 1 / barBeats(barStarts, first);
    const octave = Math.min(octaves - 1, Math.max(0, Math.floor(midiPitch / 12) - lowestOctave));
    const end = onsetBeats + durationBeats;
    const add = (from: number, until: number): void => {
      for (let bar = from; bar < until && barStarts[bar]! < end; bar++) {
        const sounding = Math.min(end, barStarts[bar + 1]!) - Math.max(onsetBeats, barStarts[bar]!);
        const share = Math.max(0, sounding) / barBeats(barStarts, bar);
        features[bar * width + (midiPitch % 12)]! += share;
        features[bar * width + 12 + octave]! += share;
      }
    };
    const held = first + longBars;
    if (held >= bars || barStarts[held]! >= end) {
      add(first, bars);
      continue;
    }
    // All bars in between sound throughout.
    const last = countAtMost(barStarts, end, bars) - 1;
    add(first, first + 1);
    add(last, bars);
    changes ??= new Float64Array((bars + 1) * width);
    for (const place of [midiPitch % 12, 12 + octave]) {
      changes[(first + 1) * width + place]! += 1;
      changes[last * width + place]! -= 1;
    }
  }
  if (changes) addSums(features, changes, width);
  return findSections(features, width, barStarts);
}

const barBeats = (barStarts: readonly number[], bar: number): number => barStarts[bar + 1]! - barStarts[bar]!;
