import { describe, expect, it } from 'vitest';
import { lyricLanguages } from '../../domain/languages.js';
import { identifyLanguages } from './identify.js';

const best = async (text: string): Promise<string | undefined> =>
  [...(await identifyLanguages(text))].sort((a, b) => b[1] - a[1])[0]?.[0];

describe('identifyLanguages', () => {
  it.each([
    ['ko', '오늘 밤 달이 강 위에 뜨네'],
    ['en', 'the moon is on the river and the night is long'],
    ['zh', '月亮照在河上'],
    ['ja', '月が川を照らす'],
    ['es', 'la luna brilla sobre el río y la noche es larga'],
    ['fr', 'la lune brille sur la rivière et la nuit est longue'],
    ['de', 'der Mond scheint über dem Fluss und die Nacht ist lang'],
    ['it', 'la luna splende sul fiume e la notte è lunga'],
    ['pt', 'a lua brilha sobre o rio e a noite não tem fim'],
    ['ar', 'القمر فوق النهر'],
    ['hi', 'चाँद नदी पर है'],
    ['th', 'พระจันทร์ส่องแม่น้ำ'],
    ['vi', 'trăng sáng trên dòng sông và đêm thật dài'],
    ['id', 'bulan bersinar di atas sungai dan malam sangat panjang'],
    ['tr', 'ay nehrin üzerinde parlıyor ve gece çok uzun'],
    ['pl', 'księżyc świeci nad rzeką i noc jest długa'],
    ['nl', 'de maan schijnt over de rivier en de nacht is lang'],
    ['ru', 'луна светит над рекой'],
  ])('knows %s', async (code, text) => {
    expect(await best(text)).toBe(code);
  });

  it('reports both languages of a mixed text, with shares that sum to 1', async () => {
    const shares = await identifyLanguages(
      '오늘 밤 달이 강 위에 뜨네 you are the only one that I want tonight',
    );
    expect(shares.get('ko')).toBeGreaterThan(0.3);
    expect(shares.get('en')).toBeGreaterThan(0.3);
    expect([...shares.values()].reduce((a, b) => a + b)).toBeCloseTo(1);
  });

  it.each(['', ' \n', '♪ ♪ … 123 !?'])('finds nothing in %j', async (text) => {
    expect((await identifyLanguages(text)).size).toBe(0);
  });

  it('never gives a number that is none, or a language outside the list', async () => {
    for (const text of ['x', 'aaaaaaaa', 'ß', '\u0000', 'ﷺ', 'zzzz qqqq xxxx', 'Ω ω']) {
      for (const [language, share] of await identifyLanguages(text)) {
        expect(lyricLanguages).toContain(language);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
    }
  });
});
