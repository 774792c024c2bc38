/** Sections of written music: what each bar's notes are, how high they lie and how many begin. */
import type { SongNote, SongSection } from '../song-description.js';
import { findSections } from '../structure/sections.js';

/** Octaves of MIDI numbers; the outermost ones hold what lies beyond. */
const lowestOctave = 2;
const octaves = 6;
const width = 12 + octaves + 1;

/** `notes`: sorted by onset. `beats`: how many the grid has. `downbeats`: indexes of beats, rising. Work grows with the bars that notes last. */
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
  let first = 0;
  for (const { onsetBeats, durationBeats, midiPitch } of notes) {
    while (first + 1 < bars && barStarts[first + 1]! <= onsetBeats) first++;
    if (onsetBeats < barStarts[bars]!) features[first * width + width - 1]! += 1 / barBeats(barStarts, first);
    const octave = Math.min(octaves - 1, Math.max(0, Math.floor(midiPitch / 12) - lowestOctave));
    const end = onsetBeats + durationBeats;
    for (let bar = first; bar < bars && barStarts[bar]! < end; bar++) {
      const sounding = Math.min(end, barStarts[bar + 1]!) - Math.max(onsetBeats, barStarts[bar]!);
      const share = Math.max(0, sounding) / barBeats(barStarts, bar);
      features[bar * width + (midiPitch % 12)]! += share;
      features[bar * width + 12 + octave]! += share;
    }
  }
  return findSections(features, width, barStarts);
}

const barBeats = (barStarts: readonly number[], bar: number): number => barStarts[bar + 1]! - barStarts[bar]!;
