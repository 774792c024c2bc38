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
    // A later window counts a little more, too.
    expect(song.es! / song.zh!).toBeCloseTo(10 / 0.5 ** (1 / 4), 5);
  });
  it('lets go of what came before by what was spoken since, and of nothing where nobody speaks', () => {
    const song = songEvidence(
      { en: 1 },
      Array.from({ length: 4 }, () => window({ fr: 1 }, 0)),
    );
    expect(song.en).toBeCloseTo(0.5, 9);
    expect(songEvidence({ en: 1 }, [window({ zh: 1 }, 1)])).toEqual({ en: 1, zh: 0 });
  });
  it('is the same however many windows are heard at a time', () => {
    const windows = [window({ es: 1 }), window({ es: 0.8, pt: 0.2 }), window({ hi: 0.3, te: 0.2 }, 0.2)];
    const oneByOne = windows.reduce((song, one) => songEvidence(song, [one]), {});
    expect(songEvidence({}, windows)).toEqual(oneByOne);
  });
  it('outweighs a window that resembles another language a little, also where it is heard alone', () => {
    const song = songEvidence(
      {},
      Array.from({ length: 5 }, () => window({ es: 0.7, pt: 0.1 })),
    );
    const odd = { hi: 0.4, te: 0.2, es: 0.02 };
    expect(decodingLanguage(odd, songEvidence(song, [window(odd)]), [...known, 'hi'])).toBe('es');
  });
});
