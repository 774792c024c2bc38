/** Each file against the songs of a folder, in melody and chords: the plagiarism search without a service. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { notComparable } from '../../analyses/plagiarism/verdict.js';
import type { LocalSong } from '../../compose/local-songs.js';
import type { Config } from '../../config.js';
import { findings } from '../../domain/finding.js';
import type { JsonObject } from '../../domain/task.js';
import { summariseVerdict, type VerdictSummary } from '../../domain/verdict/verdict-summary.js';
import { metreText } from '../../music/metre-hypotheses.js';
import { CliError } from '../cli-error.js';
import { note } from '../output.js';
import { startProgress } from '../progress.js';
import { keyNotes } from './describe-comparison.js';
import type { FileOutcome } from './file-outcome.js';
import type { InputFile } from './input-files.js';
import { objectOf } from './json-object.js';
import { describeLocal, type OpenSongs, openSongs } from './open-songs.js';
import type { ResultsFile } from './results-file.js';

interface Reference {
  readonly name: string;
  readonly path: string;
  readonly song: LocalSong;
}

/** A file of the folder that could not be compared. */
interface NotCompared {
  readonly file: string;
  readonly reason: string;
}

interface Compared {
  readonly reference: Reference;
  /** Of its chroma sequence among the references. */
  readonly standing: number;
  readonly verdict: VerdictSummary;
  /** Of the documented result, 0 to 1. */
  readonly similarity: number;
  /** Of 1,000 unrelated songs those that would come as near, and the evidence behind it. */
  readonly falseAlarms: number;
  readonly bits: number;
  readonly result: JsonObject;
  /** Where a transposition contradicts the keys. */
  readonly keyNotes: readonly string[];
}

export interface CompareAgainstOptions {
  readonly results?: ResultsFile | null;
  /** Draws the evidence of each file as a page. */
  readonly withPage?: boolean;
}

/** Songs whose evidence stands on a page, best first. */
const songsOnPage = 5;

/** References that cannot be read are named and left out. */
export async function compareAgainst(
  config: Config,
  files: readonly InputFile[],
  references: readonly InputFile[],
  { results = null, withPage = false }: CompareAgainstOptions = {},
): Promise<FileOutcome[]> {
  const progress = startProgress('melody and chords');
  const open = await openSongs(config);
  // A file is a step to describe and a step to compare.
  const steps = references.length + 2 * files.length;
  const report =
    (done: number, name: string) =>
    (fraction: number): void =>
      progress.report((done + fraction) / steps, basename(name));
  try {
    const operation = 'plagiarism';
    const model = await modelOf(references);
    const outcomes: FileOutcome[] = [];
    const waiting: InputFile[] = [];
    for (const file of files) {
      const earlier = withPage ? null : await results?.find(file, operation, model);
      if (earlier) outcomes.push(earlier);
      else waiting.push(file);
    }
    if (waiting.length === 0) return outcomes;
    const described: Reference[] = [];
    const unread: NotCompared[] = [];
    for (const [index, { name, path }] of references.entries()) {
      try {
        described.push({ name, path, song: await describeLocal(open, path, report(index, name)) });
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        note(`Not compared with ${error.message}`);
        unread.push({ file: name, reason: error.message.replace(`${path}: `, '') });
      }
    }
    for (const [index, file] of waiting.entries()) {
      const named = { file: file.name, operation, model } as const;
      try {
        const step = references.length + 2 * index;
        const song = await describeLocal(open, file.path, report(step, file.name));
        const onProgress = (fraction: number): void =>
          report(step + 1, `${file.name}, ${Math.floor(100 * fraction)} % compared`)(fraction);
        const outcome = {
          ...named,
          ...(await compareWithAll(open, song, { described, unread }, { withPage, onProgress })),
        };
        outcomes.push(outcome);
        await results?.keep(file, outcome);
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        outcomes.push({
          ...named,
          error: error.message.replace(`${file.path}: `, ''),
          error_code: error.code,
        });
      }
    }
    return outcomes;
  } finally {
    progress.end();
    await open.close();
  }
}

/** The songs that are compared with are part of what was asked: others, or other files of their names, make another result. */
async function modelOf(references: readonly InputFile[]): Promise<string> {
  const songs: string[] = [];
  for (const { name, path } of references) {
    const found = await stat(path).catch(() => null);
    songs.push(JSON.stringify([name, found?.size ?? null, found?.mtimeMs ?? null]));
  }
  return `standard, against ${createHash('sha256').update(JSON.stringify(songs.sort())).digest('hex').slice(0, 12)}`;
}

async function compareWithAll(
  open: OpenSongs,
  song: LocalSong,
  {
    described,
    unread,
  }: { readonly described: readonly Reference[]; readonly unread: readonly NotCompared[] },
  { withPage, onProgress }: { readonly withPage: boolean; readonly onProgress: (fraction: number) => void },
): Promise<{ result: JsonObject; verdict: VerdictSummary; page?: string; matchedPath?: string }> {
  const compared: Compared[] = [];
  // A folder may hold the file itself: that it equals itself means nothing.
  const others = described.filter((one) => one.song.file.sha256 !== song.file.sha256);
  const unfit = others.flatMap(({ name, song: { description } }): NotCompared[] => {
    const reason = notComparable(description);
    return reason === null ? [] : [{ file: name, reason }];
  });
  // How rare the evidence of each is depends on how many could have had some.
  const searched = Math.max(1, others.length - unfit.length);
  const standings = await open.songs.standings(
    song,
    others.map((reference) => reference.song),
    open.signal,
    (fraction) => onProgress(0.5 * fraction),
  );
  for (const [place, reference] of others.entries()) {
    const among = { searched, standing: standings[place]! };
    const { result, detail } = await open.songs.compare(song, reference.song, open.signal, among);
    const verdict = summariseVerdict({ operation: 'compare', status: 'success', result, detail });
    const [best] = Array.isArray(detail.songs) ? detail.songs.map(objectOf) : [];
    const similarity = Number(best?.signature_metric ?? 0);
    const { standing } = among;
    if (verdict)
      compared.push({
        reference,
        standing,
        verdict,
        similarity,
        falseAlarms: Number(best?.expected_false_alarms ?? Number.POSITIVE_INFINITY),
        bits: Number(best?.bits_beyond_chance ?? 0),
        result,
        keyNotes: keyNotes(detail),
      });
    onProgress(0.5 + (0.5 * (place + 1)) / others.length);
  }
  compared.sort(strongestFirst);
  const comparable = compared.filter(({ verdict }) => verdict.finding !== 'cannot_tell');
  const count = comparable.length;
  const [best] = compared;
  // Where none could be compared, the page says of the one that the verdict is of why.
  const shown = (count > 0 ? comparable.slice(0, songsOnPage) : compared.slice(0, 1)).map(
    ({ reference, standing }) => ({ song: reference.song, standing }),
  );
  const leftOut = described.length - others.length;
  const verdict = verdictOf(compared, count, leftOut > 0);
  const metre = song.description.beats.length < 2 ? null : metreText(song.description);
  return {
    ...(withPage &&
      best && {
        page: await open.songs.reportOfSearch(
          song,
          shown,
          { searched: count > 0 ? searched : shown.length, leftOut },
          open.signal,
        ),
      }),
    ...(best?.verdict.match && { matchedPath: best.reference.path }),
    result: {
      finding: verdict.finding,
      sentence: verdict.sentence,
      match: verdict.match?.title ?? null,
      closest: verdict.closest?.title ?? null,
      songs_compared: count,
      songs_not_compared: [...unread, ...unfit].map((one) => ({ ...one })),
      ...(metre !== null && { metre }),
      comparisons: comparable.map(({ reference, verdict, similarity, result, keyNotes: notes }) => ({
        file: reference.name,
        finding: verdict.finding,
        signature_metric: similarity,
        key_notes: [...notes],
        result,
      })),
    },
    verdict,
  };
}

/** Strongest first, as `findings` lists them. */
const rank = ({ verdict }: Compared): number =>
  verdict.finding === null ? findings.length : findings.indexOf(verdict.finding);

/** As the verdict of a search (analyses/plagiarism/verdict.ts) chooses its song, so that both name the same one. */
function strongestFirst(a: Compared, b: Compared): number {
  const [titleA, titleB] = [a.reference.song.file.title, b.reference.song.file.title];
  return (
    rank(a) - rank(b) ||
    a.falseAlarms - b.falseAlarms ||
    b.bits - a.bits ||
    (titleA < titleB ? -1 : Number(titleA > titleB))
  );
}

const itselfLeftOut = 'The folder holds this very file too. It is left out: no song is a match of itself.';

function verdictOf(compared: readonly Compared[], count: number, holdsItself: boolean): VerdictSummary {
  const verdict = verdictOfBest(compared, count);
  return holdsItself ? { ...verdict, reasons: [...verdict.reasons, itselfLeftOut] } : verdict;
}

/** The best comparison's, in words about the folder. `count`: how many could be compared. */
function verdictOfBest(compared: readonly Compared[], count: number): VerdictSummary {
  const searched = { count, unit: 'songs' } as const;
  const [best] = compared;
  if (!best) {
    return {
      finding: 'nothing_to_compare',
      label: 'Nothing to compare with',
      sentence: 'Nothing to compare with: the folder holds no other song that could be read.',
      match: null,
      closest: null,
      confidence: null,
      searched,
      notSearched: 0,
      threshold: null,
      reasons: [],
      limits: [],
      source: 'derived',
    };
  }
  const title = basename(best.reference.name);
  const match = { title, artist: '', musicId: null, songId: null, datasetId: null, link: null };
  switch (best.verdict.finding) {
    case 'found':
      return { ...best.verdict, sentence: 'Part of it matches', match, searched };
    case 'possible':
      return { ...best.verdict, sentence: 'Part of it may match', match, searched };
    case 'not_found':
      return {
        ...best.verdict,
        sentence: 'No match: below the reporting threshold for every song.',
        closest: match,
        searched,
      };
    default:
      return { ...best.verdict, searched };
  }
}
