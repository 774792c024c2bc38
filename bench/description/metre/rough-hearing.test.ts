import { expect, it } from 'vitest';
import { notesAsSounding } from '../../../src/music/symbolic/notes-as-heard.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { played } from './playing.js';
import { roughlyHeard } from './rough-hearing.js';
import type { WrittenNote } from './written-note.js';

/** A bass note a bar under a line of quarters. */
const written = Array.from({ length: 96 }, (_, beat): WrittenNote[] => [
  { onset: beat, duration: 1, pitch: 67 + [0, 4, 2, 5, 7, 2, 3][(beat * 5) % 7]!, voice: 0 },
  ...(beat % 4 === 0
    ? [{ onset: beat, duration: 4, pitch: 40 + [0, 5, 7, 0][(beat / 4) % 4]!, voice: 1 }]
    : []),
]).flat();

it('a poor transcription misses and adds notes, the same ones for the same seed', () => {
  const file = played(written, [4, 4], 3);
  const map = tempoMap(file);
  const whole = notesAsSounding(file.notes, map).notes;
  const [first, again] = [roughlyHeard(file, map, 4), roughlyHeard(file, map, 4)];
  expect(again.notes).toEqual(first.notes);
  const kept = first.notes.filter(({ startFrame, midi }) =>
    whole.some((note) => note.midi === midi && Math.abs(note.startFrame - startFrame) < 12),
  );
  expect(kept.length).toBeGreaterThan(whole.length / 2);
  expect(kept.length).not.toBe(first.notes.length);
});
