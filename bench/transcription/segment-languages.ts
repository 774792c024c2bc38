/**
 * In which language segments are decoded, replayed on what a recogniser heard in them: songs as they are, and songs that change
 * their language, put together of the same segments. For each number of windows that a recogniser hears at a time.
 */
import { decodingLanguage, songEvidence } from '../../src/analyses/lyric-transcription/languages.js';
import type { RecognisedSegment } from '../../src/analyses/lyric-transcription/whole-segment.js';
import { lyricLanguages } from '../../src/domain/languages.js';

type Heard = Pick<RecognisedSegment, 'heard' | 'noSpeech' | 'startSeconds' | 'endSeconds'>;
interface Labelled {
  readonly segment: Heard;
  readonly language: string;
}
export interface LabelledSong {
  readonly language: string;
  readonly segments: readonly Heard[];
}

/** As the analysis hands segments to the recogniser. */
const callSeconds = 120;

export function printSegmentLanguages(songs: readonly LabelledSong[]): void {
  const labelled = songs.map(({ language, segments }) => segments.map((segment) => ({ segment, language })));
  const pairs = songs.flatMap((a, i) =>
    songs.flatMap((b, j) =>
      a.language === b.language || i === j ? [] : [[labelled[i]!, labelled[j]!] as const],
    ),
  );
  const kinds = {
    'as they are': labelled,
    'two, one after the other': pairs.map(([a, b]) => [...a, ...b]),
    'two, alternating': pairs.map(([a, b]) =>
      a.slice(0, b.length).flatMap((one, i) => (b[i] ? [one, b[i]] : [])),
    ),
  };
  console.log(
    '\n| segments in another language than the song, of | windows heard at a time: 1 | 2 | 3 | 5 | 8 |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [kind, cases] of Object.entries(kinds)) {
    if (cases.length === 0) continue;
    const wrong = [1, 2, 3, 5, 8].map((windows) =>
      cases.reduce((sum, one) => sum + wrongOf(one, windows), 0),
    );
    const all = cases.reduce((sum, one) => sum + one.length, 0);
    console.log(`| songs ${kind}: ${all} | ${wrong.join(' | ')} |`);
  }
}

function wrongOf(song: readonly Labelled[], windowsAtATime: number): number {
  let wrong = 0;
  let before: Readonly<Record<string, number>> = {};
  for (const call of calls(song)) {
    let earlier = before;
    for (let at = 0; at < call.length; at += windowsAtATime) {
      const batch = call.slice(at, at + windowsAtATime);
      earlier = songEvidence(
        earlier,
        batch.map(({ segment }) => segment),
      );
      wrong += batch.filter(
        ({ segment, language }) => decodingLanguage(segment.heard, earlier, lyricLanguages) !== language,
      ).length;
    }
    before = songEvidence(
      before,
      call.map(({ segment }) => segment),
    );
  }
  return wrong;
}

function calls(song: readonly Labelled[]): Labelled[][] {
  const all: Labelled[][] = [[]];
  let seconds = 0;
  for (const one of song) {
    const length = one.segment.endSeconds - one.segment.startSeconds;
    if (all.at(-1)!.length > 0 && seconds + length > callSeconds) {
      all.push([]);
      seconds = 0;
    }
    all.at(-1)!.push(one);
    seconds += length;
  }
  return all;
}
