/**
 * The candidates of a search in a compute process: of the chunks' files, and of the chunks that a search engine holds, for which
 * the service is asked. It gives the rows of the best songs there; their scores are taken here, as those of all others.
 */
import type { BestRequest, ProductSums } from '../ports.js';
import { chunkFilesReader } from './chunk-reader.js';
import { encodeChunk, openChunk } from './code-chunk.js';
import type { ScanQuery } from './scan-row.js';
import { type BestOfChunk, type ChunksElsewhere, type FoundSong, searchChunks } from './search-chunks.js';

export interface ChunksToSearch {
  /** Files of the index, which the compute process reads itself (code-chunk.ts); null: an engine holds the chunk. */
  readonly chunks: readonly (string | null)[];
  /** The engine is on trial: its candidates are compared with those of these files, which are the answer. */
  readonly trialFiles?: readonly string[];
}

export interface HoldersQuestion {
  readonly ask: 'holders';
  readonly codes: Uint16Array;
}

export interface BestQuestion extends BestRequest {
  readonly ask: 'best';
}

export type EngineQuestion = HoldersQuestion | BestQuestion;

/** The engine failed: these are all chunks. */
export interface InsteadOfEngine {
  readonly files: readonly string[];
}

export interface HeldHolders {
  readonly songs: number;
  readonly holders: Uint32Array;
}

export interface HeldBest {
  /** By chunk, each chunk's songs by their place. */
  readonly rows: readonly { readonly chunk: number; readonly song: number; readonly row: Uint16Array }[];
  readonly products: readonly ProductSums[];
}

export type EngineAnswer = HeldHolders | HeldBest | InsteadOfEngine;

interface Candidates {
  readonly candidates: readonly FoundSong[];
  readonly songs: number;
  /** Null where no engine was on trial, or it failed. */
  readonly engineAgrees: boolean | null;
}

export async function findCandidates(
  query: ScanQuery,
  { chunks, trialFiles }: ChunksToSearch,
  ask: (question: EngineQuestion) => Promise<EngineAnswer>,
): Promise<Candidates> {
  const read = chunks.map((path) => path ?? '');
  const ofFiles = async (files: readonly string[]): Promise<Candidates> => ({
    ...(await searchChunks(query, chunkFilesReader(files))),
    engineAgrees: null,
  });
  if (chunks.every((path) => path !== null)) return ofFiles(trialFiles ?? read);
  try {
    const found = await searchChunks(query, chunkFilesReader(read), undefined, askedFor(chunks, ask));
    if (!trialFiles) return { ...found, engineAgrees: null };
    const own = await ofFiles(trialFiles);
    return { ...own, engineAgrees: isSame(own.candidates, found.candidates) };
  } catch (error) {
    if (!(error instanceof EngineFailed)) throw error;
    return ofFiles(trialFiles ?? error.files);
  }
}

class EngineFailed extends Error {
  constructor(readonly files: readonly string[]) {
    super('The search engine failed.');
  }
}

function askedFor(
  chunks: readonly (string | null)[],
  ask: (question: EngineQuestion) => Promise<EngineAnswer>,
): ChunksElsewhere {
  async function answered<Answer extends EngineAnswer>(question: EngineQuestion): Promise<Answer> {
    const answer = await ask(question);
    if ('files' in answer) throw new EngineFailed(answer.files);
    return answer as Answer;
  }
  return {
    has: (index) => chunks[index] === null,
    holders: (codes) => answered<HeldHolders>({ ask: 'holders', codes }),
    async best(request) {
      const { rows, products } = await answered<HeldBest>({ ask: 'best', ...request });
      const best = [...new Set(rows.map(({ chunk }) => chunk))].map((index): BestOfChunk => {
        const own = rows.filter(({ chunk }) => chunk === index);
        const bytes = encodeChunk(own.map(({ row }) => row));
        return { index, chunk: openChunk(bytes), places: Uint32Array.from(own, ({ song }) => song) };
      });
      return { best, products };
    },
  };
}

/** Songs have other places in files than in the engine: they are known by their scores. */
function isSame(one: readonly FoundSong[], other: readonly FoundSong[]): boolean {
  const scores = (list: readonly FoundSong[]): string =>
    list.map(({ chunk, passage, similarity }) => `${chunk} ${passage} ${similarity}`).join(',');
  return scores(one) === scores(other);
}
