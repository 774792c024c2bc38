import { describe, expect, it } from 'vitest';
import { keyName } from './key-names.js';
import { el, type ViewChild, type ViewNode } from './node.js';
import { type ComparedSong, type Passage, type RollSide, sharedEvidence } from './shared-evidence.js';
import { passageView, songHeadView } from './song-view.js';
import { passageAxis } from './time-axis.js';
import { toHtml } from './to-html.js';
import { translateReportedWith, translateWith } from './translate.js';
import { gradeText, noteName, noteNamesCaption, strength } from './words.js';

const side = (midis: readonly number[], over: Partial<RollSide> = {}): RollSide => ({
  startSeconds: 2,
  endSeconds: 10,
  beats: 16,
  bars: [3, 6],
  key: 'F minor',
  chords: Array.from({ length: 16 }, () => 'F:min'),
  downbeats: [2, 4, 6, 8],
  beatSeconds: Array.from({ length: 17 }, (_, beat) => 2 + beat / 2),
  notes: midis.map((midi, index) => ({
    startSeconds: 2 + index / 2,
    endSeconds: 2.5 + index / 2,
    startBeat: index,
    beats: 1,
    midi,
  })),
  ...over,
});
const passage = (over: Partial<Passage> = {}): Passage => ({
  basis: 'melody',
  lines: [['topline', 'topline']],
  original: side([60, 63, 65, 68]),
  comparison: side([62, 65, 67, 70]),
  matched: [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  transposition: 2,
  similarity: 0.8,
  keyNote: '',
  ...over,
});
const song = (over: Partial<ComparedSong> = {}): ComparedSong => ({
  songId: 's',
  title: 'Janine',
  artist: 'The Quays',
  musicId: null,
  similarity: 0.9,
  basis: 'melody',
  bits: 27,
  thresholdBits: 18,
  scaleBits: 36,
  amounts: { melody: 27, harmony: 9, tonal: 0 },
  wholeTune: 0,
  agreement: 0,
  standing: 0,
  tune: { share: 0, bits: 0 },
  reported: true,
  finding: 'found',
  keyNote: '',
  copies: [],
  passages: [],
  ...over,
});
const options = {
  submitted: 'Mine',
  roles: { original: 'Submitted', comparison: 'Dataset' },
  evidence: { threshold: 0.5 },
} as const;

function all(node: ViewChild, className: string): ViewNode[] {
  if (typeof node === 'string') return [];
  const own = String(node.attributes.class ?? '')
    .split(' ')
    .includes(className)
    ? [node]
    : [];
  return [...own, ...node.children.flatMap((child) => all(child, className))];
}

describe('a passage', () => {
  const view = passageView(song(), passage(), options, () => ({}));

  it('is titled by song, time, bars and strength', () => {
    const [heading] = view.children as ViewNode[];
    expect(toHtml(heading!).replace(/<[^>]+>/g, '')).toBe(
      'Janine, 0:02–0:10, bars 3–6 this passage alone: strong',
    );
  });

  it('keeps a title that is written from right to left apart from the times behind it', () => {
    const html = toHtml(passageView(song({ title: 'שיר 2' }), passage(), options, () => null));
    expect(html).toContain('<em dir="auto">שיר 2</em>, 0:02–0:10');
  });

  it('of two songs with one title says which of them is meant', () => {
    const html = toHtml(passageView(song({ title: 'Mine' }), passage(), options, () => null));
    expect(html).toContain('<em dir="auto">Mine (Dataset)</em>');
    expect(html).toContain('Mine (Dataset) is 2 semitones higher.');
    expect(toHtml(view)).toContain('Janine is 2 semitones higher.');
  });

  it('draws the notes of both songs with names spelled by their key', () => {
    const html = toHtml(view);
    for (const name of ['Ab4', 'Bb4', 'C4']) expect(html).toContain(`>${name}<`);
    expect(html).not.toMatch(/>[ADG]#\d</);
  });

  it('lays notes that match above each other, wherever the second song’s bars begin', () => {
    const late = side([59, 59, 62, 65, 67, 70]);
    const shifted = passage({
      comparison: late,
      matched: [
        [0, 2],
        [1, 3],
        [2, 4],
        [3, 5],
      ],
    });
    const ties = all(
      passageView(song(), shifted, options, () => null),
      'ev-tie',
    );
    expect(ties).toHaveLength(4);
    for (const tie of ties) {
      const [, from, to] = /^M([\d.]+) .*L([\d.]+) /.exec(String(tie.attributes.d))!;
      expect(from).toBe(to);
    }
  });

  it('of chords alone shows both songs’ chords and no notes', () => {
    const [none, chords] = [side([]), side([], { chords: ['C:maj', 'C:maj', 'G:maj', 'N'], beats: 4 })];
    const view = passageView(
      song(),
      passage({ basis: 'harmony', lines: [], original: none, comparison: chords, matched: [] }),
      options,
      () => null,
    );
    expect(all(view, 'ev-lane')).toEqual([]);
    expect(all(view, 'ev-chord')).toHaveLength(4);
  });

  it('offers no sound where there is none', () => {
    expect(
      all(
        passageView(song(), passage(), options, () => null),
        'ev-play',
      ),
    ).toEqual([]);
    expect(all(view, 'ev-play')).toHaveLength(2);
  });
});

describe('the amounts of evidence', () => {
  it('are bars as long as their scores, on one scale with the reporting threshold', () => {
    const [melody, chords, tonal] = all(songHeadView(song()), 'ev-fill').map(({ attributes }) =>
      Number(attributes.width),
    );
    const [threshold] = all(songHeadView(song()), 'ev-threshold');
    const middle = Number(/^M([\d.]+)/.exec(String(threshold!.attributes.d))![1]);
    expect(melody).toBeGreaterThan(middle);
    expect(chords).toBeCloseTo(middle / 2, 5);
    expect(tonal).toBe(0);
  });

  it('are drawn to scale far above the threshold too, the same scale for every song of the result', () => {
    const { songs } = sharedEvidence({
      reporting_threshold_bits: 18,
      songs: [
        { amounts_in_bits: { melody: 180, harmony: 90 } },
        { reporting_threshold_bits: 25, amounts_in_bits: { melody: 45 } },
      ],
    } as never);
    const widths = songs.map((one) =>
      all(songHeadView(one), 'ev-fill').map(({ attributes }) => Number(attributes.width)),
    );
    expect(widths).toEqual([
      [400, 200, 0],
      [100, 0, 0],
    ]);
    const lines = songs.map((one) => all(songHeadView(one), 'ev-threshold')[0]!.attributes.d);
    expect(lines).toEqual(['M40.0 0V16', 'M55.6 0V16']);
    expect(JSON.stringify(songHeadView(songs[0]!))).toContain('from 0 to 180');
  });

  it('say what melody and chroma sequence add to each other, where they do', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ agreement: 4.25 })).toContain('4.3 of the larger one');
    expect(captionsOf({ agreement: 0 })).not.toContain('of the larger one');
    expect(captionsOf({ agreement: 4.25, basis: 'harmony' })).not.toContain('of the larger one');
    const { songs } = sharedEvidence({ songs: [{ agreement_bits: 2.5 }, {}] } as never);
    expect(songs.map(({ agreement }) => agreement)).toEqual([2.5, 0]);
  });

  it('say by how much two whole tunes agree, where they do', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ wholeTune: 6.25 })).toContain('6.3 of the melody’s score come from that');
    expect(captionsOf({ wholeTune: 0 })).not.toContain('whole tunes');
    const { songs } = sharedEvidence({ songs: [{ whole_tune_bits: 2.5 }, {}] } as never);
    expect(songs.map(({ wholeTune }) => wholeTune)).toEqual([2.5, 0]);
  });

  it('say by how much a chroma sequence stands out among the songs of the search, where it does', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ standing: 6.25 })).toContain('6.3 of its score come from that');
    expect(captionsOf({ standing: 0 })).not.toContain('stands out');
    const { songs } = sharedEvidence({ songs: [{ standing_bits: 2.5 }, {}] } as never);
    expect(songs.map(({ standing }) => standing)).toEqual([2.5, 0]);
  });

  it('say how much of the tune sounds in both songs where their chroma sequences match, and what that changes', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ tune: { share: 0.714, bits: 6.25 } })).toContain(
      '71 % of the tune’s notes sound in both songs: 6.3 of the score come from that',
    );
    expect(captionsOf({ tune: { share: 0.284, bits: -3.4 } })).toContain(
      'only 28 % of the tune’s notes sound in both songs, as of two tunes over the same chords: 3.4 was taken off',
    );
    expect(captionsOf({ tune: { share: 0, bits: 0 } })).not.toContain('of the tune');
    const { songs } = sharedEvidence({ songs: [{ tune_agreement: { share: 0.5, bits: 2.5 } }, {}] } as never);
    expect(songs.map(({ tune }) => tune)).toEqual([
      { share: 0.5, bits: 2.5 },
      { share: 0, bits: 0 },
    ]);
  });

  it('stand beside the threshold of their own song; of results without one beside the threshold of all', () => {
    const { songs } = sharedEvidence({
      reporting_threshold_bits: 34.9,
      songs: [
        { reporting_threshold_bits: 25, amounts_in_bits: { melody: 30 } },
        { amounts_in_bits: { melody: 30 } },
      ],
    } as never);
    expect(songs.map(({ thresholdBits }) => thresholdBits)).toEqual([25, 34.9]);
    expect(songs.map((one) => all(songHeadView(one), 'ev-over').length)).toEqual([1, 0]);
  });

  it('say of a song whose finding is `possible` what it stands on, and of no other one', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ finding: 'possible' })).toContain('at most one of 1,000 unrelated songs');
    for (const finding of ['found', 'not_found']) expect(captionsOf({ finding })).not.toContain('1,000');
    const { songs } = sharedEvidence({
      songs: [{ reported: true }, { finding: 'possible', reported: false }, { reported: false }],
    } as never);
    expect(songs.map(({ finding }) => finding)).toEqual(['found', 'possible', 'not_found']);
  });

  it('say why a song has no passage: it shares nothing, or what matches is scattered', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ amounts: { melody: 3, harmony: 0, tonal: 0 } })).toContain('too scattered');
    expect(captionsOf({ amounts: { melody: 0, harmony: 0, tonal: 0 } })).toContain('No common melody');
    expect(captionsOf({ passages: [passage()] })).not.toMatch(/scattered|No common/);
  });

  it('grade a passage by the reporting threshold', () => {
    expect([0.5, 0.49, 0.05].map((similarity) => strength(passage({ similarity }), 0.5))).toEqual([
      'strong',
      'moderate',
      'weak',
    ]);
  });
});

describe('the badge of a passage', () => {
  it('names what it grades, since the whole song may have a far higher score', () => {
    expect((['strong', 'moderate', 'weak'] as const).map(gradeText)).toEqual([
      'this passage alone: strong',
      'this passage alone: moderate',
      'this passage alone: weak',
    ]);
  });
});

it('where keys have other names than notes and chords have, the names are explained, and not in English', () => {
  expect(noteNamesCaption()).toBe('');
  translateWith((sentence) => (sentence === 'B major' ? 'H-Dur' : sentence), 'de');
  try {
    expect(noteNamesCaption()).toContain('international names');
    const headOf = (passages: ComparedSong['passages']): string =>
      JSON.stringify(songHeadView(song({ passages })));
    expect(headOf([passage()])).toContain('international names');
    expect(headOf([])).not.toContain('international names');
  } finally {
    translateWith(
      (sentence, values = {}) =>
        sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
      'en',
    );
  }
});

describe('what is read of a result', () => {
  const given = (lines: string): object => ({
    original_line: lines,
    comparison_line: lines,
    basis: 'melody',
    bits_beyond_chance: 20,
    segments: [
      {
        original: { time_start: 1, time_end: 9, beats: 16, notes: [] },
        comparison: { time_start: 2, time_end: 10, beats: 16, notes: [] },
        matched: [[0, 0], [1, 'x'], null],
      },
    ],
  });

  it('shows a passage once that several lines have, and names them all', () => {
    const { songs } = sharedEvidence({
      songs: [{ title: 'A', runs: [given('topline'), given('vocal')] }],
    } as never);
    expect(songs[0]!.passages).toHaveLength(1);
    expect(songs[0]!.passages[0]).toMatchObject({
      lines: [
        ['topline', 'topline'],
        ['vocal', 'vocal'],
      ],
      matched: [[0, 0]],
    });
  });

  it('draws results of version 1.0.0 from what they hold: amounts from their lines, beats from their notes', () => {
    const { songs } = sharedEvidence({
      songs: [{ runs: [given('topline')], harmony: { bits_beyond_chance: 10 } }],
    } as never);
    expect(songs[0]!.thresholdBits).toBe(18);
    expect(songs[0]!.amounts).toEqual({ melody: 20, harmony: 4, tonal: 0 });
    expect(songs[0]!.passages[0]!.original.bars).toBeNull();
    const axis = passageAxis(passage({ original: side([60, 62], { beatSeconds: [] }) })).original;
    expect(axis.secondsAt(1 / 16)).toBeCloseTo(2.5, 6);
  });

  it('of anything at all is read without an error', () => {
    for (const detail of [
      null,
      3,
      'x',
      [],
      { songs: 'x' },
      { songs: [null, { runs: [{ segments: [7] }] }] },
    ]) {
      expect(() => sharedEvidence(detail as never)).not.toThrow();
    }
  });
});

describe('names and text', () => {
  it('of notes follow the key, so that one note has one name everywhere', () => {
    expect([noteName(70, 'F major'), noteName(70, 'B major'), noteName(60, '')]).toEqual([
      'Bb4',
      'A#4',
      'C4',
    ]);
  });

  it('of keys are spelled by themselves, in the language of the screen', () => {
    expect(['A# minor', 'A# major', 'C# minor', ''].map(keyName)).toEqual([
      'Bb minor',
      'Bb major',
      'C# minor',
      '',
    ]);
    translateWith((sentence) => (sentence === 'Bb minor' ? 'b-Moll' : sentence), 'de');
    expect(keyName('A# minor')).toBe('b-Moll');
    translateWith(
      (sentence, values = {}) =>
        sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])),
      'en',
    );
  });

  it('are written as text, whatever they hold', () => {
    const hostile = song({ title: '<img onerror=alert(1)>', artist: '"' });
    expect(toHtml(songHeadView(hostile))).not.toContain('<img');
    expect(toHtml(el('p', { title: '"><script>' }))).toBe('<p title="&quot;&gt;&lt;script&gt;"></p>');
  });
});

it('shows at a passage in another transposition that this contradicts the keys, in the words of the analysis or translated', () => {
  const doubted = passage({ keyNote: 'One of the two keys is doubtful.' });
  const shown = (): string => toHtml(passageView(song(), doubted, options, () => null));
  expect(shown()).toContain('One of the two keys is doubtful.');
  translateReportedWith((sentence) => sentence.toUpperCase());
  expect(shown()).toContain('ONE OF THE TWO KEYS IS DOUBTFUL.');
  translateReportedWith((sentence) => sentence);
  const detail = {
    songs: [
      {
        song_id: 's',
        runs: [
          {
            key_note: 'Doubt.',
            segments: [{ original: { beats: 16 }, comparison: { beats: 16 }, matched: [] }],
          },
        ],
      },
    ],
  };
  expect(sharedEvidence(detail).songs[0]?.passages[0]?.keyNote).toBe('Doubt.');
});
