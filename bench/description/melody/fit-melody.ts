/**
 * `npm run bench -- description --fit-melody --looks OUT`: hears songs of POP909 whose melody is named, songs of
 * POP909-CL that a tagger has divided, and performed songs of other collections, fits the first look at their
 * candidates, and writes what the second look is fitted to and judged by (scripts/topline/train.py) to OUT, a folder for
 * each set. With `--part all` it writes models/embedded/melody-note-network/, too.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { melodyFeatureNames } from '../../../src/music/description/melody-features.js';
import { melodyOutputName, noteNetworkId } from '../../../src/music/description/melody-networks.js';
import { hashOfContents, hashOfFiles, type Run, writeNetwork } from '../../embedded-model.js';
import { grouped } from '../../grouped.js';
import { type Case, findSoundfont, type Part } from '../cases.js';
import { type FirstLook, firstSeed, fitFirstLook, type Row } from './first-look.js';
import { writeLooks } from './looks.js';
import { hearSongs, type Songs, songsToHear } from './songs-to-hear.js';

const rounds = 4;

export interface MelodyFitting {
  /** The development data. */
  readonly data: string;
  readonly part: Part;
  /** At most this many songs of a part, and of the tagged ones. */
  readonly limit: number;
  /** A folder where what was heard is kept. */
  readonly cache: string | undefined;
  /** A folder of the tagger's answers about songs of POP909-CL. */
  readonly tagged: string | undefined;
  /** The folder that is written. */
  readonly looks: string;
  /** Of the model. */
  readonly version: string;
}

/** Songs that a set leaves out, to be judged by what learns from the others. */
interface Split {
  readonly name: string;
  readonly isLeftOut: (row: Row) => boolean;
}

const shippedSet = 'final';

export async function fitMelody(fitting: MelodyFitting): Promise<void> {
  const { data, part, limit, cache, looks, version } = fitting;
  const soundfont = findSoundfont();
  if (soundfont === null)
    throw new Error('No General MIDI soundfont: apt install fluidsynth fluid-soundfont-gm');
  const songs = songsToHear(data, part, limit, fitting.tagged);
  const { own, tagged, collections } = await hearSongs(songs, soundfont, cache);
  const run = runOf(fitting, songs);
  mkdirSync(looks, { recursive: true });
  writeFileSync(join(looks, 'run.json'), JSON.stringify(run));
  for (const { name, isLeftOut } of splits(part, songs)) {
    const learnt = (rows: readonly Row[]): Row[] => rows.filter((row) => !isLeftOut(row));
    const parts = { known: learnt(own), tagged: learnt(tagged), collection: learnt(collections) };
    const first = fitFirstLook(Object.values(parts).flat());
    const judged = [...own, ...collections].filter((row) => isLeftOut(row) && row.isMain);
    const roles = { ...parts, 'left out': judged };
    const examples = Object.entries(roles).flatMap(([role, rows]) =>
      rows.map((row) => ({ row, role: role as keyof typeof roles })),
    );
    writeLooks(join(looks, name), examples, first);
    console.log(`wrote ${join(looks, name)}`);
    if (name === shippedSet) writeFirstLook(first, run, version);
  }
}

type MelodyRun = Omit<Run, 'version' | 'metrics' | 'seed'> & Required<Pick<Run, 'data'>>;

/** What the cards of the networks say of this run. */
function runOf({ part, tagged, version }: MelodyFitting, songs: Songs): MelodyRun {
  const files = (group: string, those: readonly { source: string }[]): Run['data'] =>
    those.length === 0
      ? []
      : [{ group, cases: those.length, sha256: hashOfFiles(those.map(({ source }) => source)) }];
  const kinds = [...grouped(songs.collections, ({ kind }) => kind)].map(([kind, those]) => ({
    group: `${kind}, performed`,
    cases: those.length,
    sha256: hashOfContents(those.map(({ midi }) => midi)),
  }));
  return {
    trainingCommand: `npm run bench -- description --fit-melody --part ${part}${tagged === undefined ? '' : ' --tagged FOLDER'} --looks OUT --version ${version}`,
    fittedOn: songs.cases.map(({ name }) => name),
    data: [...files('POP909', songs.cases), ...files('POP909-CL, tagged', songs.tagged), ...kinds],
  };
}

function writeFirstLook({ network }: FirstLook, run: MelodyRun, version: string): void {
  const names = { inputs: melodyFeatureNames, outputs: [melodyOutputName] };
  const precision = { hidden: 'float32', others: 'float64', sums: 'float64' } as const;
  const card = { ...run, version, seed: firstSeed, metrics: {} };
  console.log(`wrote ${writeNetwork(noteNetworkId, network, precision, names, card)}`);
}

/** The reported songs at once; or four rounds and each group of other collections, and, of all songs, the set that the shipped networks learn from. */
function splits(part: Part, { cases, reported, collections }: Songs): Split[] {
  const among =
    (some: readonly Case[]): Split['isLeftOut'] =>
    ({ song }) =>
      some.some(({ name }) => name === song);
  if (part === 'report') return [{ name: 'reported', isLeftOut: among(reported) }];
  const inTurn = Array.from({ length: Math.min(rounds, cases.length) }, (_, round) => ({
    name: `round-${round}`,
    isLeftOut: among(cases.filter((_song, at) => at % rounds === round)),
  }));
  const groups = [...new Set(collections.map(({ group }) => group))].map((group) => ({
    name: `without-${group.replaceAll(' ', '-')}`,
    isLeftOut: (row: Row) => row.group === group,
  }));
  const shipped = { name: shippedSet, isLeftOut: () => false };
  return [...inTurn, ...groups, ...(part === 'all' ? [shipped] : [])];
}
