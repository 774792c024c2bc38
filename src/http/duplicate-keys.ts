/**
 * Finds a name that an object of a JSON text has twice. A parser keeps the last of them in silence, and a program between
 * may have read the first. The text must be valid JSON.
 */
export function duplicateKey(text: string): string[] | null {
  interface Level {
    /** Null for a list. */
    readonly names: Set<string> | null;
    place: string;
    index: number;
  }
  const levels: Level[] = [];
  const path = (name: string): string[] => [...levels.slice(0, -1).map((level) => level.place), name];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    const level = levels.at(-1);
    if (letter === '{') levels.push({ names: new Set(), place: '', index: 0 });
    else if (letter === '[') levels.push({ names: null, place: '0', index: 0 });
    else if (letter === '}' || letter === ']') levels.pop();
    else if (letter === ',' && level && level.names === null) level.place = String(++level.index);
    else if (letter === '"') {
      const end = endOfString(text, at);
      if (level?.names && isName(text, end)) {
        const name = JSON.parse(text.slice(at, end)) as string;
        if (level.names.has(name)) return path(name);
        level.names.add(name);
        level.place = name;
      }
      at = end - 1;
    }
  }
  return null;
}

/** Behind the closing quotation mark. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isName(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return text[at] === ':';
}
