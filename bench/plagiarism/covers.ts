/**
 * `npm run bench -- plagiarism --covers N`: N songs of POP909-CL, each as its band would record it and as other people would cover it,
 * rendered with different soundfonts and transcribed; every version is asked for among all the others.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SongDescription } from '../../src/music/song-description.js';
import { findSoundfonts, pop909Cases } from '../description/cases.js';
import { percentIdentity } from './baselines.js';
import { type Arrangement, coverOf, original } from './cover-arrangement.js';
import { type CoverMaterial, coverMaterial } from './cover-material.js';
import { every, filesOf } from './evidence-collections.js';
import { openRenderings, renderedSeconds } from './heard-renderings.js';
import { bootstrapped, type Interval } from './judge-evidence.js';
import type { BenchSong } from './load-song.js';
import { retrieval } from './retrieval.js';
import { searchSongs } from './search-songs.js';
import { describeSung, writeToSing } from './sung-versions.js';
import { recordingBaselines } from './tables.js';
import { passageFigures } from './taken-passages.js';
import { descriptionOf } from './transcription-file.js';

/** Songs that other questions render, and on which the tail of transcribed songs was fitted or checked, are left out. */
const renderedElsewhere = [120, 121];
const moreSoundfonts = ['/usr/share/sounds/sf2/MuseScore_General_Full.sf2'];

export const coverSoundfonts = (): string[] => [
  ...findSoundfonts(),
  ...moreSoundfonts.filter((path) => existsSync(path)),
];

export interface Version extends BenchSong {
  /** What was changed, for the tables; empty of an original. */
  readonly changes: readonly string[];
}

/** Spread over the collection; the first of them are the same however many are asked for, up to this number. */
const spreadSongs = 80;

export interface CoverSong {
  readonly path: string;
  readonly material: CoverMaterial;
}

/** Of the other songs, those on which nothing is chosen: they confirm what was chosen on the first ones. */
export const confirmingSongs = 30;

/** Songs that no choice was made on: `count` of them, spread over the collection. */
export function otherSongs(data: string, count: number): CoverSong[] {
  const usable = usableSongs(data);
  const asked = new Set(every(usable, spreadSongs));
  return every(
    usable.filter((song) => !asked.has(song)),
    count,
  );
}

/** Those that neither is chosen nor judged on: for networks to learn from. */
export function songsToLearn(data: string): CoverSong[] {
  const usable = usableSongs(data);
  const asked = new Set(
    [...every(usable, spreadSongs), ...otherSongs(data, confirmingSongs)].map(({ path }) => path),
  );
  const judged = new Set(pop909Cases(data, 'all').map(({ name }) => `${name}.mid`));
  return usable.filter(({ path }) => !asked.has(path) && !judged.has(basename(path)));
}

function chosenSongs(data: string, count: number): CoverSong[] {
  return every(usableSongs(data), Math.max(count, spreadSongs));
}

function usableSongs(data: string): CoverSong[] {
  const files = filesOf(join(data, 'symbolic', 'pop909_cl'), /\.mid$/);
  const taken = new Set(renderedElsewhere.flatMap((number) => every(files, number)));
  return files
    .filter((path) => !taken.has(path))
    .flatMap((path) => {
      const material = coverMaterial(readFileSync(path));
      return material === null ? [] : [{ path, material }];
    });
}

interface Arranged {
  readonly id: string;
  readonly group: string;
  readonly arrangement: Arrangement;
  readonly changes: readonly string[];
}

/** Each of `count` songs by its band and by others. */
function arranged(songs: readonly CoverSong[], count: number): Arranged[] {
  return songs.slice(0, count).flatMap(({ path, material }, place) => {
    const group = basename(path);
    const { material: other } = songs[(place + 7) % songs.length]!;
    const { style, form, rhythm, ...cover } = coverOf(material, other, group, renderedSeconds);
    const own = original(material, group, renderedSeconds);
    const changes = [`style: ${style}`, `form: ${form}`, `rhythm: ${rhythm}`];
    return [
      { id: `original ${group}`, group, arrangement: own, changes: [] },
      { id: `cover ${group}`, group, arrangement: cover, changes },
    ];
  });
}

/** `areFiles`: as descriptionOf. @throws Error where there is no soundfont */
async function versionsOf(
  songs: readonly CoverSong[],
  count: number,
  { cache, areFiles }: CoverOptions,
): Promise<Version[]> {
  const renderings = openRenderings(cache);
  if (renderings === null)
    throw new Error('No General MIDI soundfont (apt install fluidsynth fluid-soundfont-gm).');
  const fonts = coverSoundfonts();
  const versions: Version[] = [];
  try {
    for (const [at, { arrangement, ...version }] of arranged(songs, count).entries()) {
      // A cover has the soundfont after its original's.
      const font = fonts[Math.ceil(at / 2) % fonts.length]!;
      const listening = await renderings.listenTo(arrangement.midi, font);
      versions.push({ ...version, description: await descriptionOf(listening, areFiles) });
      process.stderr.write(',');
    }
  } finally {
    renderings.close();
  }
  return versions;
}

/** The same versions with their tunes sung. @throws Error where `folder` has no recordings of them yet */
async function sungVersions(
  songs: readonly CoverSong[],
  count: number,
  { cache, areFiles }: CoverOptions,
  folder: string,
): Promise<Version[]> {
  const all = arranged(songs, count);
  const nameOf = ({ id }: Arranged): string => id.replace('.mid', '').replace(' ', '-');
  const missing = writeToSing(folder, new Map(all.map((song) => [nameOf(song), song.arrangement])));
  if (missing > 0)
    throw new Error(
      `${missing} versions in ${folder} are not sung yet; see scripts/vocal-pitch/README.md, covers.py.`,
    );
  const versions: Version[] = [];
  for (const song of all) {
    const { id, group, changes } = song;
    const description = await describeSung(folder, nameOf(song), cache, areFiles);
    versions.push({ id, group, changes, description });
    process.stderr.write(',');
  }
  return versions;
}

interface MethodFigures {
  readonly method: string;
  /** Of each version as a query. */
  readonly precision: readonly number[];
  readonly first: readonly number[];
  readonly cpuSeconds: number;
}

async function figuresOf(versions: readonly BenchSong[]): Promise<MethodFigures[]> {
  const descriptions = versions.map(({ description }) => description);
  const asked = versions.map(({ group }, self) => ({
    self,
    relevant: [...versions.keys()].filter((at) => at !== self && versions[at]!.group === group),
  }));
  const figures = (
    method: string,
    rows: readonly ArrayLike<number>[],
    before: NodeJS.CpuUsage,
  ): MethodFigures => {
    const { user, system } = process.cpuUsage(before);
    const each = asked.map((one, at) => retrieval([one], () => rows[at]!));
    return {
      method,
      precision: each.map(({ map }) => map),
      first: each.map(({ recallAt1 }) => recallAt1),
      cpuSeconds: (user + system) / 1e6,
    };
  };
  const baselines = { ...recordingBaselines, 'percent melodic identity': percentIdentity };
  const methods: MethodFigures[] = [];
  for (const [method, make] of Object.entries(baselines)) {
    const before = process.cpuUsage();
    const score = make(descriptions);
    const rows = descriptions.map((_, at) =>
      Float64Array.from(descriptions, (__, other) => score(at, other)),
    );
    methods.push(figures(method, rows, before));
  }
  const before = process.cpuUsage();
  const search = searchSongs(descriptions);
  const found: Float64Array[] = [];
  for (const [at, description] of descriptions.entries()) found.push(await search.scores(description, at));
  methods.push(figures('contrafact', found, before));
  return methods;
}

const text = ({ value, low, high }: Interval): string =>
  `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;

/** Share of reported answers and queries with a false report, as the service decides among as many songs. */
async function printReports(versions: readonly Version[]): Promise<void> {
  const search = searchSongs(versions.map(({ description }) => description as SongDescription));
  let [answers, falseReports, largest] = [0, 0, 0];
  for (const [self, { group, description }] of versions.entries()) {
    let isFalse = false;
    for (const { song, comparison } of await search.search(description, self)) {
      if (!comparison) continue;
      const isAnswer = versions[song]!.group === group;
      if (!isAnswer) largest = Math.max(largest, comparison.bits);
      if (!comparison.reported) continue;
      if (isAnswer) answers++;
      else isFalse = true;
    }
    if (isFalse) falseReports++;
  }
  console.log(
    `reported: ${answers} of ${versions.length} answers; ${falseReports} queries with a false report; largest unrelated ${largest.toFixed(1)} bits`,
  );
}

interface CoverOptions {
  readonly cache: string | undefined;
  /** The versions are asked for as MIDI files of what a transcriber heard in them. */
  readonly areFiles: boolean;
  /** Of the songs that confirm. */
  readonly areOthers: boolean;
  /** Where their tunes are sung; an instrument plays them without it. */
  readonly sung: string | undefined;
}

/** Bars that are taken over by other songs; empty asks for the versions themselves. */
type Passages = readonly number[];

export async function coverFigures(
  data: string,
  count: number,
  options: CoverOptions,
  passages: Passages,
): Promise<void> {
  const versions = await coverVersions(data, count, options);
  await (passages.length > 0 ? passageFigures(versions, passages) : printVersions(versions));
}

/** Two versions of each song. @throws Error where there is no soundfont, or where versions are not sung yet */
export function coverVersions(data: string, count: number, options: CoverOptions): Promise<Version[]> {
  const { areOthers, sung } = options;
  const songs = areOthers ? otherSongs(data, confirmingSongs) : chosenSongs(data, count);
  return sung === undefined ? versionsOf(songs, count, options) : sungVersions(songs, count, options, sung);
}

/** Each version as a query among all the others: by the product and by simple methods. */
export async function printVersions(versions: readonly Version[]): Promise<void> {
  const count = new Set(versions.map(({ group }) => group)).size;
  const methods = await figuresOf(versions);
  const own = methods.at(-1)!;
  const family = (values: (at: number) => number): Interval =>
    bootstrapped(versions.map(({ group }, at) => ({ family: group!, value: values(at) })));
  console.log(`\n${versions.length} versions of ${count} songs, each among all the others; 95 % by songs`);
  console.log(
    '| method | MAP | recall@1 | gain of Contrafact in MAP | CPU s a query |\n|---|---|---|---|---|',
  );
  for (const { method, precision, first, cpuSeconds } of methods) {
    const gain = method === own.method ? '–' : text(family((at) => own.precision[at]! - precision[at]!));
    const cells = [text(family((at) => precision[at]!)), text(family((at) => first[at]!)), gain];
    console.log(`| ${[method, ...cells, (cpuSeconds / versions.length).toFixed(2)].join(' | ')} |`);
  }
  const kinds = [...new Set(versions.flatMap(({ changes }) => changes))].sort();
  console.log(`\n| covers | number | ${methods.map(({ method }) => method).join(' | ')} |`);
  console.log(`|---|---|${'---|'.repeat(methods.length)}`);
  for (const kind of kinds) {
    const places = [...versions.keys()].filter((at) => versions[at]!.changes.includes(kind));
    const means = methods.map(({ precision }) => {
      const sum = places.reduce((total, at) => total + precision[at]!, 0);
      return (sum / places.length).toFixed(2);
    });
    console.log(`| ${[kind, places.length, ...means].join(' | ')} |`);
  }
  await printReports(versions);
}
