import { expect, it } from 'vitest';
import { asNamedBy } from './acquire-music.js';

const song = {
  id: 'mus_1',
  title: 'First',
  artist: 'Someone',
  filename: 'first.mp3',
  blobKey: 'music/mus_1',
  sha256: '',
  durationSeconds: 1,
};

it('a task that brought its file analyses it under its own names, and leaves the record as it was', () => {
  const task = {
    variant: 'file' as const,
    filename: 'second.mp3',
    parameters: { named: { title: 'Second' } },
  };
  expect(asNamedBy(task, song)).toEqual({ ...song, filename: 'second.mp3', title: 'Second' });
  expect(song.filename).toBe('first.mp3');
});

it('a task that names a musicId, or keeps no name since the song was deleted, has the names of the record', () => {
  expect(asNamedBy({ variant: 'music', filename: 'x', parameters: {} }, song)).toBe(song);
  expect(asNamedBy({ variant: 'file', filename: null, parameters: {} }, song)).toEqual(song);
});
