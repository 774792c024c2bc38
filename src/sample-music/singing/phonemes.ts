/** The phonemes of American English as a formant synthesiser needs them: models/embedded/singing-voice/. */
import { loadTables } from '../../models/embedded/table-file.js';

const vowels = 'IY IH EY EH AE AA AO AH OW UH UW ER AY AW OY'.split(' ');
const consonants = 'W Y R L M N NG F V TH DH S Z SH ZH HH P B T D K G CH JH'.split(' ');
const closed: ReadonlySet<string> = new Set(['P', 'B', 'T', 'D', 'K', 'G', 'CH', 'JH']);
const columns = [
  ...['f1', 'f2', 'f3', 'f1-end', 'f2-end', 'f3-end', 'b1', 'b2', 'b3', 'nasal-zero'],
  ...['voicing', 'aspiration', 'frication', 'frication-centre', 'frication-width', 'seconds'],
];

export interface Phoneme {
  /** ARPAbet, without stress. */
  readonly symbol: string;
  readonly isVowel: boolean;
  /** The vocal tract is shut before it sounds: what the table has is the release. */
  readonly isClosedBefore: boolean;
  /** Hz, of the first three resonances as the phoneme begins, and as it ends; 0 where it takes its neighbour's. */
  readonly formantsHz: readonly number[];
  readonly lastFormantsHz: readonly number[];
  readonly bandwidthsHz: readonly number[];
  /** Of the zero that an open nose adds; where it is that of the nasal pole, both cancel. */
  readonly nasalZeroHz: number;
  /** Amplitudes: of the voice, of breath through the tract, of noise where the tract is narrow. */
  readonly voicing: number;
  readonly aspiration: number;
  readonly frication: number;
  readonly fricationHz: number;
  readonly fricationWidthHz: number;
  /** Its length; of a vowel the least. */
  readonly seconds: number;
}

let loaded: ReadonlyMap<string, Phoneme> | undefined;

/** By ARPAbet symbol without stress. Read once a process; throws where the file is not the one that its card names. */
export function phonemes(): ReadonlyMap<string, Phoneme> {
  loaded ??= read();
  return loaded;
}

function read(): ReadonlyMap<string, Phoneme> {
  const symbols = [...vowels, ...consonants];
  const { phonemes: rows } = loadTables('singing-voice', { phonemes: { rows: symbols, columns } });
  return new Map(
    rows.map((values, at) => {
      const symbol = symbols[at]!;
      const [voicing, aspiration, frication, fricationHz, fricationWidthHz, seconds] = values.slice(10);
      const phoneme: Phoneme = {
        symbol,
        isVowel: at < vowels.length,
        isClosedBefore: closed.has(symbol),
        formantsHz: values.slice(0, 3),
        lastFormantsHz: values.slice(3, 6),
        bandwidthsHz: values.slice(6, 9),
        nasalZeroHz: values[9]!,
        voicing: voicing!,
        aspiration: aspiration!,
        frication: frication!,
        fricationHz: fricationHz!,
        fricationWidthHz: fricationWidthHz!,
        seconds: seconds!,
      };
      return [symbol, phoneme];
    }),
  );
}
