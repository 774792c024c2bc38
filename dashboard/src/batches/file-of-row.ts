/** Which of the files that a person chose is a row's: a wrong recording under a row's name is worse than none. */

/** A file as it was announced, or as it was chosen later. */
export interface NamedFile {
  /** With its folders where they are known. */
  readonly name: string;
  readonly bytes: number;
}

/** The longest name that the service keeps; of a longer path its end. */
const maxNameLength = 500;

export const announcedName = (path: string): string => path.slice(-maxNameLength);

const baseOf = (name: string): string => name.split('/').at(-1) ?? '';

/**
 * The file with the row's path and size. Files may be chosen one by one the first time and as a folder the second, or
 * the other way round: where no path fits, the name without folders and the size decide, if only one row of the batch
 * and only one of the given files has them. Stems of several songs often share both.
 */
export function fileOfRow<Given extends NamedFile>(
  row: NamedFile,
  rows: readonly NamedFile[],
  given: readonly Given[],
): Given | undefined {
  const exact = given.findLast(({ name, bytes }) => name === row.name && bytes === row.bytes);
  if (exact) return exact;
  const isNamesake = ({ name, bytes }: NamedFile): boolean =>
    bytes === row.bytes && baseOf(name) === baseOf(row.name);
  const namesakes = given.filter(isNamesake);
  return namesakes.length === 1 && rows.filter(isNamesake).length === 1 ? namesakes[0] : undefined;
}
