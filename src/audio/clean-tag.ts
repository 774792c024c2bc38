import { withoutFormattingCharacters } from '../domain/formatting-characters.js';

const maxCharacters = 300;

/**
 * UTF-8 that was labelled or read as Latin-1 ("TÃ«st") becomes what it was: text that happens to be valid UTF-8
 * with characters beyond ASCII is almost never anything else.
 */
function undoLatin1(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\x00-\xff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/**
 * Makes a text from outside fit to store and show: one line, no control or invisible formatting characters,
 * Unicode in composed form (NFC), at most 300 characters; null where nothing is left.
 */
export function cleanTag(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const oneLine = undoLatin1(text.slice(0, maxCharacters * 8))
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Co}\p{Cn}\p{Cs}\ufffd]/gu, '');
  const cleaned = withoutFormattingCharacters(oneLine).replace(/\s+/gu, ' ').trim();
  const characters = Array.from(cleaned).slice(0, maxCharacters).join('').trim();
  return characters === '' ? null : characters;
}
