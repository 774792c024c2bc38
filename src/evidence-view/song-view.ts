/** A song of a result: what its evidence amounts to, and its passages, each with the notes of both songs. */
import { clock } from '../domain/case-file/clock.js';
import { bandsView } from './bands.js';
import { keyName } from './key-names.js';
import { el, type ViewAttributes, type ViewNode } from './node.js';
import { rollView } from './roll.js';
import type { ComparedSong, Passage, RollSide, SharedEvidence } from './shared-evidence.js';
import type { SideName } from './time-axis.js';
import { reported, t } from './translate.js';
import {
  barsText,
  gradeText,
  matchText,
  noteNamesCaption,
  possibleCaption,
  songName,
  span,
  strength,
  withoutPassages,
} from './words.js';

export interface SongViewOptions {
  /** The song that was submitted, or the first of two. */
  readonly submitted: string;
  /** What each song is called beside its title: "Submitted", "Dataset". */
  readonly roles: Readonly<Record<SideName, string>>;
  readonly evidence: Pick<SharedEvidence, 'threshold'>;
}

/** Title, amounts, what they mean, and what is doubtful. */
export function songHeadView(song: ComparedSong): ViewNode {
  return el(
    'div',
    { class: 'ev-song-head' },
    el('h3', {}, songName(song)),
    bandsView(song),
    song.finding === 'possible' && el('p', { class: 'ev-quiet' }, possibleCaption()),
    song.copies.length > 0 &&
      el(
        'p',
        { class: 'ev-quiet' },
        t('The same music is also in the dataset as {{titles}}.', { titles: song.copies.join(', ') }),
      ),
    song.keyNote !== '' && el('p', { class: 'ev-quiet' }, reported(song.keyNote)),
    song.passages.length === 0
      ? el('p', { class: 'ev-quiet' }, withoutPassages(song))
      : noteNamesCaption() !== '' && el('p', { class: 'ev-quiet' }, noteNamesCaption()),
  );
}

/** What a button needs beside its name, by side; null where that side has no sound. */
export type PlayAttributes = (side: SideName) => ViewAttributes | null;

/** One passage: "*Janine*, 0:02–0:12, bars 3–6, strong", and both songs' notes above each other. */
export function passageView(
  song: ComparedSong,
  passage: Passage,
  options: SongViewOptions,
  play: PlayAttributes,
): ViewNode {
  const titles = { original: options.submitted, comparison: song.title };
  const { original, comparison } = passage;
  const grade = strength(passage, options.evidence.threshold);
  // Two recordings of one song have one title.
  const called =
    song.title === options.submitted ? `${song.title} (${options.roles.comparison})` : song.title;
  return el(
    'div',
    { class: 'ev-passage' },
    el(
      'h4',
      {},
      // A direction of its own: a title in Hebrew or Arabic would turn the times behind it around.
      el('em', { dir: 'auto' }, called),
      ['', span(comparison), barsText(comparison)].join(', ').replace(/, $/, ''),
      // Copied as text, the badge is a word of its own.
      grade !== null && ' ',
      grade !== null && el('span', { class: `ev-grade ev-${grade}` }, gradeText(grade)),
    ),
    el('p', { class: 'ev-quiet' }, matchText(passage, called)),
    passage.keyNote !== '' && el('p', { class: 'ev-quiet' }, reported(passage.keyNote)),
    sideHead('original', options.roles.original, titles.original, original, play),
    el(
      'div',
      { class: 'ev-scroll', tabindex: 0, role: 'group', 'aria-label': t('Notes and chords of both songs') },
      el('div', { class: 'ev-roll-box' }, rollView(passage, titles), el('slot', { name: 'roll' })),
    ),
    sideHead('comparison', options.roles.comparison, titles.comparison, comparison, play),
  );
}

function sideHead(side: SideName, role: string, title: string, at: RollSide, play: PlayAttributes): ViewNode {
  const attributes = play(side);
  const place = [barsText(at), span(at), keyName(at.key)].filter(Boolean).join(' · ');
  return el(
    'div',
    { class: 'ev-side' },
    attributes !== null &&
      el(
        'button',
        {
          type: 'button',
          class: 'ev-play',
          'data-play': side,
          'aria-label': t('Play {{title}}, {{start}} to {{end}}', {
            title,
            start: clock(at.startSeconds),
            end: clock(at.endSeconds),
          }),
          ...attributes,
        },
        t('Play'),
      ),
    el('span', { class: 'ev-role' }, role),
    el('b', {}, title),
    el('span', { class: 'ev-quiet' }, place),
  );
}
