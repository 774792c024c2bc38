import { describe, expect, it } from 'vitest';
import { pinned } from '../../numbers/test-support/pinned.js';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { asSongNotes, performance } from '../test-support/performance.js';
import {
  alignedLines,
  lineEvidence,
  noveltyBits,
  prepareLine,
  quickBits,
  scoreBeyondChance,
} from './evidence.js';
import { codesWithoutANote, ngramCodes } from './ngram-codes.js';
import { rhythmBits } from './rhythm.js';
import { isSameLine, sequenceOf } from './sequence.js';
import { fitBits, surprisal } from './surprisal.js';

const tune = generateMelody(3, 90);
const changed = (change: (note: SongNote, place: number) => SongNote[]): SongNote[] => tune.flatMap(change);
const lines: Readonly<Record<string, readonly SongNote[]>> = {
  'the tune': tune,
  'a third higher': changed((note) => [{ ...note, midiPitch: note.midiPitch + 4 }]),
  'with ornaments': changed((note, place) =>
    place % 5 === 2
      ? [
          { ...note, durationBeats: note.durationBeats / 2, midiPitch: note.midiPitch + 2 },
          {
            ...note,
            onsetBeats: note.onsetBeats + note.durationBeats / 2,
            durationBeats: note.durationBeats / 2,
          },
        ]
      : [note],
  ),
  'with notes lost': changed((note, place) => (place % 6 === 1 ? [] : [note])),
  'with other notes': changed((note, place) => [
    place % 4 === 3 ? { ...note, midiPitch: note.midiPitch + 1 } : note,
  ]),
  'in another rhythm': changed((note, place) => [{ ...note, onsetBeats: place, durationBeats: 1 }]),
  'played freely': asSongNotes(performance(3, 4, 16, 100).tune),
  'a part three times': [0, 1, 2].flatMap((turn) =>
    tune.slice(0, 20).map((note) => ({ ...note, onsetBeats: note.onsetBeats + turn * 24 })),
  ),
  'another tune': generateMelody(70, 90),
  'a long other tune': generateMelody(71, 300),
};

describe('what two lines share is what it was before, to five digits', () => {
  it.each(Object.entries(lines))('the tune and: %s', async (name, notes) => {
    const [a, b] = [prepareLine(tune), prepareLine(notes)];
    const alignment = alignedLines(a, b);
    const { alignment: traced, ...written } = lineEvidence(a, b, alignment, 'written');
    const text = pinned({
      quick: quickBits(a, b, alignment),
      written,
      transcribed: lineEvidence(a, b, alignment, 'transcribed').bits,
      alignment: { ...traced, pairs: traced.pairs.flatMap((pair) => [pair.a, pair.b]) },
      rhythm: rhythmBits(a, b),
      own: rhythmBits(b, b),
      isSame: isSameLine(a.sequence, b.sequence),
      sequence: b.sequence,
      surprise: surprisal(b.sequence),
      novelty: noveltyBits(b.sequence),
      codes: ngramCodes(b.sequence),
      withoutANote: codesWithoutANote(b.sequence),
    });
    await expect(text).toMatchFileSnapshot(`known-lines/${name.replaceAll(' ', '-')}.txt`);
  });

  it('and so is what chance takes, at every amount of it', () => {
    const beyond = (elsewhere: number, places: number, origin: 'written' | 'transcribed'): number =>
      50 - scoreBeyondChance(50, elsewhere, places, origin);
    // Half of it up to 12 (6 where a line was heard), then all but 6 (3), and beyond 20 half as much again.
    expect([4, 12, 20, 30].map((chance) => beyond(chance, 10, 'written'))).toEqual([2, 6, 14, 29]);
    expect([4, 6, 12, 20, 30].map((chance) => beyond(chance, 10, 'transcribed'))).toEqual([2, 3, 9, 17, 32]);
    // 0.6 a doubling beyond 2^13 places.
    expect([13, 14, 16].map((places) => beyond(0, places, 'written'))).toEqual([
      0,
      expect.closeTo(0.6, 9),
      expect.closeTo(1.8, 9),
    ]);
  });
});

describe('the surprise of intervals', () => {
  it('fitted to known lines is what it was before', async () => {
    const fitted = fitBits(Object.values(lines).map(sequenceOf));
    await expect(pinned({ fitted })).toMatchFileSnapshot('known-lines/fitted.txt');
  });
});
