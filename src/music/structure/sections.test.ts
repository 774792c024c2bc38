import { describe, expect, it } from 'vitest';
import { findSections } from './sections.js';

describe('sections', () => {
  it('are cut where the sound changes, and equal when it comes back', () => {
    const bars = 48;
    const features = new Float32Array(bars * 4);
    for (let bar = 0; bar < bars; bar++) {
      const isMiddle = bar >= 16 && bar < 32;
      features.set(isMiddle ? [0, 1, 0, 1 + (bar % 2) / 10] : [1, 0, 1, (bar % 2) / 10], bar * 4);
    }
    const starts = Array.from({ length: bars + 1 }, (_, bar) => bar * 4);
    expect(findSections(features, 4, starts)).toEqual([
      { startBeat: 0, endBeat: 64, label: 'A' },
      { startBeat: 64, endBeat: 128, label: 'B' },
      { startBeat: 128, endBeat: 192, label: 'A' },
    ]);
  });

  it('are cut in music that repeats itself exactly too', () => {
    const bars = 24;
    const features = new Float32Array(bars * 2);
    for (let bar = 0; bar < bars; bar++) features.set(bar >= 8 && bar < 16 ? [0, 1] : [1, 0], bar * 2);
    const starts = Array.from({ length: bars + 1 }, (_, bar) => bar * 4);
    expect(findSections(features, 2, starts).map(({ label, endBeat }) => [label, endBeat])).toEqual([
      ['A', 32],
      ['B', 64],
      ['A', 96],
    ]);
  });

  /** Bars of sections by letter; each letter has a sound of its own, each bar a little of its own. */
  function form(letters: string, barsEach: number): [string, number][] {
    const width = 8;
    const bars = letters.length * barsEach;
    const features = new Float32Array(bars * width);
    for (let bar = 0; bar < bars; bar++) {
      const sound = letters.charCodeAt(Math.floor(bar / barsEach));
      for (let i = 0; i < width; i++) {
        const own = Math.sin(sound * (i + 1) * 12.9898) * 43758.5453;
        features[bar * width + i] = own - Math.floor(own) + 0.05 * Math.sin(bar * (i + 3) * 7.1);
      }
    }
    const starts = Array.from({ length: bars + 1 }, (_, bar) => bar);
    return findSections(features, width, starts).map(({ label, endBeat }) => [label, endBeat]);
  }

  it('two halves of 24 bars are two sections', () => {
    expect(form('AB', 24)).toEqual([
      ['A', 24],
      ['B', 48],
    ]);
  });

  it('AABA: what is repeated at once has no border, the bridge has two', () => {
    expect(form('AABA', 8)).toEqual([
      ['A', 16],
      ['B', 24],
      ['A', 32],
    ]);
  });

  it('verse and chorus alternate', () => {
    expect(form('ABABAB', 8).map(([label, end]) => `${label}${end}`)).toEqual([
      'A8',
      'B16',
      'A24',
      'B32',
      'A40',
      'B48',
    ]);
  });

  it('through-composed music has a new letter at each border', () => {
    expect(form('ABCDE', 12).map(([label, end]) => `${label}${end}`)).toEqual([
      'A12',
      'B24',
      'C36',
      'D48',
      'E60',
    ]);
  });

  it('a short intro of four bars is a section', () => {
    expect(form('ABBBB', 4)).toEqual([
      ['A', 4],
      ['B', 20],
    ]);
  });

  /** Sections of eight bars each, by what their bars are. */
  function sectionsOf(sounds: readonly (readonly number[])[]): string[] {
    const bars = sounds.flatMap((sound) => Array.from({ length: 8 }, () => sound));
    const starts = Array.from({ length: bars.length + 1 }, (_, bar) => bar);
    const sections = findSections(Float32Array.from(bars.flat()), sounds[0]!.length, starts);
    return sections.map(({ label, endBeat }) => `${label}${endBeat}`);
  }
  const three = [
    [1, 1],
    [-1, 1],
    [0, -2],
  ] as const;

  it('differ also where only one feature does, whichever that is', () => {
    expect(sectionsOf(three)).toEqual(['A8', 'B16', 'C24']);
    expect(sectionsOf(three.map(([one, other]) => [other, one]))).toEqual(['A8', 'B16', 'C24']);
  });

  it('are the same beside a feature that is equal in all bars', () => {
    for (const constant of [0, 7])
      expect(sectionsOf(three.map((sound) => [...sound, constant]))).toEqual(['A8', 'B16', 'C24']);
  });
});
