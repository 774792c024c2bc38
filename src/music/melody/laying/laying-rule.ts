/** The numbers by which laid notes speak for a tune: chosen on recordings whose songs are known, they come with the program as data. */
import { loadTables } from '../../../models/embedded/table-file.js';

const laidNotesId = 'laid-notes';

export interface LayingRule {
  /** Of a common tune this share of notes sounds as it should. */
  readonly soundingShare: number;
  /** However rare its interval is, a note agrees by chance as often as in one of two to the power of these. */
  readonly maxBits: number;
  /** What a note says at least, where it sounds, and where it does not. */
  readonly minAgreeingBits: number;
  readonly minDifferingBits: number;
  /** What silence says against a tune, of what another note does. */
  readonly silenceShare: number;
  /**
   * What the notes score in the opposite order, or in the next best key, is chance, but for these bits. Lines that score much by chance score now much more
   * and now much less: what lies above the other number is taken off twice.
   */
  readonly sparedBits: number;
  readonly muchChanceBits: number;
}

/** One value each. */
const layingNumbers = [
  'sounding-share',
  'max-bits',
  'min-agreeing-bits',
  'min-differing-bits',
  'silence-share',
  'spared-bits',
  'much-chance',
] as const;

const laidNotesShape = { laying: { rows: layingNumbers, columns: ['value'] } } as const;

let loaded: LayingRule | undefined;

/** Read once a process. Throws where the file is not the one that its card names. */
export function layingRule(): LayingRule {
  loaded ??= layingRuleOf(loadTables(laidNotesId, laidNotesShape).laying.flat());
  return loaded;
}

/** `numbers`: in the order of `layingNumbers`. */
function layingRuleOf(numbers: readonly number[]): LayingRule {
  const [soundingShare, maxBits, minAgreeingBits, minDifferingBits, silenceShare, ...chance] = numbers;
  const [sparedBits, muchChanceBits] = chance;
  return {
    soundingShare: soundingShare!,
    maxBits: maxBits!,
    minAgreeingBits: minAgreeingBits!,
    minDifferingBits: minDifferingBits!,
    silenceShare: silenceShare!,
    sparedBits: sparedBits!,
    muchChanceBits: muchChanceBits!,
  };
}
