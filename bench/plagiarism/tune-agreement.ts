/**
 * `npm run bench -- plagiarism --only tune-agreement`: how many notes of a tune sound in another song where chroma sequences lay both side by side
 * (src/analyses/plagiarism/comparison/tune-agreement.ts), of versions of one song and of different songs, and what that says: each collection by a rule
 * that is fitted on the others. `--fit-tunes VERSION` writes the rule of all of them.
 */
import { otherTempos } from '../../src/analyses/plagiarism/comparison/other-tempo.js';
import { prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { tonalMatch } from '../../src/analyses/plagiarism/comparison/tonal-match.js';
import { tuneAgreement } from '../../src/analyses/plagiarism/comparison/tune-agreement.js';
import {
  type TuneRule,
  tuneAgreementId,
  tuneBits,
  tuneRuleColumns,
  tuneRuleRows,
} from '../../src/analyses/plagiarism/evidence/tune-rule.js';
import type { PlacedNotes } from '../../src/music/melody/laying/placed-notes.js';
import { hashOfContents, writeTables } from '../embedded-model.js';
import { showProgress } from '../lyrics/progress.js';
import { coverVersions } from './covers.js';
import { fitShares } from './fit-shares.js';
import type { BenchSong } from './load-song.js';
import { songsAmongMany } from './songs-among-many.js';

export interface TuneAgreementOptions {
  readonly data: string;
  readonly cache: string | undefined;
  /** A folder with sung covers of the songs that confirm: they are shown, and nothing is fitted on them. */
  readonly sung: string | undefined;
  /** Writes the rule under this name. */
  readonly fit: string | undefined;
}

interface Pair {
  readonly isOwn: boolean;
  readonly placed: PlacedNotes;
}

interface Collection {
  readonly name: string;
  readonly pairs: readonly Pair[];
  readonly isFittedOn: boolean;
}

/** Different songs whose chroma sequences share less are not asked: nothing would come of their tunes. */
const fewestChromaBits = 4;
/** Of written songs, every n-th is compared with each recording that is not of it. */
const everyWritten = 6;

const shares = { shares: { rows: tuneRuleRows, columns: tuneRuleColumns } };

function measured(name: string, asked: readonly BenchSong[], others: readonly BenchSong[], each = 1): Pair[] {
  const prepared = new Map([...asked, ...others].map((song) => [song, prepareSong(song.description)]));
  const pairs: Pair[] = [];
  for (const [place, a] of asked.entries()) {
    showProgress(name, place, asked.length);
    for (const [at, b] of others.entries()) {
      if (a === b || (asked === others && at < place)) continue;
      const isOwn = a.group !== null && a.group === b.group;
      if (!isOwn && (at + place) % each !== 0) continue;
      const [x, y] = [prepared.get(a)!, prepared.get(b)!];
      const match = tonalMatch(x, y, otherTempos);
      const placed = match && (isOwn || match.bits >= fewestChromaBits) && tuneAgreement(x, y, match);
      if (placed) pairs.push({ isOwn, placed });
    }
  }
  showProgress(name, asked.length, asked.length);
  return pairs;
}

async function collections({ data, cache, sung }: TuneAgreementOptions): Promise<Collection[]> {
  const many = { data, cache, folders: [], seconds: 60, queries: 120 };
  const renderings = await songsAmongMany({ kind: 'renderings-among-pop', ...many });
  const performances = await songsAmongMany({ kind: 'performances', ...many });
  const covers = { cache, areFiles: false, areOthers: false, sung: undefined };
  const played = await coverVersions(data, 48, covers);
  const names = ['renderings and written pop songs', 'performances', 'played covers', 'sung covers'];
  const measuredPairs = [
    measured(names[0]!, renderings.asked, renderings.real, everyWritten),
    measured(names[1]!, performances.asked, performances.asked),
    measured(names[2]!, played, played),
  ];
  if (sung !== undefined) {
    const songs = await coverVersions(data, 30, { ...covers, areOthers: true, sung });
    measuredPairs.push(measured(names[3]!, songs, songs));
  }
  return measuredPairs.map((pairs, at) => ({ name: names[at]!, pairs, isFittedOn: at < 3 }));
}

function fitted(fittedOn: readonly Collection[]): TuneRule {
  const of = (isOwn: boolean): PlacedNotes[] =>
    fittedOn.flatMap(({ pairs }) => pairs.filter((pair) => pair.isOwn === isOwn).map(({ placed }) => placed));
  return { unrelated: fitShares(of(false)), related: fitShares(of(true)) };
}

function quantiles(values: readonly number[], shares: readonly number[]): string {
  const sorted = [...values].sort((x, y) => x - y);
  const at = (share: number): number | undefined => sorted[Math.floor(share * (sorted.length - 1))];
  return shares.map((share) => at(share)?.toFixed(1) ?? '–').join('; ');
}

/** How often a version of the song has more bits than another song, in percent. */
function area(own: readonly number[], others: readonly number[]): string {
  const wins = own.reduce(
    (sum, bits) =>
      sum + others.reduce((won, other) => won + (bits > other ? 1 : bits === other ? 0.5 : 0), 0),
    0,
  );
  return others.length > 0 ? ((100 * wins) / own.length / others.length).toFixed(1) : '–';
}

/** Returns the last cell. */
function printRow({ name, pairs }: Collection, rule: TuneRule): string {
  const of = (isOwn: boolean): Pair[] =>
    pairs.filter((pair) => pair.isOwn === isOwn && pair.placed.notes > 0);
  const [own, others] = [of(true), of(false)];
  const share = ({ placed }: Pair): number => (100 * placed.agreeing) / placed.notes;
  const bits = ({ placed }: Pair): number => tuneBits(placed, rule);
  const cells = [
    name,
    own.length,
    quantiles(own.map(share), [0.1, 0.5]),
    quantiles(own.map(bits), [0, 0.1, 0.5]),
    others.length,
    quantiles(others.map(share), [0.5, 0.99]),
    quantiles(others.map(bits), [0.5, 0.99, 1]),
  ];
  const wins = area(own.map(bits), others.map(bits));
  console.log(`| ${[...cells, wins].join(' | ')} |`);
  return wins;
}

const numbersOf = ({ unrelated, related }: TuneRule): number[][] =>
  [unrelated, related].map(({ aboveChance, concentration }) =>
    [aboveChance, concentration].map((value) => Number(value.toPrecision(3))),
  );

export async function tuneAgreementFigures(options: TuneAgreementOptions): Promise<void> {
  const all = await collections(options);
  const fittedOn = all.filter(({ isFittedOn }) => isFittedOn);
  console.log(
    '\nnotes of a tune that sound where chroma sequences agree; each collection by the others’ rule',
  );
  console.log(
    '| collection | of one song | agreeing, % (10 %; median) | bits (least; 10 %; median) | different songs | agreeing, % (median; 99 %) | bits (median; 99 %; most) | one song has more, % |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  const areas = all.map((one) => printRow(one, fitted(fittedOn.filter((other) => other !== one))));
  const rule = fitted(fittedOn);
  console.log(
    `\nof all but the sung ones (share above chance, concentration): ${JSON.stringify(numbersOf(rule))}`,
  );
  if (options.fit === undefined) return;
  const data = fittedOn.map(({ name, pairs }) => ({
    group: name,
    cases: pairs.length,
    sha256: hashOfContents(
      pairs.map(({ isOwn, placed: { notes, agreeing, chanceShare } }) => {
        const row = Float64Array.of(isOwn ? 1 : 0, notes, agreeing, chanceShare);
        return new Uint8Array(row.buffer);
      }),
    ),
  }));
  const metrics = Object.fromEntries(
    all.map(({ name }, at) => [`${name}, left out: one song has more bits, %`, Number(areas[at])]),
  );
  const rows = numbersOf(rule);
  const table = { shares: { unit: 'share above chance 0 to 1; concentration in notes', rows } };
  const run = { version: options.fit, seed: null, data, metrics };
  console.log(`wrote ${writeTables(tuneAgreementId, shares, table, run)}`);
}
