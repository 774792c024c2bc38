/**
 * How the person at the terminal started this program. Messages name commands as `contrafact …`; where that name is
 * not on the path (a clone, npx), what is printed names the program as it was started, so that it can be pasted.
 */
import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path';

export interface Started {
  /** The script as Node was given it, absolute. */
  readonly script: string;
  readonly workingFolder: string;
  /** The folders of PATH. */
  readonly path: readonly string[];
}

export function programAsStarted({ script, workingFolder, path }: Started): string {
  // npx and npm scripts put this folder on the path for themselves, not for the person.
  if (dirname(script).endsWith(join('node_modules', '.bin'))) return 'npx contrafact';
  if (basename(script) !== 'contrafact' || path.includes(dirname(script))) return 'contrafact';
  const fromHere = relative(workingFolder, script);
  const shorter = fromHere.length < script.length && !isAbsolute(fromHere) ? fromHere : script;
  const pasted = shorter.includes('/') || shorter.includes('\\') ? shorter : `./${shorter}`;
  return /\s/.test(pasted) ? `"${pasted}"` : pasted;
}

/** The text with every quoted or leading `contrafact <command>` as the person would have to type it. */
export function asTyped(text: string, program: string = programAsStarted(startedHere())): string {
  return program === 'contrafact'
    ? text
    : text.replace(/(^|[`(]|&& )contrafact (?=[a-z])/gm, `$1${program} `);
}

function startedHere(): Started {
  return {
    script: process.argv[1] ?? '',
    workingFolder: process.cwd(),
    path: (process.env.PATH ?? '').split(delimiter),
  };
}
