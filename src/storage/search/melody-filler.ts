/** Keeps the search engine's blocks of melodies' codes those of the chunks in the database. */
import type { Kysely } from 'kysely';
import type { ListedChunk } from '../../analyses/plagiarism/ports.js';
import { chunkSlots } from '../plagiarism/store.js';
import { readCodes } from '../plagiarism/stored-codes.js';
import type { PlagiarismTables } from '../plagiarism/tables.js';
import type { Database } from '../schema.js';
import { type BlockFiller, type BlockFillerOptions, createBlockFiller } from './block-filler.js';
import { melodyBlocks } from './melody-blocks.js';
import type { MelodyCodes, MelodyRows } from './ports.js';

/** A chunk's rows as the analysis makes them (engine-rows.ts); storage knows no music. */
export type MakeEngineChunk = () => {
  add(songs: readonly { readonly song: number; readonly row: Uint16Array }[]): MelodyRows;
  holders(): { readonly codes: Uint16Array; readonly counts: Uint16Array };
};

export interface MelodyFillerOptions {
  readonly delays: BlockFillerOptions<ListedChunk>['delays'] & {
    /** So long a chunk has to be left alone before it is copied: each song that comes or goes makes another block of it. */
    readonly settleSeconds: number;
  };
  readonly melodies: { readonly version: number; readonly makeChunk: MakeEngineChunk };
  onNotice(fields: object, message: string): void;
}

/** Songs in one batch. */
const batchSlots = 256;

export function createMelodyFiller(
  database: Kysely<Database>,
  codes: MelodyCodes,
  { melodies: { version, makeChunk }, delays, onNotice }: MelodyFillerOptions,
): BlockFiller {
  // The tables of this index are no part of the common schema.
  const db = database as unknown as Kysely<Database & PlagiarismTables>;
  let firstSeen = new Map<bigint, number>();

  async function wanted(): Promise<ListedChunk[]> {
    const now = Date.now();
    const listed = await melodyBlocks(database, version);
    firstSeen = new Map(listed.map(({ block }) => [block, firstSeen.get(block) ?? now]));
    return listed;
  }

  const rowsOf = ({ datasetId, chunk }: ListedChunk, from: number) =>
    db
      .selectFrom('melody_songs')
      .select(['slot', 'codes'])
      .where('engine', '=', version)
      .where('dataset_id', '=', datasetId)
      .where('slot', '>=', chunk * chunkSlots + from)
      .where('slot', '<', chunk * chunkSlots + Math.min(chunkSlots, from + batchSlots))
      .orderBy('slot')
      .execute();

  async function copy(listed: ListedChunk, goOn: () => Promise<boolean>): Promise<number | null> {
    const { block, datasetId, chunk } = listed;
    const made = makeChunk();
    let rows = 0;
    for (let from = 0; from < chunkSlots; from += batchSlots) {
      if (!(await goOn())) return null;
      const songs = (await rowsOf(listed, from)).map(({ slot, codes }) => ({
        song: Number(slot) - chunk * chunkSlots,
        row: readCodes(codes),
      }));
      const part = made.add(songs);
      await codes.insert(block, part);
      rows += part.codes.length + part.sketches.length;
    }
    const holders = made.holders();
    await codes.insertHolders(block, holders);
    // What was read belongs to this state only if the chunk is in it still.
    const now = await melodyBlocks(database, version, [datasetId], chunk);
    return now.some((one) => one.block === block) ? rows + holders.codes.length : null;
  }

  const filler = createBlockFiller(database, codes, {
    name: 'melodies',
    wanted,
    isReady: ({ block }) => Date.now() - firstSeen.get(block)! >= delays.settleSeconds * 1000,
    copy,
    delays,
    onNotice,
  });
  let listedAt = Number.NEGATIVE_INFINITY;
  return {
    async round(goOn) {
      // Listing reads a little of every song.
      if (Date.now() - listedAt < (delays.settleSeconds * 1000) / 2) return;
      listedAt = Date.now();
      await filler.round(goOn);
    },
  };
}
