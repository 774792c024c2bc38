import { describe, expect, it } from 'vitest';
import { dueMerge } from './merge-policy.js';
import type { Segment } from './segments.js';

const songUnits = 1400;
const songPostings = 3500;

/** A catalogue's segments while songs are added and what is due is merged. */
class Catalogue {
  segments: Segment[] = [];
  rewritten = 0;
  private nextId = 0;
  private end = 0;

  add(postings = songPostings, units = songUnits): void {
    this.put(0, this.end, this.end + units, postings);
    this.end += units;
    this.mergeAll();
  }

  put(level: number, base: number, end: number, postings: number): void {
    this.segments.push({ id: this.nextId++, level, base, end, postings, shift: 7 });
  }

  mergeAll(): void {
    for (let due = dueMerge(this.segments); due; due = dueMerge(this.segments)) {
      const { segments: merged, level } = due;
      const postings = merged.reduce((sum, segment) => sum + segment.postings, 0);
      this.rewritten += postings;
      this.segments = this.segments.filter((segment) => !merged.includes(segment));
      const [base, end] = [
        Math.min(...merged.map((segment) => segment.base)),
        Math.max(...merged.map((segment) => segment.end)),
      ];
      this.put(level, base, end, postings);
    }
  }

  countOf(level: number): number {
    return this.segments.filter((segment) => segment.level === level).length;
  }
}

describe('merges', () => {
  it('leave at most seven segments of a small level and one of a large, and write a posting 12 times at most on the way to 40,000 songs', () => {
    const catalogue = new Catalogue();
    const most = [0, 0, 0, 0, 0, 0];
    for (let songs = 1; songs <= 40_000; songs++) {
      catalogue.add();
      for (let level = 0; level <= 5; level++) most[level] = Math.max(most[level]!, catalogue.countOf(level));
    }
    expect(most).toEqual([7, 7, 7, 1, 1, 1]);
    const largest = Math.max(...catalogue.segments.map(({ postings }) => postings));
    expect(largest / songPostings).toBe(32_768);
    expect(catalogue.segments.reduce((sum, { postings }) => sum + postings, 0)).toBe(40_000 * songPostings);
    expect(catalogue.rewritten / songPostings / 40_000).toBeLessThan(12);
  });

  it('leave few segments of songs of any length too', () => {
    const catalogue = new Catalogue();
    for (let song = 0; song < 10_000; song++) catalogue.add(50 * 10 ** ((song * 7) % 4));
    expect(catalogue.segments.filter(({ level }) => level >= 3).length).toBeLessThan(4);
    expect(catalogue.segments.length).toBeLessThan(26);
  });

  it('join what an earlier version kept as several large segments', () => {
    const catalogue = new Catalogue();
    for (let i = 0; i < 5; i++)
      catalogue.put(4, i * 4096 * songUnits, (i + 1) * 4096 * songUnits, 4096 * songPostings);
    for (let i = 0; i < 3; i++)
      catalogue.put(3, (20_480 + 512 * i) * songUnits, (20_992 + 512 * i) * songUnits, 512 * songPostings);
    catalogue.mergeAll();
    expect(catalogue.segments.map(({ level, postings }) => [level, postings / songPostings])).toEqual([
      [3, 1536],
      [4, 20_480],
    ]);
  });

  it('make no segment whose positions do not fit 32 bits', () => {
    const catalogue = new Catalogue();
    for (let i = 0; i < 40; i++) catalogue.put(4, i * 2 ** 30, (i + 1) * 2 ** 30, 1000);
    catalogue.mergeAll();
    expect(Math.max(...catalogue.segments.map(({ base, end }) => end - base))).toBe(2 ** 32);
    expect(catalogue.segments).toHaveLength(10);
  });
});
