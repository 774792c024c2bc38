/**
 * Keeps the search engine's blocks those of an index in the database. Nothing is written down in the database:
 * what the engine confirmed shows what is missing, and a block that was cut off is removed before it is filled again.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.js';
import type { Blocks } from './ports.js';

export interface BlockFillerOptions<Block extends { readonly block: bigint }> {
  /** What the blocks hold, in notices. */
  readonly name: string;
  /** What the database has now, oldest first. */
  wanted(): Promise<readonly Block[]>;
  /** Whether it may be copied now; always where absent. */
  isReady?(block: Block): boolean;
  /** Inserts a block's rows and returns their number; null where it is gone from the database, or `goOn` said no. */
  copy(block: Block, goOn: () => Promise<boolean>): Promise<number | null>;
  /** How long replaced blocks may wait for others, and how often all rows are counted. */
  readonly delays: { readonly removalSeconds: number; readonly verifySeconds: number };
  onNotice(fields: object, message: string): void;
}

export interface BlockFiller {
  /** Until `goOn` says no: removes what the database does not have any more, then copies what is missing. */
  round(goOn: () => Promise<boolean>): Promise<void>;
}

/** Blocks whose rows are counted at a time: of all, it could take longer than a reading may. */
const blocksACount = 100;

export function createBlockFiller<Block extends { readonly block: bigint }>(
  db: Kysely<Database>,
  codes: Blocks,
  { name, wanted: listWanted, isReady = () => true, copy, delays, onNotice }: BlockFillerOptions<Block>,
): BlockFiller {
  let verifiedAt = Number.NEGATIVE_INFINITY;
  let obsoleteSince: number | null = null;

  async function round(goOn: () => Promise<boolean>): Promise<void> {
    // The engine first: a segment that comes meanwhile is not taken for one that is gone.
    const confirmed = await codes.confirmed();
    const wanted = await listWanted();
    await removeObsolete(confirmed, wanted);
    if (Date.now() - verifiedAt >= delays.verifySeconds * 1000) {
      // Before: where the engine cannot count in time, what is missing is copied all the same.
      verifiedAt = Date.now();
      if (!(await verify(confirmed, wanted, goOn))) return;
    }
    for (const one of wanted) {
      const { block } = one;
      if ((confirmed.get(block) ?? null) !== null || !isReady(one)) continue;
      if (!(await goOn())) return;
      if (confirmed.has(block)) await remove([block]);
      await codes.begin(block);
      const rows = await copy(one, goOn);
      // Replaced or deleted meanwhile: what was begun is removed with what the database has not.
      if (rows !== null) await codes.confirm(block, rows);
    }
  }

  async function removeObsolete(
    confirmed: Map<bigint, number | null>,
    wanted: readonly Block[],
  ): Promise<void> {
    const living = new Set(wanted.map(({ block }) => block));
    const obsolete = [...confirmed.keys()].filter((block) => !living.has(block));
    if (obsolete.length === 0) {
      obsoleteSince = null;
      return;
    }
    obsoleteSince ??= Date.now();
    if (Date.now() - obsoleteSince < delays.removalSeconds * 1000) return;
    await remove(obsolete);
    for (const block of obsolete) confirmed.delete(block);
    obsoleteSince = null;
  }

  /** Takes blocks for missing that lost rows since, or have rows that nobody confirmed. False where it must stop. */
  async function verify(
    confirmed: Map<bigint, number | null>,
    wanted: readonly Block[],
    goOn: () => Promise<boolean>,
  ): Promise<boolean> {
    const blocks = wanted.map(({ block }) => block);
    await removeUnknown(new Set([...blocks, ...confirmed.keys()]));
    const wrong: bigint[] = [];
    for (let from = 0; from < blocks.length; from += blocksACount) {
      if (!(await goOn())) return false;
      const some = blocks.slice(from, from + blocksACount);
      const counts = await codes.counts(some).catch((error: unknown) => {
        onNotice({ err: error }, `the ${name} in the search engine could not be counted`);
        return null;
      });
      if (counts === null) break;
      wrong.push(...some.filter((block) => (confirmed.get(block) ?? 0) !== (counts.get(block) ?? 0)));
    }
    if (wrong.length === 0) return true;
    onNotice(
      { blocks: wrong.length },
      `the search engine does not hold the ${name} it confirmed: they are filled anew`,
    );
    await remove(wrong);
    for (const block of wrong) confirmed.delete(block);
    return true;
  }

  /** Rows of blocks that neither the database nor a note names: a server that crashed lost the note, or brought them back. */
  async function removeUnknown(known: ReadonlySet<bigint>): Promise<void> {
    const held = await codes.blocksWithRows().catch((error: unknown) => {
      onNotice({ err: error }, `the blocks of ${name} in the search engine could not be listed`);
      return [];
    });
    const unknown = held.filter((block) => !known.has(block));
    if (unknown.length === 0) return;
    onNotice(
      { blocks: unknown.length },
      `the search engine holds ${name} that the database has not: they are removed`,
    );
    for (let from = 0; from < unknown.length; from += blocksACount) {
      await remove(unknown.slice(from, from + blocksACount));
    }
  }

  async function remove(blocks: readonly bigint[]): Promise<void> {
    await sql`update search_engine set has_erased = true where not has_erased`.execute(db);
    await codes.remove(blocks);
  }

  return { round };
}
