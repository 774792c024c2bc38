/** By which names songs and keys are called, and how parts of sentences end, in the dashboard. */
import { describe, expect, it } from 'vitest';
import japanese from '../../dashboard/src/i18n/catalogs/ja.json' with { type: 'json' };
import chinese from '../../dashboard/src/i18n/catalogs/zh.json' with { type: 'json' };
import { serverSentence } from '../../dashboard/src/i18n/server-sentence.js';
import { asSentence } from '../../dashboard/src/results/as-sentence.js';
import { titleOf } from '../../dashboard/src/ui/names.js';
import { keyName } from '../../src/evidence-view/key-names.js';
import { translateWith } from '../../src/evidence-view/translate.js';
import { pitchClassNames } from '../../src/music/song-description.js';
import { spelled } from '../../src/music/spelling.js';
import { speakGerman } from './support/speak-german.js';

describe('the names of keys', () => {
  it('are those of German musicians on a German page, also within sentences of the server', async () => {
    await speakGerman();
    const german = ['B major', 'Bb major', 'Bb minor', 'Eb major', 'Ab major', 'F# minor', 'C# minor'];
    expect(german.map(serverSentence)).toEqual([
      'H-Dur',
      'B-Dur',
      'B-Moll',
      'Es-Dur',
      'As-Dur',
      'Fis-Moll',
      'Cis-Moll',
    ]);
    const doubt =
      'The matching notes lie 1 semitone lower in the second song, octaves aside, which leads from B major to Bb major, not to G major. One of the two keys is doubtful, more likely the first song’s, B major; or the passage stands in another key than its song.';
    expect(serverSentence(doubt)).toMatch(/H-Dur.*B-Dur.*G-Dur.*H-Dur/);
  });

  it('are all given to the translation, however the key is spelled', () => {
    const asked: string[] = [];
    translateWith((sentence) => {
      asked.push(sentence);
      return `<${sentence}>`;
    }, 'de');
    try {
      const keys = pitchClassNames.flatMap((tonic) => [`${tonic} major`, `${tonic} minor`]);
      expect(keys.map(keyName)).toEqual(keys.map((key) => `<${spelled(key, key)}>`));
      expect(new Set(asked).size).toBe(24);
    } finally {
      translateWith(
        (sentence, values = {}) =>
          sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])),
        'en',
      );
    }
  });
});

it('a result calls its song by the title: without tags the name of its file, without the ending', () => {
  expect(titleOf({ name: 'sw85.mid', filename: 'sw85.mid' })).toBe('sw85');
  expect(titleOf({ name: 'Mr. Blue.Sky', filename: 'track07.wav' })).toBe('Mr. Blue.Sky');
  expect(titleOf({ name: '.mid', filename: '.mid' })).toBe('.mid');
  expect(titleOf({ name: null, filename: null })).toBeNull();
});

it('a reason ends with one full stop, that of its language', () => {
  expect(['no beat', 'No beat.', 'Really?'].map(asSentence)).toEqual(['No beat.', 'No beat.', 'Really?']);
  expect(['一致します。', '拍がありません'].map(asSentence)).toEqual(['一致します。', '拍がありません。']);
  const catalogs = [chinese, japanese] as readonly Readonly<Record<string, string>>[];
  for (const catalog of catalogs) expect(catalog['{{what}}. {{where}}']).toBe('{{what}}。{{where}}');
  expect(asSentence('박자가 없습니다')).toBe('박자가 없습니다.');
});
