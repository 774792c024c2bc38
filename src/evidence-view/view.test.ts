import { describe, expect, it } from 'vitest';
import { keyName } from './key-names.js';
import { el, type ViewNode } from './node.js';
import { type ComparedSong, sharedEvidence } from './shared-evidence.js';
import { passageView, songHeadView } from './song-view.js';
import { all, passage, side, song } from './test-support/compared-song.js';
import { passageAxis } from './time-axis.js';
import { toHtml } from './to-html.js';
import { translateReportedWith, translateWith } from './translate.js';
import { gradeText, noteName, noteNamesCaption } from './words.js';

const options = {
  submitted: 'Mine',
  roles: { original: 'Submitted', comparison: 'Dataset' },
  evidence: { threshold: 0.5 },
} as const;

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
