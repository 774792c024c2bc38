import { describe, expect, it } from 'vitest';
import { songProblem } from './song-problem.js';
import { parseLrc, parseSongRows } from './song-rows.js';

describe('parseSongRows', () => {
  it('reads quoted CSV fields with commas, quotes and line breaks', () => {
    const rows = parseSongRows('title,artist,lyrics\n"A, ""B""",C,"one\ntwo"\n', 'csv');
    expect(rows).toEqual([
      {
        row: 1,
        song: {
          title: 'A, "B"',
          artist: 'C',
          lyrics: 'one\ntwo',
          year: '',
          link: null,
          language: '',
          musicId: null,
        },
      },
    ]);
  });

  it('reports a bad row by its number and still reads the others', () => {
    const rows = parseSongRows('title;year\nA;1999\nB\n;2000\nC;2001', 'csv');
    expect(rows.map((row) => ('song' in row ? row.song.title : row.error.slice(0, 12)))).toEqual([
      'A',
      'The row has ',
      'title is mis',
      'C',
    ]);
    expect(rows.map((row) => row.row)).toEqual([1, 2, 3, 4]);
  });

  it('reads JSON Lines with numbers and arrays of lines, and reports lines that are no objects', () => {
    const rows = parseSongRows(
      '{"title":"A","year":1999,"lyrics":["x","y"]}\n\nnope\n[1]\n{"artist":"Z"}',
      'jsonl',
    );
    expect(rows[0]).toMatchObject({ row: 1, song: { title: 'A', year: '1999', lyrics: 'x\ny' } });
    expect(rows.slice(1).map((row) => ('error' in row ? row.error : ''))).toEqual([
      'The line is not JSON.',
      'The line is not a JSON object.',
      'title is missing.',
    ]);
  });

  it('refuses a CSV without a title column, saying what it found', () => {
    expect(() => parseSongRows('a,b\n1,2', 'csv')).toThrow(/no "title" column.*a, b/);
  });

  it('reports a null character, which the database cannot hold', () => {
    expect(parseSongRows('{"title":"A","lyrics":"x\\u0000y"}', 'jsonl')[0]).toHaveProperty('error');
  });
});

describe('a row that is an LRC file', () => {
  it('gives a song, and other fields of the row go before what the file says', () => {
    const row = {
      lrc: '[00:01.00]one\n[00:02.00]<00:02.10>two <00:02.50>words',
      file: 'A - B.lrc',
      year: 1999,
    };
    const rows = parseSongRows(
      [row, { ...row, title: 'C' }, { lrc: 'x' }, { lrc: 7 }]
        .map((value) => JSON.stringify(value))
        .join('\n'),
      'jsonl',
    );
    expect(rows[0]).toMatchObject({
      song: { artist: 'A', title: 'B', year: '1999', lyrics: 'one\ntwo words' },
    });
    expect(rows[1]).toMatchObject({ song: { artist: 'A', title: 'C' } });
    expect(rows[2]).toEqual({ row: 3, error: 'title is missing.' });
    expect(rows[3]).toMatchObject({ row: 4, error: expect.stringContaining('lrc') });
  });
});

describe('songProblem', () => {
  const song = { title: 'A', artist: '', year: '', link: null, language: '', lyrics: 'x', musicId: null };
  it.each([
    [{ year: 'soon' }, /year/],
    [{ language: 'English' }, /language/],
    [{ link: 'javascript:alert(1)' }, /link/],
    [{ lyrics: null }, /needs lyrics/],
    [{ lyrics: 'x\n'.repeat(501) }, /501 lines/],
    [{ title: 'x'.repeat(501) }, /title/],
  ])('says what is wrong with %o', (change, reason) => {
    expect(songProblem(song)).toBeNull();
    expect(songProblem({ ...song, ...change })).toMatch(reason);
  });
});

describe('parseLrc', () => {
  it('orders lines by their times and takes artist and title from the tags', () => {
    const song = parseLrc('[ti:Song]\n[ar:Singer]\n[00:05.00]second\n[00:01.00][00:09.00]refrain', 'x.lrc');
    expect(song).toMatchObject({ title: 'Song', artist: 'Singer', lyrics: 'refrain\nsecond\nrefrain' });
  });

  it('takes artist and title from the file name where there are no tags', () => {
    expect(parseLrc('[00:01.00]la', 'dir/Some One - My Song.lrc')).toMatchObject({
      artist: 'Some One',
      title: 'My Song',
    });
  });
});
