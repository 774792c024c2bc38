/** How clear chords and pulse must be before a description names them: numbers that come with the program as data. */
import { loadTables } from '../../models/embedded/table-file.js';

const modelId = 'tonal-and-pulse-clarity';
const shape = {
  'tonal-clarity': { rows: ['key-and-chords'], columns: ['minimum'] },
  'pulse-clarity': { rows: ['beats-without-chords'], columns: ['minimum'] },
} as const;

interface ClarityThresholds {
  /** In units of chord scores (log likelihoods): below it there is no key and no chord. */
  readonly minTonalClarity: number;
  /** 0 … 1: below it nothing repeats more than it does in noise, and sound without chords has no beats. */
  readonly minPulseClarity: number;
}

let loaded: ClarityThresholds | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function clarityThresholds(): ClarityThresholds {
  if (loaded) return loaded;
  const tables = loadTables(modelId, shape);
  const [[minTonalClarity]] = tables['tonal-clarity'] as [[number]];
  const [[minPulseClarity]] = tables['pulse-clarity'] as [[number]];
  loaded = { minTonalClarity, minPulseClarity };
  return loaded;
}
