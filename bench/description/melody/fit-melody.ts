/**
 * `npm run bench -- description --fit-melody --looks OUT`: hears songs of POP909 whose melody is named, and songs of
 * POP909-CL that a tagger has divided, fits the first look at their candidates, and writes what the second look is
 * fitted to and judged by (scripts/topline/train.py) to OUT, a folder for each set. With `--part all` it writes
 * models/embedded/melody-note-network/, too.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { melodyFeatureNames, melodyFeatures } from '../../../src/music/description/melody-features.js';
import { melodyOutputName, noteNetworkId } from '../../../src/music/description/melody-networks.js';
import { hashOfContents, hashOfFiles, writeNetwork } from '../../embedded-model.js';
import { grouped } from '../../grouped.js';
import { type Case, findSoundfont, type Part, pop909Cases } from '../cases.js';
import { collectionSongs } from './collection-songs.js';
import { collectionExample, type MelodyExample, melodyExamples, taggedExample } from './examples.js';
import { firstSeed, fitFirstLook, type Row } from './first-look.js';
import { writeLooks } from './looks.js';
import { type TaggedSong, taggedSongs } from './tagged-songs.js';

const rounds = 4;
/** Of each kind of other collections. */
const songsOfKind = 60;

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
  readonly leftOut: readonly string[];
}

export async function fitMelody(fitting: MelodyFitting): Promise<void> {
  const { data, part, limit, cache, looks, version } = fitting;
  const soundfont = findSoundfont();
  if (soundfont === null)
    throw new Error('No General MIDI soundfont: apt install fluidsynth fluid-soundfont-gm');
  const reported = part === 'report' ? pop909Cases(data, 'report').slice(0, limit) : [];
  const cases = pop909Cases(data, part === 'report' ? 'choose' : part).slice(0, limit);
  if (cases.length === 0)
    throw new Error(
      `No songs below ${join(data, 'symbolic', 'pop909')}: a folder NAME/NAME.mid for each song, with a track MELODY.`,
    );
  const others = fitting.tagged === undefined ? [] : taggedSongs(fitting.tagged).slice(0, limit);
  requireUnknown(reported, others);
  const rows: Row[] = [];
  for (const song of [...cases, ...reported]) {
    for (const example of await melodyExamples(song, soundfont, cache)) rows.push(rowOf(example));
    process.stderr.write('.');
  }
  const tagged: Row[] = [];
  for (const song of others) {
    tagged.push(rowOf(await taggedExample(song, soundfont, cache)));
    process.stderr.write('.');
  }
  const collections: Row[] = [];
  const ofCollections = collectionSongs(data, Math.min(limit, songsOfKind));
  for (const song of ofCollections) {
    collections.push(rowOf(await collectionExample(song, soundfont, cache)));
    process.stderr.write('.');
  }
  const run = {
    trainingCommand: `npm run bench -- description --fit-melody --part ${part}${fitting.tagged === undefined ? '' : ' --tagged FOLDER'} --looks OUT --version ${version}`,
    fittedOn: cases.map(({ name }) => name),
    data: [
      { group: 'POP909', songs: cases },
      { group: 'POP909-CL, tagged', songs: others },
    ]
      .flatMap(({ group, songs }) =>
        songs.length === 0
          ? []
          : [{ group, cases: songs.length, sha256: hashOfFiles(songs.map(({ source }) => source)) }],
      )
      .concat(
        [...grouped(ofCollections, ({ kind }) => kind)].map(([kind, songs]) => ({
          group: `${kind}, performed`,
          cases: songs.length,
          sha256: hashOfContents(songs.map(({ midi }) => midi)),
        })),
      ),
  };
  mkdirSync(looks, { recursive: true });
  writeFileSync(join(looks, 'run.json'), JSON.stringify(run));
  for (const split of splits(part, cases, reported)) {
    const isLeftOut = ({ song }: Row): boolean => split.leftOut.includes(song);
    const known = rows.filter((row) => !isLeftOut(row));
    const first = fitFirstLook(known);
    const judged = rows.filter((row) => isLeftOut(row) && row.isMain);
    writeLooks(
      join(looks, split.name),
      [
        ...known.map((row) => ({ row, role: 'known' as const })),
        ...tagged.map((row) => ({ row, role: 'tagged' as const })),
        ...collections.map((row) => ({ row, role: 'collection' as const })),
        ...judged.map((row) => ({ row, role: 'left out' as const })),
      ],
      first,
    );
    console.log(`wrote ${join(looks, split.name)}`);
    if (split.leftOut.length > 0) continue;
    const names = { inputs: melodyFeatureNames, outputs: [melodyOutputName] };
    const precision = { hidden: 'float32', others: 'float64', sums: 'float64' } as const;
    const card = { ...run, data: run.data.slice(0, 1), version, seed: firstSeed, metrics: {} };
    console.log(`wrote ${writeNetwork(noteNetworkId, first.network, precision, names, card)}`);
  }
}

/** Four rounds; the reported songs at once; of all songs the set that the shipped networks learn from, too. */
function splits(part: Part, cases: readonly Case[], reported: readonly Case[]): Split[] {
  const names = (some: readonly Case[]): string[] => some.map(({ name }) => name);
  if (part === 'report') return [{ name: 'reported', leftOut: names(reported) }];
  const inTurn = Array.from({ length: Math.min(rounds, cases.length) }, (_, round) => ({
    name: `round-${round}`,
    leftOut: names(cases.filter((_song, at) => at % rounds === round)),
  }));
  return part === 'all' ? [...inTurn, { name: 'final', leftOut: [] }] : inTurn;
}

/** @throws Error where a tagger has learnt from a song that is to be reported */
function requireUnknown(reported: readonly Case[], tagged: readonly TaggedSong[]): void {
  const known = reported.find(({ name }) => tagged.some(({ learntFrom }) => learntFrom.includes(name)));
  if (known !== undefined)
    throw new Error(`The tagger has learnt from ${known.name}, which is to be reported: tag.py --songs.`);
}

const rowOf = (example: MelodyExample): Row => ({
  ...example,
  features: melodyFeatures(example.notes, example.framesPerSecond),
});
