/** Which generator made a file of a corpus of fakes: what is held out together when heads are fitted or judged. */

const separators = /[\\/]/;
/** What people put behind a generator's name: `suno-0017.mp3`, `udio_a.wav`, `yue 3.flac`. */
const prefixEnd = /[_\-. ]/;

/** The folders that a file lies in, or, for a file right in the corpus's folder, its name up to the first separator. */
function placeOf(name: string): { folder: string; prefix: string } {
  const parts = name.split(separators);
  const file = parts.pop()!;
  return { folder: parts.join('/'), prefix: file.split(prefixEnd)[0]!.toLowerCase() };
}

/**
 * The generator of each file, by its path within the corpus: its folder, or, right in the corpus's folder, the
 * beginning of its name. Where no two files begin the same way the names say nothing, and they are one group: `rootName`.
 */
export function generatorNames(names: readonly string[], rootName: string): string[] {
  const places = names.map(placeOf);
  const loose = places.filter(({ folder }) => folder === '').map(({ prefix }) => prefix);
  const saysNothing = loose.length > 1 && new Set(loose).size === loose.length;
  return places.map(({ folder, prefix }) => folder || (saysNothing ? rootName : prefix));
}
