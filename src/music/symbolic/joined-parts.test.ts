import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { joinedParts, type Part } from './joined-parts.js';
import { generateMelody } from './test-support/melodies.js';

const tune = generateMelody(3, 96);
const part = (notes: readonly SongNote[], given: Partial<Part> = {}): Part => ({
  track: 1,
  channel: 0,
  name: '',
  program: 24,
  notes,
  ...given,
});
/** A part for each of `count`, in the order of their first notes. */
const spread = (
  count: number,
  partOf: (note: SongNote, index: number) => number,
  given: (place: number) => Partial<Part>,
): Part[] =>
  Array.from({ length: count }, (_, place) =>
    part(
      tune.filter((note, index) => partOf(note, index) === place),
      given(place),
    ),
  ).filter(({ notes }) => notes.length > 0);
const ringing = tune.map((note) => ({ ...note, durationBeats: note.durationBeats + 1 }));

describe('one voice', () => {
  it.each([2, 6, 13])('is what one track plays on %i channels in turn', (count) => {
    const parts = spread(
      count,
      (_, index) => index % count,
      (channel) => ({ channel }),
    );
    expect(joinedParts(parts)).toEqual([{ ...parts[0], notes: tune }]);
  });

  it('is what the strings of a guitar play, a channel each, though they ring on', () => {
    const strings = [0, 1, 2, 3].map((channel) =>
      part(
        ringing.filter(({ midiPitch }) => Math.min(3, Math.floor((midiPitch - 60) / 5)) === channel),
        { channel },
      ),
    );
    expect(joinedParts(strings).map(({ notes }) => notes)).toEqual([ringing]);
  });

  it('is what clips of one name and number play one after the other, a track each', () => {
    const clips = spread(
      8,
      (_, index) => Math.floor(index / 12),
      (place) => ({ track: place, name: `Clip ${place}` }),
    );
    expect(joinedParts(clips)).toEqual([{ ...clips[0], notes: tune }]);
  });
});

describe('voices of their own', () => {
  const lower = tune.map((note) => ({ ...note, midiPitch: note.midiPitch - 7 }));
  const late = tune.map((note) => ({ ...note, onsetBeats: note.onsetBeats + 8 }));
  const verses = (given: Partial<Part>): Part[] => [
    part(tune.slice(0, 48), { name: 'Vocals' }),
    part(tune.slice(48), { name: 'Vocals', ...given }),
  ];

  it.each<[string, Part[]]>([
    ['channels of one track that play together', [part(tune), part(lower, { channel: 1 })]],
    ['channels of one track that play a canon', [part(tune), part(late, { channel: 1 })]],
    ['instruments that take turns in one track', verses({ channel: 1, program: 73 })],
    ['tracks that take turns and have other names', verses({ track: 2, name: 'Flute' })],
    [
      'singers of one name that sing together',
      [part(tune, { name: 'Vox 1' }), part(lower, { name: 'Vox 2', track: 2 })],
    ],
    [
      'unnamed tracks that take turns on channels of their own',
      [part(tune.slice(0, 48)), part(tune.slice(48), { track: 2, channel: 1 })],
    ],
  ])('are %s, in the order in which they were written', (_, parts) => {
    expect(joinedParts(parts)).toEqual(parts);
    expect(joinedParts([...parts, part(lower, { track: 9, name: 'x', channel: 9 })])).toHaveLength(3);
  });
});
