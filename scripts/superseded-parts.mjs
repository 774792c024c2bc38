// Parts of earlier builds, whose names are others: a program that runs since before may load some of its own only now.
// They stay in the folder of the current ones for a while; a package, and what an installation weighs, hold none of them.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const keptMs = 86_400_000;
/** Builds whose parts are kept, the newest: a day of work on the sources makes many. */
const keptBuilds = 4;
const listName = 'superseded.json';
/** npm leaves out what such a file in a folder names, and the file. */
const ignoreName = '.npmignore';

/** Newest first: when a build replaced these parts, in milliseconds, and their names. */
function readList(place) {
  const path = join(place, listName);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
}

/** Names of files in `place` that are no part of what was built last. */
export function supersededIn(place) {
  return [ignoreName, listName, ...readList(place).flatMap(({ parts }) => parts)];
}

/**
 * Has what is in `place` and not among `made` stay a day from `now`, when it was superseded, for the newest four builds.
 * Whatever no list names was the build before, or one beside this.
 */
export function keepSuperseded(place, made, now) {
  const present = readdirSync(place).filter((name) => !made.includes(name) && !isList(name));
  const earlier = readList(place).map(({ at, parts }) => ({
    at,
    parts: parts.filter((name) => present.includes(name)),
  }));
  const listed = new Set(earlier.flatMap(({ parts }) => parts));
  const kept = [{ at: now, parts: present.filter((name) => !listed.has(name)) }, ...earlier]
    .filter(({ parts }) => parts.length > 0)
    .slice(0, keptBuilds)
    .filter(({ at }) => now - at < keptMs);
  const names = new Set(kept.flatMap(({ parts }) => parts));
  write(join(place, listName), JSON.stringify(kept));
  write(
    join(place, ignoreName),
    [`${listName}*`, `${ignoreName}.*`, ...names].map((name) => `${name}\n`).join(''),
  );
  // Another build may have removed some in between.
  for (const name of present) if (!names.has(name)) rmSync(join(place, name), { force: true });
}

const isList = (name) => name.startsWith(listName) || name.startsWith(ignoreName);

/** Whole or not at all, as another build may read it. */
function write(path, text) {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}
