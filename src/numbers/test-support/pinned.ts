/** What is known of a result as text, a line a value: kept beside a test, it shows at which place a result changed. */

/** Five digits: other machines' logarithms differ in the sixteenth. */
const digits = 5;
/** Longer lists are given by what they amount to, from front to back. */
const maxWritten = 80;

/** As many rows of numbers are given by columns. */
const fewestRows = 6;

type Numbers = { readonly length: number; readonly [index: number]: number };

function shortNumber(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  const short = Number(value.toPrecision(digits));
  return Math.abs(short) < 1e-14 ? '0' : String(short);
}

function isNumbers(value: object): value is Numbers {
  return ArrayBuffer.isView(value) || (Array.isArray(value) && value.every((one) => typeof one === 'number'));
}

/** Length, sum, and the sum in which every value counts by its place: another order is another text. */
function numbersText(values: Numbers): string {
  const list = Array.from(values);
  if (list.length <= maxWritten) return `[${list.map(shortNumber).join(' ')}]`;
  const sum = list.reduce((total, value) => total + value, 0);
  const placed = list.reduce((total, value, place) => total + (value * (place + 1)) / list.length, 0);
  return `${list.length} values, sum ${shortNumber(sum)}, by place ${shortNumber(placed)}`;
}

/** As one word or list; null for what has parts of its own. */
function wordsOf(value: unknown): string | null {
  if (typeof value === 'number') return shortNumber(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isNumbers(value)) return numbersText(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return `[${value.join(' ')}]`;
  return null;
}

/** Rows of numbers with the same names, by their names; null for anything else. */
function columnsOf(value: unknown): Record<string, number[]> | null {
  if (!Array.isArray(value) || value.length < fewestRows) return null;
  const names = Object.keys(value[0] ?? {}).join();
  const isRow = (row: unknown): row is Record<string, number> =>
    typeof row === 'object' &&
    row !== null &&
    Object.keys(row).join() === names &&
    Object.values(row).every((one) => typeof one === 'number');
  if (names === '' || !value.every(isRow)) return null;
  const rows: Record<string, number>[] = value;
  return Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, rows.map((row) => row[name]!)]));
}

/** What has no parts stands on one line, and the parts after it. */
function linesOf(value: unknown, path: string): string[] {
  const words = wordsOf(value);
  if (words !== null) return [`${path} ${words}`];
  const plain: string[] = [];
  const parts: string[] = [];
  for (const [name, inner] of Object.entries(columnsOf(value) ?? (value as object))) {
    const own = wordsOf(inner);
    if (own !== null) plain.push(`${name} ${own}`);
    else parts.push(...linesOf(inner, path === '' ? name : `${path}.${name}`));
  }
  return [...(plain.length > 0 ? [`${path}: ${plain.join(', ')}`] : []), ...parts];
}

/** One line for each part of a value, with its path; ends with a line break. */
export function pinned(value: unknown): string {
  return `${linesOf(value, '').join('\n')}\n`;
}
