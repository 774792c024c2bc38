import { describe, expect, it } from 'vitest';
import { pinned } from '../../../numbers/test-support/pinned.js';
import { knownPairs } from '../test-support/scenes.js';
import { type Comparison, compareSongs } from './compare-songs.js';
import type { LineMatch } from './line-match.js';
import type { SegmentMatch } from './segment-match.js';
import { chordRolls, rollsOf, type SegmentRolls } from './segment-rolls.js';

/** Facts of what lies beside each other are left out where they are those of the segments. */
const segmentFacts = ({ beside, ...segment }: SegmentMatch): object =>
  beside.original.chords.length + beside.comparison.chords.length < 32 ? { ...segment, beside } : segment;

/** The first two segments with all that is reported of them; of the others, where they are. */
const lineFacts = ({ matchedOnsets, segments, ...line }: LineMatch): object => ({
  ...line,
  matchedOnsets: matchedOnsets.flat(),
  segmentStarts: segments.flatMap(({ startBeats }) => startBeats),
  segments: segments.slice(0, 2).map(segmentFacts),
});

/** Of rolls, what the notes amount to. */
const rollFacts = ({ original, comparison, matched, ...rest }: SegmentRolls): object => {
  const sides = Object.entries({ original, comparison }).map(([name, { notes, ...side }]) => {
    return [name, { ...side, notes: notes.flatMap((note) => Object.values(note) as number[]) }];
  });
  return { ...rest, matched: matched.flat(), ...Object.fromEntries(sides) };
};

function textOf(comparison: Comparison, rolls: readonly (readonly SegmentRolls[])[]): string {
  const { harmony, tonal, lines } = comparison;
  return pinned({
    ...comparison,
    lines: lines.map(lineFacts),
    tonal: tonal && lineFacts(tonal),
    harmony: harmony && { ...harmony, segments: harmony.segments.slice(0, 1).map(segmentFacts) },
    rolls: rolls.map((line) => line.slice(0, 1).map(rollFacts)),
    chordRolls: harmony && chordRolls(harmony).map(rollFacts),
  });
}

describe('a comparison finds of pairs whose relation is known what it found before, to five digits', () => {
  it.each(Object.entries(knownPairs))('%s', async (name, [a, b]) => {
    const comparison = compareSongs(a, b, { songs: 1000 });
    const text = textOf(comparison, rollsOf(a, b, comparison));
    await expect(text).toMatchFileSnapshot(`known-pairs/${name.replaceAll(/\W+/g, '-')}.txt`);
  });
});
