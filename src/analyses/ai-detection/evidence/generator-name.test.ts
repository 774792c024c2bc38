import { describe, expect, it } from 'vitest';
import { generatorNames } from './generator-name.js';

describe('the generator of a file', () => {
  it('is its folder', () => {
    expect(generatorNames(['suno/v4/a.mp3', 'yue/b.mp3'], 'fakes')).toEqual(['suno/v4', 'yue']);
  });

  it('is the beginning of its name where it lies in no folder', () => {
    const names = ['suno-01.mp3', 'Suno_02.mp3', 'udio 7.wav', 'musika/x.mp3'];
    expect(generatorNames(names, 'fakes')).toEqual(['suno', 'suno', 'udio', 'musika']);
  });

  it('is one for all where the names say nothing', () => {
    expect(generatorNames(['8f3a.mp3', '77b1.mp3', 'c0de.mp3'], 'fakes')).toEqual([
      'fakes',
      'fakes',
      'fakes',
    ]);
  });
});
