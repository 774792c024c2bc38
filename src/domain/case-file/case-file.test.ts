import { describe, expect, it } from 'vitest';
import { verdictToJson } from '../finding.js';
import type { Task } from '../task.js';
import { type CaseFile, caseFileOf } from './case-file.js';
import { casePage } from './page.js';
import { caseTable } from './table.js';

const song = (title: string, role: 'analysed' | 'matched') =>
  ({
    role,
    title,
    artist: 'The Quays',
    filename: `${title}.wav`,
    format: 'wav',
    durationSeconds: 30,
    bytes: 960_044,
    sha256: title === 'Mine' ? 'a'.repeat(64) : 'b'.repeat(64),
  }) as const;

function checked(changes: Partial<Task> = {}): CaseFile {
  const task = {
    id: 'task_1',
    operation: 'fingerprint-check',
    model: '',
    status: 'success',
    parameters: {},
    createdAt: new Date('2026-03-01T10:00:00Z'),
    completedAt: new Date('2026-03-01T10:00:02Z'),
    result: { is_duplicate: true },
    detail: {
      engine: 4,
      matches: [
        {
          musicname: 'Janine',
          is_duplicate: true,
          z: 116.1,
          query_start_seconds: 0,
          query_end_seconds: 15,
          song_start_seconds: 8,
          song_end_seconds: 23,
        },
      ],
      verdict: verdictToJson({
        finding: 'found',
        expectedFalseAlarms: 0.5,
        threshold: { of: 'z', value: 18 },
        searched: { count: 151, unit: 'songs' },
        match: { musicname: 'Janine', music_id: 'mus_2' },
        reasons: ['Spectral peaks coincide.'],
        limits: ['Beyond 7 semitones nothing is searched.'],
      }),
    },
    error: null,
    ...changes,
  } as unknown as Task;
  return caseFileOf(task, {
    productVersion: '1.1.0',
    dataset: null,
    songs: [song('Mine', 'analysed'), song('Janine', 'matched')],
    resultSha256: 'c'.repeat(64),
    review: null,
  });
}

const printed = new Date('2026-03-02T08:00:00Z');

describe('the page of a case file', () => {
  it('states verdict, match, confidence, threshold, searched songs, evidence, limits and versions', () => {
    const page = casePage([checked()], printed);
    for (const stated of [
      'This recording is in your catalogue.',
      'Janine',
      'Confidence: high (expected false alarms: 0.5 in 1,000)',
      'Threshold: z 18',
      '151 songs',
      '<td>0:00–0:15</td><td>0:08–0:23</td><td>Janine</td><td>same recording</td><td>z 116.10</td>',
      'Beyond 7 semitones nothing is searched.',
      'a'.repeat(64),
      'b'.repeat(64),
      'c'.repeat(64),
      '2026-03-01 10:00:00',
      'Printed 2026-03-02 08:00:00',
      'version 4',
      'Install Contrafact 1.1.0',
    ])
      expect(page).toContain(stated);
  });

  it('draws the evidence on both songs, and needs no script and no file beside it', () => {
    const page = casePage([checked()], printed);
    expect(page.match(/class="bar"/g)).toHaveLength(2);
    expect(page.match(/class="tie"/g)).toHaveLength(1);
    expect(page).not.toMatch(/<script|https?:\/\/|src=|url\(/);
  });

  it('counts one searched song as one', () => {
    const { verdict, ...file } = checked();
    const pageOf = (count: number): string =>
      casePage([{ ...file, verdict: { ...verdict!, searched: { count, unit: 'songs' } } }], printed);
    expect(pageOf(1)).toMatch(/\b1 song\b/);
    expect(pageOf(1_204)).toMatch(/\b1,204 songs\b/);
  });

  it('shows names as they are written, and runs none of them', () => {
    const file = checked();
    const named = { ...file, songs: [{ ...song('Mine', 'analysed'), title: '<img onerror=x> & "co"' }] };
    const page = casePage([named], printed);
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img onerror=x&gt; &amp; &quot;co&quot;');
  });

  it('states of a failed analysis why it failed, and never that nothing was found', () => {
    const file = checked({ status: 'failure', result: null, detail: null, error: 'Too little sound.' });
    const page = casePage([file], printed);
    expect(page).toContain('Too little sound.');
    expect(page).not.toMatch(/not found/i);
  });

  it('says that files were deleted where they were, and only there', () => {
    const deleted = 'The files of this analysis were deleted.';
    expect(casePage([{ ...checked(), songs: [] }], printed)).toContain(deleted);
    expect(casePage([checked()], printed)).not.toContain(deleted);
  });

  it('says of a result without a verdict of its own that it was derived', () => {
    const file = checked({ detail: { songs_searched: 3 }, result: { is_duplicate: false } });
    expect(casePage([file], printed)).toContain('Concluded from the documented fields');
  });
});

it('states the threshold in words, and of an analysis of one recording that nothing was searched', () => {
  const thresholds = [
    ['signature_metric', 0.5, '0.5 of a song’s evidence, from 0 to 1 (signature_metric)'],
    ['expected false alarms in 1,000 recordings', 5, '5 expected false alarms in 1,000 recordings'],
  ] as const;
  for (const [of, value, words] of thresholds) {
    const verdict = verdictToJson({
      finding: 'found',
      expectedFalseAlarms: 0.5,
      threshold: { of, value },
      reasons: [],
      limits: [],
    });
    const page = casePage([checked({ operation: 'ai-detection', detail: { verdict } })], printed);
    expect(page).toContain(`Threshold: ${words}`);
    expect(page).toContain('nothing: the recording alone was examined');
  }
});

it('names the closest song of a search that found nothing, and calls it no match', () => {
  const verdict = verdictToJson({
    finding: 'not_found',
    match: { song_id: 's1', title: 'Paper Boats', artist: 'Others' },
    searched: { count: 3, unit: 'songs' },
    reasons: [],
    limits: [],
  });
  const file = checked({ operation: 'plagiarism', result: {}, detail: { verdict } });
  expect(casePage([file], printed)).toContain('Closest song, below the threshold: Paper Boats, Others');
  expect(file.verdict?.match).toBeNull();
});

describe('the table of case files', () => {
  it('has a row for each, with the sums of file and result', () => {
    const [head, row] = caseTable([checked()]).split('\r\n');
    expect(head).toMatch(/^task_id,analysis,model,title,.*,finding,verdict,/);
    expect(row).toContain(
      `task_1,fingerprint-check,,Mine,The Quays,Mine.wav,${'a'.repeat(64)},found,This recording is in your catalogue.,Janine`,
    );
  });

  it('names the version of the program, and nothing that is not known', () => {
    const file = checked();
    const end = (one: CaseFile): string => caseTable([one]).split('\r\n')[1]!.split(',').slice(-2).join();
    expect(caseTable([file]).split('\r\n')[0]).toMatch(/,contrafact_version,result_sha256$/);
    expect(end(file)).toBe(`1.1.0,${'c'.repeat(64)}`);
    expect(end({ ...file, versions: [] })).toBe(`,${'c'.repeat(64)}`);
  });

  it('keeps a name that starts as a formula from being one, and quotes commas and lines', () => {
    const file = checked();
    const titles = ['=HYPERLINK("x")', 'a, b', 'line\nbreak'];
    const table = caseTable(
      titles.map((title) => ({ ...file, songs: [{ ...song('Mine', 'analysed'), title }] })),
    );
    expect(table).toContain(`"'=HYPERLINK(""x"")"`);
    expect(table).toContain('"a, b"');
    expect(table).toContain('"line\nbreak"');
  });
});
