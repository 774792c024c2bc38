import { describe, expect, it } from 'vitest';
import { comparePhonetics } from './compare.js';
import { loadEnglishDictionary } from './english.js';
import { phonemesByLetters } from './letters.js';
import { phonemeSimilarity } from './phonemes.js';
import { pronounce } from './pronounce.js';
import { rhymeDensity, rhymeScheme } from './rhymes.js';

const dictionary = await loadEnglishDictionary();
const lines = (...texts: string[]) => texts.map((text) => pronounce(text, dictionary));

describe('phonetics', () => {
  it('hears no difference between words that are only spelt differently', async () => {
    const compared = await comparePhonetics(
      'Their knight rode the whole weigh',
      'There night road the hole way',
    );
    expect(compared.max_similarity).toBe(1);
  });

  it('distinguishes lines that only share a topic', async () => {
    const compared = await comparePhonetics(
      'The ocean swallowed every ship',
      'A sea drank all of those boats',
    );
    expect(compared.max_similarity).toBeLessThan(0.6);
    expect(compared.sound_alike_parts).toEqual([]);
  });

  it('shows the three most similar pairs of different lines, and knows the best one where none is shown', async () => {
    const query = 'The night is cold\nA bridge of stone\nMy father sold\nThe telephone';
    const target = 'A telephone\nThe knight was old\nA bridge alone\nThe night is gold';
    const { max_similarity, sound_alike_parts } = await comparePhonetics(query, target);
    expect(
      sound_alike_parts.map(({ query_sentence, target_sentence }) => [query_sentence, target_sentence]),
    ).toEqual([
      ['The night is cold', 'The night is gold'],
      ['The telephone', 'A telephone'],
      ['A bridge of stone', 'A bridge alone'],
    ]);
    expect(max_similarity).toBe(sound_alike_parts[0]!.similarity);
    // Weaker pairs come first and last: the best one stands between them.
    const weak = await comparePhonetics(
      'Summer rain\nGolden river\nBlue',
      'Winter snow\nOver the river\nGreen',
    );
    const alone = await comparePhonetics('Golden river', 'Over the river');
    expect(weak.max_similarity).toBe(alone.max_similarity);
  });

  it('finds the same name across scripts', () => {
    for (const word of ['москва', 'モスクワ', '모스크바', 'मोस्कवा']) {
      expect(phonemeSimilarity(phonemesByLetters('moskva'), phonemesByLetters(word)), word).toBeGreaterThan(
        0.6,
      );
    }
    expect(phonemeSimilarity(phonemesByLetters('moskva'), phonemesByLetters('киев'))).toBeLessThan(0.5);
  });

  it('reads Hangul syllables from the first to the last, and Devanagari consonants with the vowel that they carry', () => {
    expect(['가', '나', '각', '힣'].map(phonemesByLetters)).toEqual(['ga', 'na', 'gak', 'hit']);
    // A vowel sign or virama after it, or the word's end, takes it away.
    expect(['कमल', 'नमस्ते', 'दिल'].map(phonemesByLetters)).toEqual(['k@m@l', 'n@m@ste', 'dil']);
  });

  it('names the rhyme scheme', () => {
    const stanza = lines(
      'Upon the hill there stands a tree',
      'Its leaves have fallen to the ground',
      'And no one comes up there but me',
      'To hear its branches make a sound',
    );
    expect(rhymeScheme(stanza)).toBe('ABAB');
  });

  it('measures more rhyme where whole runs of vowels return than in prose', () => {
    const rap = lines('My static tactic is attic magic', 'A tragic habit of rapid traffic');
    const prose = lines('We walked along towards the old brown house', 'Nobody answered when I rang again');
    expect(rhymeDensity(rap)).toBeGreaterThan(rhymeDensity(prose) + 0.3);
  });

  it('finds a chain of rhymes that two lyrics share without sharing a word', async () => {
    const compared = await comparePhonetics(
      'Below the silver moon\nI carry home the light\nWe will be singing soon\nUntil the end of night',
      'He whistled half a tune\nIt never sounded right\nThe roses died in June\nA bird forgot its flight',
    );
    expect(compared.shared_rhyme_chains[0]?.query_sentences).toHaveLength(4);
  });

  it('says nothing of scripts whose sounds it does not know', async () => {
    const compared = await comparePhonetics('我爱你的一切', '我爱你的一切');
    expect(compared.max_similarity).toBe(0);
    expect(compared.query_rhyme.scheme).toBe('-');
  });
});
