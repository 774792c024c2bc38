import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '../domain/song-import.js';
import { maxRowBytes, type PlacedRow, type RowPlace } from './import-rows.js';
import { parseLrc } from './lrc.js';
import { songProblem } from './song-problem.js';
import { checkSongRows, firstRow, readSongRows } from './song-rows.js';

/** All rows of `text`, read in chunks of `chunkBytes`. */
async function rowsOf(
  text: string | Uint8Array,
  format: ImportFormat,
  { chunkBytes = 5, start = firstRow }: { chunkBytes?: number; start?: RowPlace } = {},
): Promise<PlacedRow[]> {
  const bytes = Buffer.from(text);
  async function* open(from: number): AsyncGenerator<Uint8Array> {
    for (let at = from; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const rows: PlacedRow[] = [];
  for await (const row of readSongRows(open, format, start)) rows.push(row);
  return rows;
}
const errorOf = (row: PlacedRow | undefined): string => (row && 'error' in row ? row.error : '');

const L = 'la la';

describe('readSongRows', () => {
  it('reads quoted CSV fields with commas, quotes and line breaks', async () => {
    const [row, ...others] = await rowsOf('title,artist,lyrics\n"A, ""B""",C,"one\ntwo"\n', 'csv');
    expect(row).toMatchObject({
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
    });
    expect(others).toEqual([]);
  });

  it('names are one line without invisible marks; a title of nothing else is missing', async () => {
    const rows = await rowsOf(`title,artist,lyrics\n"A\u202eB\nC",\u2067D\u2069,${L}\n\u202e,,${L}\n`, 'csv');
    expect(rows[0]).toMatchObject({ song: { title: 'AB C', artist: 'D' } });
    expect(errorOf(rows[1])).toBe('title is missing.');
  });

  it('reports a bad row by its number and still reads the others', async () => {
    const text = `title;year;lyrics\nA;1999;${L}\nB;${L}\n;2000;${L}\n\nC;2001;${L}\nD;soon;${L}\nE;;`;
    const rows = await rowsOf(text, 'csv');
    expect(rows.map((row) => ('song' in row ? row.song.title : row.error.slice(0, 12)))).toEqual([
      'A',
      'The row has ',
      'title is mis',
      'C',
      'year: Must b',
      'A song needs',
    ]);
    expect(rows.map((row) => row.row)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('reads JSON Lines with numbers and arrays of lines, and reports lines that are no objects', async () => {
    const rows = await rowsOf(
      '\ufeff{"title":"A","year":1999,"lyrics":["x","y"]}\r\n\nnope\n[1]\n{"artist":"Z"}',
      'jsonl',
    );
    expect(rows[0]).toMatchObject({ row: 1, song: { title: 'A', year: '1999', lyrics: 'x\ny' } });
    expect(rows.slice(1).map(errorOf)).toEqual([
      'The line is not JSON.',
      'The line is not a JSON object.',
      'title is missing.',
    ]);
  });

  it('reports a file that its sender rejected, with its name and the reason', async () => {
    const rows = await rowsOf('{"file":"a/b.mp3","rejected":"No audio."}\n{"title":"A"}', 'jsonl');
    expect(errorOf(rows[0])).toBe('a/b.mp3: No audio.');
    expect(rows[1]).toMatchObject({ row: 2 });
  });

  it.each(['\n', '\r\n', '\r'])(
    'reads CSV whose lines end in %j, and files that begin with a mark',
    async (end) => {
      const rows = await rowsOf(['\ufefftitle,lyrics', `A,${L}`, `B,${L}`].join(end), 'csv');
      expect(rows).toMatchObject([{ song: { title: 'A' } }, { song: { title: 'B' } }]);
    },
  );

  it('refuses a CSV without a title column, reporting what it found, and an empty one', async () => {
    await expect(rowsOf('a,b\n1,2', 'csv')).rejects.toThrow(/no "title" column.*a, b/);
    await expect(rowsOf('', 'csv')).rejects.toThrow(/empty/);
    await expect(rowsOf(`${'x'.repeat(5000)},b\n1,2`, 'csv')).rejects.toThrow(/^.{1,200}$/);
  });

  it('refuses a CSV in UTF-16, of either byte order, and says how to save it', async () => {
    const little = Buffer.from('\ufefftitle\tlyrics\r\nCafé\tone two\r\n', 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      await expect(rowsOf(bytes, 'csv')).rejects.toThrow(/UTF-16.*UTF-8/);
    }
  });

  it('rejects text that the database cannot hold, and bytes that are no text', async () => {
    expect(errorOf((await rowsOf('{"title":"A","lyrics":"x\\u0000y"}', 'jsonl'))[0])).toMatch(/null/);
    const latin1 = Buffer.from('{"title":"Caf\xe9","lyrics":"x"}', 'latin1');
    expect(errorOf((await rowsOf(latin1, 'jsonl'))[0])).toMatch(/UTF-8/);
    const csv = Buffer.from('title,lyrics\nCaf\xe9,x\nTea,x', 'latin1');
    const rows = await rowsOf(csv, 'csv');
    expect(errorOf(rows[0])).toMatch(/UTF-8/);
    expect(rows[1]).toMatchObject({ row: 2, song: { title: 'Tea' } });
  });

  it.each([
    ['csv', `title,lyrics\r\n"A","one\r\ntwo"\r\n\r\nbad\r\n"C ""é€""",${L}\r\nD,${L}`],
    [
      'jsonl',
      `{"title":"A","lyrics":"é€"}\r\n\r\nbad\n{"title":"C","lyrics":"x"}\n{"title":"D","lyrics":"x"}`,
    ],
  ] as const)(
    '%s: reading can begin again behind every row, and finds the same rows',
    async (format, text) => {
      const all = await rowsOf(text, format, { chunkBytes: 1000 });
      expect(all).toHaveLength(4);
      for (const [at, start] of all.entries()) {
        expect(await rowsOf(text, format, { start })).toEqual(all.slice(at + 1));
      }
    },
  );

  it('a line above the limit is rejected without being kept, and the next one is read', async () => {
    const rows = await rowsOf(`${'x'.repeat(maxRowBytes + 1)}\n{"title":"A","lyrics":"x"}`, 'jsonl', {
      chunkBytes: 16_384,
    });
    expect(errorOf(rows[0])).toContain(String(maxRowBytes));
    expect(rows[1]).toMatchObject({ row: 2, song: { title: 'A' } });
  });

  it('a quote that is never closed ends the reading at its row, not at the end of the file', async () => {
    const bytes = Buffer.from(`title,lyrics\nA,x\nB,"${'x\n'.repeat(2 * maxRowBytes)}`);
    let rowBytesRead = 0;
    async function* open(from: number): AsyncGenerator<Uint8Array> {
      for (let at = from; at < bytes.length; at += 16_384) {
        if (from > 0) rowBytesRead += 16_384;
        yield bytes.subarray(at, at + 16_384);
      }
    }
    const titles: string[] = [];
    const reading = (async () => {
      for await (const row of readSongRows(open, 'csv')) if ('song' in row) titles.push(row.song.title);
    })();
    await expect(reading).rejects.toThrow(/from row 2 on: the row has more than .* closing quote/);
    expect(titles).toEqual(['A']);
    expect(rowBytesRead).toBeLessThan(1.5 * maxRowBytes);
    await expect(rowsOf('title,lyrics\nA,x\nB,"y', 'csv')).rejects.toThrow(/row 2 on: a quote/);
  });

  it('reads no further than its reader asks: what waits in memory is a few chunks of the file', async () => {
    let handed = 0;
    async function* open(from: number): AsyncGenerator<Uint8Array> {
      if (from === 0) return yield Buffer.from('title,lyrics\n');
      for (;;) {
        handed += 1;
        yield Buffer.from('a,b c d\n'.repeat(1000));
      }
    }
    let seen = 0;
    for await (const { row } of readSongRows(open, 'csv')) {
      seen = row;
      if (row === 50_000) break;
      if (row % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen).toBe(50_000);
    expect(handed).toBeLessThan(50 + 10);
  });
});

describe('a row that is an LRC file', () => {
  it('gives a song, and other fields of the row go before what the file has', async () => {
    const row = {
      lrc: '[00:01.00]one\n[00:02.00]<00:02.10>two <00:02.50>words',
      file: 'A - B.lrc',
      year: 1999,
    };
    const rows = await rowsOf(
      [row, { ...row, title: 'C' }, { lrc: 'x' }, { lrc: 7 }]
        .map((value) => JSON.stringify(value))
        .join('\n'),
      'jsonl',
    );
    expect(rows[0]).toMatchObject({
      song: { artist: 'A', title: 'B', year: '1999', lyrics: 'one\ntwo words' },
    });
    expect(rows[1]).toMatchObject({ song: { artist: 'A', title: 'C' } });
    expect(rows[2]).toMatchObject({ row: 3, error: 'title is missing.' });
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
  it('a line with thousands of times unpacks to no more than a lyric may have', () => {
    const text = `${'[00:00]'.repeat(15_000)}${'x'.repeat(120_000)}`;
    const song = parseLrc(text, 'Bomb.lrc');
    expect(song.lyrics!.length).toBeLessThan(300_000);
    expect(songProblem(song)).toMatch(/characters/);
  });

  it('orders lines by their times and takes artist and title from the tags', () => {
    const song = parseLrc('[ti:Song]\n[ar:Singer]\n[00:05.00]second\n[00:01.00][00:09.00]refrain', 'x.lrc');
    expect(song).toMatchObject({ title: 'Song', artist: 'Singer', lyrics: 'refrain\nsecond\nrefrain' });
  });

  it.each([
    ['[ti:Song]\r[00:02.00]second\r[00:01.00]first', 'line breaks of an old Mac'],
    ['[00:02,34]second\n[00:01,12]first', 'commas'],
    ['[0:2.3]second\n[0:1]first', 'one digit'],
    ['[00:01.2345]first\n[00:01.3]second', 'more digits'],
    ['[01:00:00.00]second\n[00:59:59.99]first', 'hours'],
    ['[00:01:50]second\n[00:01:05]first', 'hundredths behind a colon'],
    ['[00:00.10]second\n[-00:01.00]first', 'a minus'],
    ['[ 00:02.00 ] second\n[00:01.00 ]first', 'spaces'],
    ['[00:02.00]second\n[00:01.00][00:01.00]fi[00:01.50]rst', 'times of words in square brackets'],
    ['[00:02.00]second\n[00:01.00]<00:01.00>fi<00:01,5>rst', 'times of words in angle brackets'],
  ])('reads %j: %s', (text) => {
    expect(parseLrc(text, 'x.lrc').lyrics).toBe('first\nsecond');
  });

  it('takes artist and title from the file name where there are no tags', () => {
    expect(parseLrc('[00:01.00]la', 'dir/Some One - My Song.lrc')).toMatchObject({
      artist: 'Some One',
      title: 'My Song',
    });
  });
});

it('a file without a byte is refused before it is queued, in either format, and one with a byte of JSON lines is not', async () => {
  async function* nothing(): AsyncGenerator<Uint8Array> {}
  async function* one(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{');
  }
  await expect(checkSongRows(nothing, 'jsonl')).rejects.toThrow('The file is empty.');
  await expect(checkSongRows(nothing, 'csv')).rejects.toThrow();
  await expect(checkSongRows(one, 'jsonl')).resolves.toBeUndefined();
});
