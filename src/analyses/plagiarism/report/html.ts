/** The evidence of two songs, or of one and several, as one HTML page that needs nothing else: for a person who judges it. */
import { lengthText } from '../../../domain/case-file/clock.js';
import type { Finding } from '../../../domain/finding.js';
import type { JsonObject } from '../../../domain/task.js';
import { summariseVerdict, type VerdictSummary } from '../../../domain/verdict/verdict-summary.js';
import { beatsABar } from '../../../evidence-view/bars.js';
import { el, type ViewAttributes, type ViewNode } from '../../../evidence-view/node.js';
import { scoresView } from '../../../evidence-view/scores.js';
import { type ComparedSong, type Passage, sharedEvidence } from '../../../evidence-view/shared-evidence.js';
import { passageView, type SongViewOptions, songHeadView } from '../../../evidence-view/song-view.js';
import { passageAxis, type SideName } from '../../../evidence-view/time-axis.js';
import { toHtml } from '../../../evidence-view/to-html.js';
import { songName } from '../../../evidence-view/words.js';
import { isTranscribed, type SongDescription } from '../../../music/song-description.js';
import { spelledKey } from '../comparison/key-agreement.js';
import { type Clip, isSame } from './clips.js';
import { reportScript, reportStyles } from './style.js';

export interface FileFacts {
  readonly name: string;
  readonly sha256: string;
}

export interface ReportedSong {
  readonly title: string;
  readonly description: SongDescription;
  /** What of it can be played; empty for notes alone, which the page plays itself. */
  readonly clips: readonly Clip[];
  readonly file: FileFacts | null;
}

export interface ReportedComparison {
  /** Of the song in the detail. */
  readonly id: string;
  readonly song: ReportedSong;
  /** The documented ones of its best segment; null where it is not reported. */
  readonly scores: JsonObject | null;
}

export interface EvidencePage {
  readonly first: ReportedSong;
  readonly compared: readonly ReportedComparison[];
  readonly result: JsonObject;
  readonly detail: JsonObject;
  /** Whether two songs were named, rather than one searched among several. */
  readonly isPair: boolean;
  /** How many songs of the folder hold the same bytes as the one that is analysed. */
  readonly leftOut: number;
  readonly made: { readonly at: string; readonly version: string };
}

/** A page on a search is of local files: nobody who reads it has a dataset. */
const ofFolder: Readonly<Partial<Record<Finding, string>>> = {
  found: 'This song shares melody or chords with a song of the folder.',
  possible: 'Possible match with a song of the folder. Review the passages.',
};

/** Passages of a song that stand open; the others unfold. */
const openPassages = 3;

/** One page with styles, drawings, sounds and the little script of its play buttons inside. */
export function evidenceReport(page: EvidencePage): string {
  const { first, compared, isPair, result, detail } = page;
  const evidence = sharedEvidence(detail);
  const title =
    isPair && compared[0]
      ? `${first.title} and ${compared[0].song.title}`
      : `${first.title}: shared melody and chords`;
  const operation = isPair ? 'compare' : 'plagiarism';
  const verdict = summariseVerdict({ operation, status: 'success', result, detail });
  const songs = [first, ...compared.map(({ song }) => song)];
  const body = el(
    'main',
    { class: 'ev' },
    el('h1', {}, title),
    verdict && verdictView(verdict, isPair),
    isPair && isOneFile(first, compared[0]?.song) && el('p', {}, sameFileSentence),
    el(
      'section',
      {},
      el('h2', {}, 'Songs'),
      !isPair && el('p', {}, listedSongs(compared.length, verdict?.searched?.count ?? compared.length)),
      page.leftOut > 0 &&
        el('p', {}, 'The folder holds the analysed file too; it is left out: no song is a match of itself.'),
      songTable(songs),
    ),
    evidence.songs.map((song) => songSection(song, page, evidence)),
    verdict && listSection('Reasons', verdict.reasons),
    verdict && listSection('Limits of this analysis', verdict.limits),
    el(
      'footer',
      { class: 'ev-quiet' },
      `Made by Contrafact ${page.made.version}, ${page.made.at}. Evidence for a person to judge: common sources, shared idioms and chance make songs similar too.`,
    ),
  );
  const audio = songs.map((song, place) => audioElements(song, place)).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${toHtml(el('title', {}, title))}<style>${reportStyles}</style></head><body>${toHtml(body)}${audio}<script>${reportScript}</script></body></html>
`;
}

export const sameFileSentence =
  'Both files hold the same bytes: this is one song beside itself, and its match says nothing of another song.';

const isOneFile = ({ file }: ReportedSong, other: ReportedSong | undefined): boolean =>
  file !== null && file.sha256 === other?.file?.sha256;

function listedSongs(listed: number, searched: number): string {
  if (searched === 1) return 'The song that was analysed, then the one song that was searched.';
  const songs = searched > listed ? `the ${listed} strongest of ${searched} songs` : `all ${searched} songs`;
  return `The song that was analysed, then ${songs} that were searched${searched > listed ? '; the others are left out' : ''}.`;
}

function verdictView(
  { finding, sentence, match, confidence, searched }: VerdictSummary,
  isPair: boolean,
): ViewNode {
  const ofSearch = !isPair && finding !== null ? ofFolder[finding] : undefined;
  return el(
    'section',
    { class: `verdict ${finding ?? ''}`, 'aria-label': 'Verdict' },
    el('p', { class: 'sentence' }, ofSearch ?? sentence),
    match !== null && el('p', {}, el('b', {}, songName(match))),
    confidence !== null && el('p', {}, `Confidence ${confidence.band} (${confidence.basis})`),
    isPair && el('p', {}, 'These two songs were compared: nothing was searched.'),
    searched !== null && el('p', {}, `${searched.count} ${searched.count === 1 ? 'song' : 'songs'} searched`),
  );
}

function songTable(songs: readonly ReportedSong[]): ViewNode {
  const heads = ['Song', 'File', 'Key', 'Tempo', 'Metre', 'Length', 'Source'];
  return el(
    'div',
    { class: 'ev-scroll', tabindex: 0, role: 'group', 'aria-label': 'Songs' },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          heads.map((head) => el('th', { scope: 'col' }, head)),
        ),
      ),
      el('tbody', {}, songs.map(songRow)),
    ),
  );
}

function songRow({ title, description, file }: ReportedSong): ViewNode {
  const { key, tempoBpm, meter, durationSeconds, source, isEstimated, beats } = description;
  const isHeard = isTranscribed(description);
  const identity: ViewNode | string =
    file === null ? '–' : el('span', {}, file.name, el('br'), el('code', {}, `SHA-256 ${file.sha256}`));
  const cells = [
    title,
    identity,
    spelledKey(key) ?? 'none found',
    beats.length < 2 ? 'no steady beat' : `${tempoBpm.toFixed(1)} BPM`,
    // Written bars may be of 6/8: which note a beat is, is not known.
    isHeard ? `${meter}/4` : `${beatsABar(description)} beats a bar`,
    lengthText(durationSeconds),
    source === 'audio'
      ? 'recording'
      : `notes (MIDI${isEstimated ? ', transcribed: beats and melody are estimates' : ''})`,
  ];
  return el(
    'tr',
    {},
    cells.map((cell) => el('td', {}, cell)),
  );
}

function songSection(
  song: ComparedSong,
  { first, compared, isPair }: EvidencePage,
  evidence: SongViewOptions['evidence'],
): ViewNode {
  const place = compared.findIndex(({ id }) => id === song.songId);
  const { song: other, scores } = compared[place]!;
  const options: SongViewOptions = {
    submitted: first.title,
    roles: isPair
      ? { original: 'First song', comparison: 'Second song' }
      : { original: 'Analysed', comparison: 'Compared' },
    evidence,
  };
  const passage = (one: Passage): ViewNode =>
    passageView(song, one, options, (side) =>
      side === 'original' ? playAttributes(first, 0, one, side) : playAttributes(other, place + 1, one, side),
    );
  const rest = song.passages.slice(openPassages);
  return el(
    'section',
    { class: 'song' },
    songHeadView(song),
    song.passages.slice(0, openPassages).map(passage),
    rest.length > 0 &&
      el(
        'details',
        {},
        el('summary', {}, `${rest.length} more ${rest.length === 1 ? 'passage' : 'passages'}`),
        rest.map(passage),
      ),
    scoresView(scores),
  );
}

function listSection(title: string, sentences: readonly string[]): ViewNode | null {
  if (sentences.length === 0) return null;
  return el(
    'section',
    {},
    el('h2', {}, title),
    el(
      'ul',
      {},
      sentences.map((one) => el('li', {}, one)),
    ),
  );
}

/** Plays the recording where it was cut out, the written notes where there is no recording, else nothing. */
function playAttributes(
  song: ReportedSong,
  place: number,
  passage: Passage,
  side: SideName,
): ViewAttributes | null {
  const own = passage[side];
  const axis = passageAxis(passage)[side];
  const points = own.beatSeconds.length > 1 ? own.beatSeconds : [own.startSeconds, own.endSeconds];
  const shared = {
    'data-seconds': (own.endSeconds - own.startSeconds).toFixed(2),
    /** Where the line stands at which second after the start. */
    'data-places': JSON.stringify(
      points.map((at) => [
        Number((at - own.startSeconds).toFixed(3)),
        Number(axis.fractionAt(at).toFixed(4)),
      ]),
    ),
  };
  const clip = song.clips.findIndex((one) => isSame(one, own));
  if (clip >= 0) return { ...shared, 'data-clip': clipId(place, clip) };
  if (song.description.source !== 'midi' || own.notes.length === 0) return null;
  const notes = own.notes.map((note) => [
    Number((note.startSeconds - own.startSeconds).toFixed(3)),
    Number((note.endSeconds - note.startSeconds).toFixed(3)),
    note.midi,
  ]);
  return { ...shared, 'data-notes': JSON.stringify(notes) };
}

const clipId = (song: number, clip: number): string => `clip-${song}-${clip}`;

function audioElements({ clips }: ReportedSong, song: number): string {
  return clips
    .map(({ url }, clip) => toHtml(el('audio', { id: clipId(song, clip), preload: 'none', src: url })))
    .join('');
}
