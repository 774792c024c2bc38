/** Names of uploaded files: shown, used as a key of results, never as a path. */

const maxCharacters = 255;

/** The last part of the name, without control characters; `audio` where nothing is left. */
export function safeFilename(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const cleaned = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  const characters = [...cleaned];
  if (characters.length <= maxCharacters) return cleaned === '' || /^\.+$/.test(cleaned) ? 'audio' : cleaned;
  // The end is kept, because the extension shows a reader most.
  return `${characters.slice(0, maxCharacters - 11).join('')}…${characters.slice(-10).join('')}`;
}

/** A title for a file without tags: its name without the extension. */
export function titleFromFilename(filename: string): string {
  return filename.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim() || filename;
}
