// What a part of the build is made of, as one hash.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All files below a folder, in order; none where it is absent. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Over names and contents of `names`, files and folders relative to `root`; an absent one counts as absent. */
export function hashOf(root, names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const path = join(root, name);
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    for (const file of isFolder ? filesBelow(path) : [path]) {
      hash.update(`\0${file.slice(root.length)}\0`);
      if (existsSync(file)) hash.update(readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 32);
}
