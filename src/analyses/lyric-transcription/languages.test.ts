import { describe, expect, it } from 'vitest';
import { decodingLanguage, songEvidence } from './languages.js';

const known = ['en', 'es', 'zh', 'fr'];
const window = (heard: Record<string, number>, noSpeech = 0.1) => ({ heard, noSpeech });

describe('the language that a segment is decoded in', () => {
  const song = songEvidence({}, [
    window({ zh: 0.45, es: 0.2 }, 0.6),
    window({ es: 0.9, fr: 0.05 }),
    window({ es: 0.85, en: 0.1 }),
  ]);

  it('is the song’s for an introduction that resembles another, also where it comes first', () => {
    expect(decodingLanguage({ zh: 0.45, es: 0.2 }, song, known)).toBe('es');
  });
  it('is its own where it is sure of it', () => {
    expect(decodingLanguage({ en: 0.95, es: 0.02 }, song, known)).toBe('en');
  });
  it('is one of the 18, and one that the recogniser knows', () => {
    expect(decodingLanguage({ gl: 0.7, es: 0.2 }, {}, ['gl', 'es'])).toBe('es');
    expect(decodingLanguage({ es: 0.9, en: 0.1 }, {}, ['en'])).toBe('en');
  });
});

describe('songEvidence', () => {
  it('weighs windows by how surely someone speaks in them', () => {
    const song = songEvidence({}, [window({ zh: 1 }, 0.9), window({ es: 1 }, 0)]);
    expect(song.es! / song.zh!).toBeCloseTo(10, 5);
    expect(song.es! + song.zh!).toBeCloseTo(1, 5);
  });
  it('keeps half of what came before, and all of it where nobody speaks', () => {
    const song = songEvidence({ en: 1 }, [window({ fr: 1 }, 0)]);
    expect(song).toEqual({ en: 0.5, fr: 0.5 });
    expect(songEvidence({ en: 1 }, [window({ zh: 1 }, 1)])).toEqual({ en: 1 });
  });
});
