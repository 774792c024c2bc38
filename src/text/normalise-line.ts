/**
 * What two lines are compared by: case, width, accents, punctuation, adlibs and markup do not count.
 * The rules are documented in docs/measurements/lyric-plagiarism-steps.md; changing one changes stored indexes, so
 * `normalisationVersion` rises with it.
 */
import { decodeEntities } from './html-entities.js';

export const normalisationVersion = 7;

/** Sung syllables that say nothing, as whole words in many languages. */
const interjection =
  /^(?:o+h*|a+h+|u+h+|e+h+|m+h*m+|h+m+|ye+a*h*|ye+s|hey+|ay+e*|woah*|whoa+|wo+|la+|na+|da+|do+|ba+|sha|yo+|uh-?huh|ooh+|go|c'?mon|baby|wow|rap|х*ей|о+|а+|э+й|ла+|на+|오+|아+|예+|워+|ラ+|ナ+|ああ+|おお+|啊+|哦+|喔+|呀+|啦+)$/u;

/** Longer words are judged by nothing: a pattern must not meet 20,000 letters of hostile text. */
const longestInterjection = 24;

/** Whether a normalised word is a sung syllable that says nothing. */
export function isInterjection(word: string): boolean {
  return word.length <= longestInterjection && interjection.test(word);
}

const sectionWord =
  'chorus|refrain|verse|pre-?chorus|post-?chorus|bridge|intro|outro|hook|interlude|instrumental|solo|coda|' +
  'break|strophe|vers|couplet|kehrvers|pont|estribillo|estrofa|verso|puente|coro|ritornello|strofa|ponte|' +
  'refr[aã]o|refrein|couplet|brug|zwrotka|refren|припев|куплет|サビ|후렴|副歌|主歌';
const sectionMark = new RegExp(
  `^(?:${sectionWord})\\s*\\d{0,2}\\s*(?:\\(?x?\\s*\\d{1,2}x?\\)?)?\\s*[:.]?$`,
  'iu',
);

/** A chord over the syllable that follows it, as ChordPro and chord sheets write it: `[Am]`, `[F#m7/C#]`, `[Bbsus4]`. */
const chord =
  /\[[A-H][#b♯♭]?(?:maj|min|dim|aug|sus|add|mi|ma|m|M|no|[-+°ø∆Δ]|[#b♯♭]?\d{1,2}|\([#b♯♭]?\d{1,2}\)){0,6}(?:\/[A-H][#b♯♭]?)?\]/gu;

/** Removes HTML tags, LRC time tags, chords and subtitles' styles, and characters that cannot be seen; decodes HTML entities. */
export function stripMarkup(line: string): string {
  return (
    decodeEntities(line.replace(/<[/!a-z][^<>]{0,300}>/giu, ' '))
      .replace(/\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]|<(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.:]\d{1,3})?>/gu, ' ')
      // Both stand inside words: a chord and a karaoke time belong to a syllable.
      .replace(chord, '')
      .replace(/\{\\[^{}]{0,200}\}/gu, '')
      .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/gu, '')
      .replace(/\p{Cc}/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim()
  );
}

/** Whether a line only names a part of the song: `[Chorus]`, `(Verse 2)`, `Refrain:`, `[Artist: …]`. */
export function isSectionMark(line: string): boolean {
  const text = line.trim();
  if (/^[[{【][^\]}】]{0,80}[\]}】]$/u.test(text)) return true;
  return sectionMark.test(text.replace(/^[({（]\s*|\s*[)}）]$/gu, ''));
}

/**
 * Names of sections that are sung words too, of which one alone on its line in lower case is one: Italian and Spanish "solo", French
 * "pont", English "break". Others are no words that people sing ("chorus", "outro", "припев").
 */
const sungName = /^(?:solo|verse|bridge|hook|break|vers|verso|pont|puente|ponte|brug|coro)$/u;

/** Whether a whole line is a section's name and not sung. */
export function isSectionLine(line: string): boolean {
  return isSectionMark(line) && !sungName.test(line.trim());
}

/** Drops bracketed adlibs such as "(yeah, yeah)" and repeat marks such as "x2" from a line that says more. */
export function stripAdlibs(line: string): string {
  return line
    .replace(/[([（][^()[\]（）]{0,60}[)\]）]/gu, (bracketed) =>
      wordsOf(bracketed.toLowerCase()).every((word) => isInterjection(word) || /^x?\d{1,2}x?$/u.test(word))
        ? ' '
        : bracketed,
    )
    .replace(/(?:\s|^)[x×]\s?\d{1,2}\s*$/iu, ' ')
    .replace(/^\s*\d{1,2}[.)]\s+/u, ' ');
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
}

/** Marks that carry no meaning of their own in these scripts; elsewhere (Devanagari, Thai) they are vowels. */
const droppedMarks =
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u064b-\u065f\u0670]/gu;

/**
 * The line's words, lower-case, without accents, punctuation and adlibs, joined by single spaces.
 * '' where the line holds no letter or digit. At most three marks a letter survive, so that "zalgo" text is
 * the text under it.
 */
export function normaliseLine(line: string): string {
  return normaliseWords(stripAdlibs(stripMarkup(line)));
}

/** The words of a text of which markup and adlibs are removed already, as in `normaliseLine`. */
export function normaliseWords(text: string): string {
  const decomposed = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(droppedMarks, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/ß/gu, 'ss')
    .replace(/ς/gu, 'σ')
    .replace(/['’ʼ`´]/gu, '');
  return (decomposed.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []).join(' ');
}

/** Whether the normalised line is made of sung syllables only ("oh oh, la la la"). */
export function isInterjectionLine(normalised: string): boolean {
  return normalised.length > 0 && normalised.split(' ').every(isInterjection);
}
