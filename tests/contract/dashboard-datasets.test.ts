import { expect, it } from 'vitest';
import { fullerDataset, shownName } from '../../dashboard/src/ui/datasets.js';

const one = { dataset_id: 'ds_1', name: 'Catalogue', songs: 0 };
const two = { dataset_id: 'ds_2', name: 'Catalogue ', songs: 7 };
const other = { dataset_id: 'ds_3', name: 'Lyrics', songs: 2 };
const all = [{ dataset_id: 'default', name: 'Default database', songs: 0 }, one, two, other];

it('datasets of one name are told apart by their ids, and others are shown by name alone', () => {
  expect(all.map((dataset) => shownName(dataset, all))).toEqual([
    'Default database',
    'Catalogue · ds_1',
    'Catalogue  · ds_2',
    'Lyrics',
  ]);
});

it('in place of an empty dataset the one with the most songs is offered first, and none where all are empty', () => {
  expect(fullerDataset('default', all.slice(0, 3))).toBe('ds_2');
  expect(fullerDataset('default', all)).toBe('ds_2');
  expect(fullerDataset('default', all.toReversed())).toBe('ds_2');
  expect(fullerDataset('ds_3', all)).toBeNull();
  expect(fullerDataset('default', [{ dataset_id: 'default', songs: 0 }, one])).toBeNull();
  expect(fullerDataset('gone', all)).toBeNull();
});
