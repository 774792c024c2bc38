/** What each finding of each analysis means, in a few words and in one sentence. */
import type { Finding } from '../finding.js';
import type { OperationName } from '../operations.js';
import type { JsonObject } from '../task.js';
import { list, number, text } from './read-json.js';

export interface Words {
  readonly label: string;
  readonly sentence: string;
}

export interface ProducedWords extends Words {
  readonly limits: readonly string[];
}
type SearchingOperation = Exclude<OperationName, 'fingerprint-add' | 'lyric-transcription'>;

const emptyDataset: Words = {
  label: 'Nothing to compare with',
  sentence: 'Nothing to compare with: this dataset holds no other song.',
};
const emptyCatalogue: Words = {
  label: 'Nothing to compare with',
  sentence: 'Nothing to compare with: your catalogue is empty.',
};
const noAnswer = (why: string): Words => ({ label: 'Cannot tell', sentence: `Cannot tell: ${why}.` });

const words: Readonly<Record<SearchingOperation, Readonly<Record<Finding, Words>>>> = {
  'fingerprint-check': {
    found: { label: 'In your catalogue', sentence: 'This recording is in your catalogue.' },
    possible: {
      label: 'Possible match',
      sentence: 'Possible match: this recording resembles or contains one of your catalogue. Review it.',
    },
    not_found: {
      label: 'Not in your catalogue',
      sentence: 'This recording does not match any recording of your catalogue.',
    },
    cannot_tell: noAnswer('the recording does not allow a comparison'),
    nothing_to_compare: emptyCatalogue,
  },
  'fingerprint-scan': {
    found: { label: 'Songs found', sentence: 'Songs of your catalogue sound in this recording.' },
    possible: { label: 'Possible match', sentence: 'A song of your catalogue may sound here. Review it.' },
    not_found: {
      label: 'No song found',
      sentence: 'No song of your catalogue was found in this recording.',
    },
    cannot_tell: noAnswer('the recording does not allow a search'),
    nothing_to_compare: emptyCatalogue,
  },
  'ai-detection': {
    found: {
      label: 'Likely AI-generated',
      sentence: 'Likely AI-generated: traces of a music generator were found.',
    },
    possible: {
      label: 'Possible generator traces',
      sentence: 'Possible generator traces: too weak to decide. Review it.',
    },
    not_found: {
      label: 'No generator traces',
      sentence: 'No generator traces found. Some generators leave none.',
    },
    cannot_tell: noAnswer('the recording does not allow an answer'),
    nothing_to_compare: noAnswer('there was nothing to examine'),
  },
  plagiarism: {
    found: { label: 'Match', sentence: 'This song shares melody or chords with a song of the dataset.' },
    possible: {
      label: 'Possible match',
      sentence: 'Possible match with a song of the dataset. Review the passages.',
    },
    not_found: {
      label: 'No match',
      sentence: 'No match: below the reporting threshold for every song that was searched.',
    },
    cannot_tell: noAnswer('the song does not allow a comparison'),
    nothing_to_compare: emptyDataset,
  },
  compare: {
    found: { label: 'Shared melody or chords', sentence: 'These two songs share melody or chords.' },
    possible: {
      label: 'Possible match',
      sentence: 'These two songs may share melody or chords. Review the passages.',
    },
    not_found: {
      label: 'No match',
      sentence: 'No match: what these two songs share is below the reporting threshold.',
    },
    cannot_tell: noAnswer('the songs do not allow a comparison'),
    nothing_to_compare: noAnswer('there was no second song'),
  },
  'lyric-plagiarism': {
    found: { label: 'Match', sentence: 'Lines of these lyrics match a song of the dataset.' },
    possible: {
      label: 'Possible match',
      sentence: 'Possible match with a song of the dataset. Review the lines.',
    },
    not_found: {
      label: 'No match',
      sentence: 'No match: below the reporting threshold for every song that was searched.',
    },
    cannot_tell: noAnswer('the lyrics do not allow a comparison'),
    nothing_to_compare: emptyDataset,
  },
};

/** Of two lyrics that someone names, rather than one and a dataset. */
const twoLyrics: Readonly<Partial<Record<Finding, Words>>> = {
  found: { label: 'The lyrics match', sentence: 'Lines of these two lyrics match.' },
  possible: { label: 'Possible match', sentence: 'These two lyrics may match in part. Review the lines.' },
  not_found: {
    label: 'No match',
    sentence: 'No match: what these two lyrics share is below the reporting threshold.',
  },
};

/** The words of a lyric analysis by what it compared with: `detail.compared_with`. */
export function lyricWords(finding: Finding, comparedWith: string): Words | null {
  return comparedWith === 'text' ? (twoLyrics[finding] ?? null) : null;
}

/** The table's words; where the result counts something, with the count. */
export function verdictWords(operation: OperationName, finding: Finding, result: JsonObject): Words {
  if (operation === 'fingerprint-add' || operation === 'lyric-transcription') {
    return finding === 'cannot_tell'
      ? noAnswer('the recording does not allow an answer')
      : producedWords(operation, result);
  }
  const songsFound = number(result.songs_found);
  if (operation === 'fingerprint-scan' && finding === 'found' && songsFound !== null) {
    const songs = count(songsFound, 'song', 'songs');
    const places = count(list(result.segments).length, 'place', 'places');
    return {
      label: `${songs} found`,
      sentence: `${songs} of your catalogue found, in ${places} of this recording.`,
    };
  }
  return words[operation][finding];
}

/** What an operation made that does not search. */
export function producedWords(
  operation: 'fingerprint-add' | 'lyric-transcription',
  result: JsonObject,
  detail: JsonObject = {},
): ProducedWords {
  if (operation === 'fingerprint-add') {
    return { label: 'Registered', sentence: 'Registered: later checks find this recording.', limits: [] };
  }
  if (result.is_instrumental === true) {
    const limits = ['Quiet, distant or heavily processed voices can be missed.'];
    // The documented result has no word for it: silence is instrumental there.
    if (detail.decided_by === 'silence') {
      const sentence = 'Nothing to hear: the recording is silent, or nearly so.';
      return { label: 'Nothing to hear', sentence, limits };
    }
    return { label: 'Instrumental', sentence: 'Instrumental: no vocals were found.', limits };
  }
  const lines = count(text(result.lyrics).split('\n').filter(Boolean).length, 'line', 'lines');
  const limits = ['Words are misheard where they are sung: read every line against the recording.'];
  return { label: `${lines} transcribed`, sentence: `${lines} transcribed.`, limits };
}

function count(value: number, one: string, many: string): string {
  return `${value.toLocaleString('en')} ${value === 1 ? one : many}`;
}
