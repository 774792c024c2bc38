/** The recordings of a bench: found in a folder, decoded as the product decodes them, split in known and unknown. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

export interface BenchSong {
  readonly path: string;
  /** From the names of file and folder, so that caches and seeds are the same on every machine. */
  readonly id: string;
  readonly stem: string;
  /** Registered in the index; the others are negatives. */
  readonly isKnown: boolean;
}

const audio = new Set(['.mp3', '.wav', '.flac', '.m4a', '.aac', '.ogg', '.opus']);

export function filesIn(folder: string, extensions: ReadonlySet<string> = audio): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.has(extname(entry.name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Every fifth song stays unregistered. Of two recordings of one piece, named x_A and x_B, only A is registered:
 * B is another performance and must not be found.
 */
export function listSongs(folder: string, part: { only?: RegExp; not?: RegExp }): BenchSong[] {
  const paths = filesIn(folder).filter((path) => (part.only?.test(path) ?? true) && !part.not?.test(path));
  const stems = new Set(paths.map((path) => path.slice(0, -extname(path).length)));
  return paths.map((path, i) => {
    const stem = path.slice(0, -extname(path).length);
    const isSecond = stem.endsWith('_B') && stems.has(`${stem.slice(0, -1)}A`);
    return {
      path,
      id: createHash('sha1')
        .update(`${basename(dirname(path))}/${basename(path)}`)
        .digest('hex')
        .slice(0, 12),
      stem: basename(stem),
      isKnown: !isSecond && (i % 5 !== 4 || stem.endsWith('_A')),
    };
  });
}

/**
 * The half that a song is in, by its name alone: rules are chosen on half A and reported on half B. Both
 * performances of a piece are in one half.
 */
export function halfOf(name: string): 'A' | 'B' {
  const hash = createHash('sha1')
    .update(`half${name.replace(/_[AB]$/, '')}`)
    .digest('hex');
  return Number.parseInt(hash.slice(0, 8), 16) % 2 === 0 ? 'A' : 'B';
}
