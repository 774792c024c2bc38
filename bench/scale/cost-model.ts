/**
 * What a search in the engine costs, from what it has to read: rows follow from how a table's parts are cut in granules, and processor
 * time and memory are sums whose constants are fitted to measured sizes. Nothing here is fitted to the sizes it is compared on.
 */

/** A look-up of some number of keys at one size, the mean of several queries. */
export interface Measured {
  readonly songs: number;
  readonly keys: number;
  /** The share of the table's key range in which these keys lie: the lowest of a query's are looked up first. */
  readonly span: number;
  /** Rows of each part of the table. */
  readonly parts: readonly number[];
  readonly hits: number;
  /** Hits that the statement votes on. */
  readonly voted: number;
  /** Rows read by the counting statement. */
  readonly rows: number;
  readonly countCpuMs: number;
  readonly voteCpuMs: number;
  /** What the voting statement took, by the engine's own account. */
  readonly voteBytes: number;
}

export type Cost = 'rows' | 'hits' | 'countCpuMs' | 'voteCpuMs' | 'voteBytes';

export interface CostModel {
  /** Hits a song, by number of keys. */
  readonly hitsASong: ReadonlyMap<number, number>;
  /** CPU ms: fixed, a key, a row read. */
  readonly count: readonly number[];
  /** CPU ms: fixed, a row read, a hit voted on, and one times log2 of the hits: the more windows are counted, the more a hit costs. */
  readonly vote: readonly number[];
  /** Bytes: fixed, a hit voted on. */
  readonly memory: readonly number[];
}

export const rowsAGranule = 512;

/**
 * Rows that a look-up of `keys` keys with `hits` hits reads from parts of these numbers of rows: whole granules. Keys lie at random in their
 * span, so that two of them share a granule by chance, and a key's run of rows begins anywhere in one.
 */
export function rowsRead(keys: number, hits: number, parts: readonly number[], span: number): number {
  const total = parts.reduce((sum, rows) => sum + rows, 0);
  let read = 0;
  for (const rows of parts) {
    const granules = Math.max(1, (rows * span) / rowsAGranule);
    const touched = keys + (hits * rows) / total / rowsAGranule;
    read += granules * (1 - Math.exp(-touched / granules)) * rowsAGranule;
  }
  return read;
}

export function fitCosts(points: readonly Measured[]): CostModel {
  const hitsASong = new Map<number, number>();
  for (const keys of new Set(points.map((point) => point.keys))) {
    const own = points.filter((point) => point.keys === keys);
    hitsASong.set(keys, own.reduce((sum, { hits, songs }) => sum + hits / songs, 0) / own.length);
  }
  return {
    hitsASong,
    count: fitSum(
      points,
      ({ keys, rows }) => [1, keys, rows],
      ({ countCpuMs }) => countCpuMs,
    ),
    vote: fitSum(
      points,
      ({ rows, voted }) => voteTerms(rows, voted),
      ({ voteCpuMs }) => voteCpuMs,
    ),
    memory: fitSum(
      points,
      ({ voted }) => [1, voted],
      ({ voteBytes }) => voteBytes,
    ),
  };
}

/** `maxVoted`: hits that one statement votes on at most. */
export function predictCosts(
  model: CostModel,
  { songs, keys, parts, span }: Pick<Measured, 'songs' | 'keys' | 'parts' | 'span'>,
  maxVoted: number,
): Record<Cost | 'voted', number> {
  const hits = (model.hitsASong.get(keys) ?? Number.NaN) * songs;
  const rows = rowsRead(keys, hits, parts, span);
  const voted = Math.min(hits, maxVoted);
  return {
    hits,
    voted,
    rows,
    countCpuMs: sumOf(model.count, [1, keys, rows]),
    voteCpuMs: sumOf(model.vote, voteTerms(rows, voted)),
    voteBytes: sumOf(model.memory, [1, voted]),
  };
}

const voteTerms = (rows: number, voted: number): number[] => [1, rows, voted, voted * Math.log2(1 + voted)];

const sumOf = (factors: readonly number[], terms: readonly number[]): number =>
  terms.reduce((sum, term, i) => sum + term * factors[i]!, 0);

/**
 * Factors of a sum, none below 0, by least squares of relative errors: a small size counts as much as a large one. Of every set of
 * terms the one with the least error is taken.
 */
export function fitSum<Point>(
  points: readonly Point[],
  termsOf: (point: Point) => readonly number[],
  measuredOf: (point: Point) => number,
): number[] {
  const rows = points.map((point) => {
    const value = Math.max(measuredOf(point), 1e-9);
    return termsOf(point).map((term) => term / value);
  });
  const width = rows[0]?.length ?? 0;
  let best: { readonly factors: number[]; readonly error: number } | null = null;
  for (let set = 1; set < 2 ** width; set++) {
    const used = [...Array(width).keys()].filter((term) => set & (1 << term));
    const solved = solve(
      used.map((a) => used.map((b) => rows.reduce((sum, row) => sum + row[a]! * row[b]!, 0))),
      used.map((a) => rows.reduce((sum, row) => sum + row[a]!, 0)),
    );
    if (solved === null || solved.some((factor) => factor < 0)) continue;
    const factors: number[] = new Array(width).fill(0);
    used.forEach((term, i) => {
      factors[term] = solved[i]!;
    });
    const error = rows.reduce((sum, row) => sum + (sumOf(factors, row) - 1) ** 2, 0);
    if (best === null || error < best.error) best = { factors, error };
  }
  if (best === null) throw new Error('Nothing to fit');
  return best.factors;
}

/** A small system of linear equations, by elimination; null where it has no single solution. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const scale = rows.map((row) => Math.max(...row.map(Math.abs)));
  for (let column = 0; column < rows.length; column++) {
    const size = (row: number): number => Math.abs(rows[row]![column]!) / scale[row]!;
    let pivot = column;
    for (let row = column + 1; row < rows.length; row++) if (size(row) > size(pivot)) pivot = row;
    if (size(pivot) < 1e-12) return null;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    [scale[column], scale[pivot]] = [scale[pivot]!, scale[column]!];
    for (let row = 0; row < rows.length; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      rows[row] = rows[row]!.map((value, i) => value - factor * rows[column]![i]!);
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}
