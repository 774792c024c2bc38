/** Names of uploaded files: shown, used as a key of results, never as a path. */

import { withoutFormattingCharacters } from '../../domain/formatting-characters.js';

const maxCharacters = 255;

/** The last part of the name, without control characters; `audio` where nothing is left. */
export function safeFilename(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const shown = last.normalize('NFC').replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, '');
  const cleaned = withoutFormattingCharacters(shown).trim();
  const characters = [...cleaned];
  if (characters.length <= maxCharacters) return cleaned === '' || /^\.+$/.test(cleaned) ? 'audio' : cleaned;
  // The end is kept, because the extension shows a reader most.
  return `${characters.slice(0, maxCharacters - 11).join('')}…${characters.slice(-10).join('')}`;
}

/** The name that a form's part gives: browsers and HTTP libraries write a quotation mark as `%22` (HTML Standard, multipart/form-data). */
export function filenameOfPart(name: string | undefined): string | undefined {
  return name?.replace(/%22/g, '"').replace(/%0[da]/gi, ' ');
}

/** A title for a file without tags: its name without the extension. */
export function titleFromFilename(filename: string): string {
  return filename.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim() || filename;
}
