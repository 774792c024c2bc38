import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keep, readKept } from './kept-pairs.js';
import { type Collection, measuredCollection } from './measured-pairs.js';
import { featureNames } from './pair-features.js';

describe('what was measured of pairs and kept', () => {
  let folder = '';
  let path = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'contrafact-kept-pairs-'));
    path = join(folder, 'tunes.pairs.json');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is read whole where the sample was as large or larger, and not where it was smaller', () => {
    keep(path, 10, ['a', 'b', 'c']);
    expect(readKept(path, 10)).toEqual(['a', 'b', 'c']);
    expect(readKept(path, 2)).toEqual(['a', 'b', 'c']);
    expect(readKept(path, 11)).toBeNull();
    keep(path, Number.POSITIVE_INFINITY, ['all']);
    expect(readKept(path, 1_000_000)).toEqual(['all']);
  });

  it('is not read of another version, of other features, or without a version', () => {
    keep(path, 10, ['a']);
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    for (const other of [
      { ...kept, formatVersion: kept.formatVersion - 1 },
      { ...kept, features: featureNames.slice(1) },
      { name: 'tunes', features: featureNames, queries: [] },
    ]) {
      writeFileSync(path, JSON.stringify(other));
      expect(readKept(path, 10)).toBeNull();
    }
  });

  it('is measured anew, of at most as many questions as asked for, where what was kept does not fit', async () => {
    writeFileSync(path, JSON.stringify({ name: 'tunes', features: featureNames, queries: [] }));
    const empty: Collection = { name: 'tunes', pool: [], questions: [] };
    let made = 0;
    const make = () => {
      made++;
      return empty;
    };
    expect(await measuredCollection('tunes', folder, make, 5)).toEqual({ name: 'tunes', queries: [] });
    expect(await measuredCollection('tunes', folder, make, 5)).toEqual({ name: 'tunes', queries: [] });
    expect(made).toBe(1);
  });
});
