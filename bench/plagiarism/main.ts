/** `npm run bench -- plagiarism`: what the search finds, beside simple methods on the same songs. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inTurn } from '../in-turn.js';
import { coverFigures } from './covers.js';
import { decidedTable } from './decided-cases.js';
import {
  decidedCases,
  disputedPairs,
  folkVariants,
  hasDevelopmentData,
  tuneCollections,
  tuneGroups,
  unrelatedSongs,
} from './development-data.js';
import { evidence, transcribedEvidence } from './evidence.js';
import { evidenceOfPairs, printAlarmRates, printPairs, printStrongest, strongestOf } from './false-alarms.js';
import { fitBackground, fitChordBackground } from './fit-background.js';
import { fitSketchBackground } from './fit-sketch.js';
import { fewBars, remembered } from './harder-queries.js';
import { laidNotesFigures } from './laid-notes.js';
import { type BenchSong, isTrainingTune, loadAnySong, loadSong } from './load-song.js';
import { otherMetreFigures } from './other-metre.js';
import { pairedGains } from './paired-gains.js';
import { performedTwiceFigures } from './performed-twice.js';
import { audioFiles, described, midiFiles, recordingFigures, renderingFigures } from './recordings.js';
import { reportsAmongMany } from './reports-among-many.js';
import { measureScale, scaleHead } from './scale.js';
import { sketchFamilies } from './sketch-families.js';
import { manyKinds } from './songs-among-many.js';
import { stockFigures } from './stock-progressions.js';
import {
  melodyBaselines,
  printTable,
  recordingBaselines,
  retrievalTable,
  searchTable,
  sideTables,
  withCounterpart,
} from './tables.js';
import { tuneAgreementFigures } from './tune-agreement.js';
import { wholeTuneFigures } from './whole-tunes.js';

const usage = `npm run bench -- plagiarism [--songs FOLDER --groups FILE] [--data FOLDER] [--part choose|report]
  --songs, --groups   your own cases: a folder, and lines \`group<TAB>file\` (recordings, .mid, .abc, .krn, in any mixture);
                      an empty group is a distractor. Where a third column names two sides (\`original\` and \`accused\`,
                      say), the songs of each side are also asked for among those of the other
  --data              the development data (default ../shared/data)
  --part              which half of the tunes the cases come from (default report)
  --only NAME         written, harder, gains, decided, alarms, stock, metres, recordings or renderings instead of all of them; or
                      whole-tunes: how often unrelated tunes agree from beginning to end, of --queries N of each collection, or of --songs;
                      with --sung N of as many tunes that are sung alone and heard
                      tune-agreement: notes of a tune that sound where chroma sequences agree; --sung FOLDER adds sung covers, and
                      --fit-tunes VERSION writes models/embedded/tune-agreement/
                      laid-notes: --files N renderings of pop songs, real songs of --data and the --sung FOLDER, by their written melody alone
  --files N           how many MIDI files are rendered (default 12; as many more are distractors)
  --seconds N         how much of each rendering is described (default 90)
  --cache FOLDER      keep there what was heard in recordings, for the next run
  --scale N           cost on N generated songs instead (1000, 10000, 160000)
  --covers N          N pop songs (80) as their bands would record them and as other people would cover them, rendered with different soundfonts
                      and heard: MAP of every version among all the others, beside simple methods; --cache keeps what was heard; --as-files asks for each
                      version as a MIDI file of the notes that a transcriber heard in it; --sung FOLDER has the tunes sung there
                      (scripts/vocal-pitch/covers.py) instead of played; --other-songs of the 30 songs that confirm what was chosen;
                      --passages 8,16 asks for other songs that take over this number of bars of a version
  --performances N    N hymns, chorales and dances (60), each performed twice and heard, as --covers; and with one of the two counted wrongly
  --false-alarms KIND how often unrelated songs are reported among --pool N (10000) songs, and how many songs of the query's own group are: of
                      pop (MIDI) or recordings (of --data, and the first --seconds of every --folder DIR) among their own kind,
                      recordings-among-pop, renderings-among-pop, transcriptions-among-pop (MIDI files of what is heard) or renderings (75 s of pop songs that are changed, rendered and
                      heard) among their own kind, performances (60 hymns, chorales and dances, each performed twice) among their own
                      kind or performances-among-tunes; --queries N of them are asked for; the strongest of each are kept in --pairs
                      FOLDER for --calibrate
  --evidence          how often unrelated songs reach which evidence; --songs and --groups are one more collection. --pairs FOLDER keeps
                      what was measured, --calibrate VERSION writes models/embedded/plagiarism-evidence/ (run --false-alarms first), --fit judges an order
                      by a learned model on collections left out of its fit, --ablation without each group of features;
                      --queries N of each collection, unless as many or more of it are kept; --transcribed: only the tail of
                      transcribed songs, from what --false-alarms kept, with --calibrate VERSION written beside all that stays
  --fit-background    write the backgrounds (models/embedded/interval-surprise/, chord-surprise/): intervals and
                      chord changes from the other half; --version NAME names what is written
  --fit-sketch        write how the scan's sketches of chroma sequences are compared (models/embedded/chroma-background/), from made
                      versions of songs that no table is of (two minutes); --version NAME`;

const questions = [
  'written',
  'harder',
  'gains',
  'decided',
  'alarms',
  'stock',
  'metres',
  'recordings',
  'renderings',
];

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      songs: { type: 'string' },
      groups: { type: 'string' },
      data: { type: 'string', default: '../shared/data' },
      part: { type: 'string', default: 'report' },
      only: { type: 'string' },
      files: { type: 'string', default: '12' },
      seconds: { type: 'string', default: '90' },
      cache: { type: 'string' },
      scale: { type: 'string' },
      covers: { type: 'string' },
      passages: { type: 'string' },
      performances: { type: 'string' },
      'as-files': { type: 'boolean', default: false },
      sung: { type: 'string' },
      'other-songs': { type: 'boolean', default: false },
      'false-alarms': { type: 'string' },
      pool: { type: 'string', default: '10000' },
      queries: { type: 'string', default: '400' },
      folder: { type: 'string', multiple: true, default: [] },
      evidence: { type: 'boolean', default: false },
      pairs: { type: 'string', default: '.bench-pairs' },
      transcribed: { type: 'boolean', default: false },
      ablation: { type: 'boolean', default: false },
      fit: { type: 'boolean', default: false },
      calibrate: { type: 'string' },
      'fit-background': { type: 'boolean', default: false },
      'fit-sketch': { type: 'boolean', default: false },
      'fit-tunes': { type: 'string' },
      version: { type: 'string', default: 'background-3' },
      help: { type: 'boolean', default: false },
    },
  });
  const half = values.part === 'report' || values.part === 'choose';
  const isOnly = (name: string): boolean => values.only === name;
  const known =
    values.only === undefined || ['whole-tunes', 'laid-notes', 'tune-agreement', ...questions].some(isOnly);
  if (values.help || !half || !known || (values.songs === undefined) !== (values.groups === undefined)) {
    console.log(usage);
    return;
  }
  if (values.scale !== undefined) {
    console.log(scaleHead);
    await measureScale(Math.max(1, Number(values.scale) || 1000));
    return;
  }
  if (values['fit-sketch']) {
    console.log(`wrote ${fitSketchBackground(sketchFamilies(resolve(values.data)), values.version)}`);
    return;
  }
  if (values.covers !== undefined) {
    const { cache, sung } = values;
    const count = Math.max(2, Number(values.covers) || 80);
    const [areFiles, areOthers] = [values['as-files'], values['other-songs']];
    const passages = (values.passages ?? '')
      .split(',')
      .map(Number)
      .filter((bars) => bars > 0);
    await coverFigures(resolve(values.data), count, { cache, areFiles, areOthers, sung }, passages);
    return;
  }
  if (values.performances !== undefined) {
    await performedTwiceFigures(
      resolve(values.data),
      Math.max(2, Number(values.performances) || 60),
      values.cache,
    );
    return;
  }
  const alarms = values['false-alarms'];
  const kind = manyKinds.find((one) => one === alarms);
  if (kind !== undefined) {
    await reportsAmongMany({
      kind,
      data: resolve(values.data),
      folders: values.folder.map((folder) => resolve(folder)),
      seconds: Number(values.seconds) || 90,
      cache: values.cache,
      size: Number(values.pool) || 10_000,
      queries: Number(values.queries) || 400,
      pairs: resolve(values.pairs),
    });
    return;
  }
  if (values.evidence && values.transcribed) {
    transcribedEvidence({ pairs: resolve(values.pairs), calibrate: values.calibrate });
    return;
  }
  if (values.evidence) {
    await evidence({
      data: join(resolve(values.data), 'symbolic'),
      pairs: resolve(values.pairs),
      own: values.songs === undefined ? null : await listedSongs(values.songs, values.groups!, values.cache),
      isAblation: values.ablation,
      queries: Number(values.queries) || 400,
      isFitted: values.fit,
      calibrate: values.calibrate,
    });
    return;
  }
  if (isOnly('tune-agreement')) {
    const { sung, cache, 'fit-tunes': fit } = values;
    await tuneAgreementFigures({ data: resolve(values.data), cache, sung, fit });
    return;
  }
  if (isOnly('laid-notes')) {
    const { sung, cache } = values;
    const files = Math.max(1, Number(values.files) || 12);
    await laidNotesFigures({ data: resolve(values.data), files, sung, cache });
    return;
  }
  if (isOnly('whole-tunes')) {
    const own =
      values.songs === undefined ? null : await listedSongs(values.songs, values.groups!, values.cache);
    const { queries, sung, cache } = values;
    const counts = { queries: Number(queries) || 400, sung: Number(sung) || 0 };
    await wholeTuneFigures({ data: join(resolve(values.data), 'symbolic'), own, ...counts, cache });
    return;
  }
  if (values.songs !== undefined) {
    const songs = await listedSongs(values.songs, values.groups!, values.cache);
    const baselines = { ...melodyBaselines, ...(songs.length <= 300 ? recordingBaselines : {}) };
    printTable(await retrievalTable(values.songs, songs, baselines));
    for (const table of await sideTables(values.songs, songs, baselines)) printTable(table);
    return;
  }
  const training = values.part === 'choose';
  const isAsked = (question: string): boolean => values.only === undefined || values.only === question;
  if (isAsked('stock') && !values['fit-background'])
    await stockFigures(training ? 'choose' : 'report', values.cache);
  if (values.only === 'stock') return;
  const data = join(resolve(values.data), 'symbolic');
  if (!hasDevelopmentData(data))
    throw new Error(
      `${values.data} is not the development data: it has no symbolic/tune_variant_groups.dev.tsv. Your own songs: --songs FOLDER --groups FILE.`,
    );
  const tunes = tuneCollections(data);
  if (values['fit-background']) {
    const { version } = values;
    console.log(`wrote ${fitBackground(tunes, version)}`);
    console.log(`wrote ${fitChordBackground(data, version)}`);
    return;
  }
  const others = tunes.filter((song) => song.group === null && isTrainingTune(song) === training);
  const distractors = others.filter((_, position) => position % 2 === 0).slice(0, 1000);
  if (isAsked('written')) await writtenFigures(data, tunes, distractors, training);
  if (isAsked('harder')) await harderFigures(data, tunes, distractors, training);
  if (isAsked('gains')) await pairedGains(data);
  if (isAsked('decided')) await decidedTable(data);
  if (isAsked('metres')) await otherMetreFigures(data);
  if (isAsked('alarms')) {
    await falseAlarms(data, distractors, training);
    const midi = (await unrelatedSongs(data)).filter((song) => song.id.endsWith('.mid'));
    printPairs('pop, anthems and game music', evidenceOfPairs(midi));
    await alarmRates(resolve(values.data), tunes, values.cache);
  }
  const recordings = join(resolve(values.data), 'recordings');
  if (isAsked('recordings')) {
    if (existsSync(join(recordings, 'anthems')))
      await recordingFigures(
        recordings,
        join(data, 'anthem_midi'),
        distractors,
        await accompaniedSongs(data),
        values.cache,
      );
    else console.log(`recordings skipped: not in ${values.data}`);
  }
  if (isAsked('renderings')) await renderings(data, values);
}

/** Half of the files are songs with accompaniment, half are anthems and game music; distractors too. */
async function renderings(
  data: string,
  values: { files: string; seconds: string; cache?: string },
): Promise<void> {
  const count = Math.max(1, Number(values.files) || 12);
  const pop = midiFiles(join(data, 'pop909')).filter((path) => !path.includes('versions'));
  const others = ['anthem_midi', 'freedoom_midi'].flatMap((part) => midiFiles(join(data, part)));
  const mixed = Array.from({ length: Math.max(pop.length, others.length) }, (_, place) => [
    pop.at(pop.length - 1 - place),
    others[place],
  ])
    .flat()
    .filter((path) => path !== undefined);
  const distractors = mixed.slice(count, 2 * count);
  await renderingFigures(mixed.slice(0, count), distractors, Number(values.seconds) || 90, values.cache);
}

async function listedSongs(folder: string, list: string, cache?: string): Promise<BenchSong[]> {
  const lines = readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.includes('\t'));
  const songs: BenchSong[] = [];
  for (const line of lines) {
    const [group, file, side] = line.split('\t').map((cell) => cell.trim());
    const description = await loadAnySong(join(folder, file!), cache);
    songs.push({ id: file!, group: group || null, ...(side && { side }), description });
  }
  return songs;
}

async function writtenFigures(
  data: string,
  tunes: readonly BenchSong[],
  distractors: readonly BenchSong[],
  training: boolean,
): Promise<void> {
  const chosen = tunes.filter((song) => song.group !== null && isTrainingTune(song) === training);
  const folk = folkVariants(data).filter((song) => isTrainingTune(song) === training);
  const disputed = await disputedPairs(data);
  const cases = await decidedCases(data);
  const decided = cases.flatMap(({ complaining, defending }) => [complaining, defending]);
  const pairLists = { 'disputed pairs (mpdset_real)': disputed, 'decided cases (yuan2023)': decided };
  for (const [name, songs] of Object.entries(pairLists)) {
    printTable(await retrievalTable(name, songs));
    for (const table of await sideTables(name, songs)) printTable(table);
  }
  printTable(await retrievalTable('disputed pairs among 1,000 tunes', [...disputed, ...distractors]));
  printTable(
    await retrievalTable('tune variant groups among 1,000 tunes', [
      ...(await tuneGroups(data)),
      ...distractors,
    ]),
  );
  printTable(await retrievalTable('tune collections', [...chosen, ...distractors]));
  printTable(
    await retrievalTable('folk variants without rhythm, among 500 tunes', [
      ...folk,
      ...distractors.slice(0, 500),
    ]),
  );
}

/** The same songs asked for by four bars of them (16 notes or so), and by what someone remembers of that. */
async function harderFigures(
  data: string,
  tunes: readonly BenchSong[],
  distractors: readonly BenchSong[],
  training: boolean,
): Promise<void> {
  const chosen = tunes.filter((song) => song.group !== null && isTrainingTune(song) === training);
  const folk = folkVariants(data).filter((song) => isTrainingTune(song) === training);
  const sets = {
    'tune variant groups': await tuneGroups(data),
    'tune collections': chosen,
    'folk variants': folk,
  };
  for (const [name, songs] of Object.entries(sets)) {
    const pool = [...songs, ...distractors];
    const short = withCounterpart(songs).map((song) => fewBars(song, 16));
    printTable(await searchTable(`${name}, asked for by 16 notes`, short, pool, melodyBaselines));
    const played = short.map(remembered);
    printTable(await searchTable(`${name}, 16 notes as remembered`, played, pool, melodyBaselines));
  }
}

async function falseAlarms(
  data: string,
  distractors: readonly BenchSong[],
  training: boolean,
): Promise<void> {
  const songs = await unrelatedSongs(data);
  const unrelated = songs.filter((song) => isTrainingTune(song) === training);
  const title = `hymns, anthems, pop and game music against ${distractors.length} dance tunes`;
  printStrongest(title, await strongestOf(unrelated, distractors));
}

/** MIDI files with accompaniment that are no anthems. */
function accompaniedSongs(data: string): Promise<BenchSong[]> {
  const files = ['pop909', 'carols', 'freedoom_midi'].flatMap((part) => midiFiles(join(data, part)));
  return inTurn(
    files.filter((path) => !path.includes('versions')),
    unnamed,
  );
}

async function unnamed(path: string): Promise<BenchSong> {
  return { id: path, group: null, description: await loadSong(path) };
}

/** Recordings, generated clips and MIDI files without a counterpart, against all the other songs there are. */
async function alarmRates(folder: string, tunes: readonly BenchSong[], cache?: string): Promise<void> {
  const heard = async (part: string): Promise<BenchSong[]> => {
    const base = join(folder, part);
    return existsSync(base) ? await described(base, audioFiles(base), cache) : [];
  };
  const [recorded, generated] = [await heard('recordings'), await heard('ai_generated')];
  const recordings = recorded.filter((song) => !song.id.startsWith('anthems/'));
  const midi = await accompaniedSongs(join(folder, 'symbolic'));
  const withoutCounterpart = midi.filter((song) => !song.id.includes('carols'));
  const pool = [...tunes.filter((song) => song.group === null), ...midi, ...recordings, ...generated];
  await printAlarmRates(
    new Map([
      ['recordings', recordings],
      ['generated clips', generated],
      ['pop and game MIDI', withoutCounterpart],
    ]),
    pool,
  );
  printPairs('recordings and generated clips', evidenceOfPairs([...recorded, ...generated]));
}
