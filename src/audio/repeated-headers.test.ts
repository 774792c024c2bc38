import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BaseName, encodeBases } from '../../tests/hostile/encode.js';
import { type ProbeResult, probe } from './probe.js';
import { oggPage } from './tag-survey/ogg-page.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-headers-'));
let bases: Readonly<Record<BaseName, Buffer>>;

beforeAll(async () => {
  bases = await encodeBases(folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Page {
  readonly start: number;
  readonly end: number;
  readonly serial: number;
  readonly segments: Buffer;
  readonly body: Buffer;
  readonly granule: Buffer;
}

function pagesOf(file: Buffer): Page[] {
  const pages: Page[] = [];
  for (let start = 0; start < file.length; ) {
    const segments = file.subarray(start + 27, start + 27 + file[start + 26]!);
    const bodyStart = start + 27 + segments.length;
    const end = bodyStart + segments.reduce((sum, length) => sum + length, 0);
    const [serial, granule] = [file.readUInt32LE(start + 14), file.subarray(start + 6, start + 14)];
    pages.push({ start, end, serial, segments, body: file.subarray(bodyStart, end), granule });
    start = end;
  }
  return pages;
}

/** The headers' pages, the number of them, and the pages with sound. */
function split(file: Buffer): { headers: Page[]; sound: Page[] } {
  const pages = pagesOf(file);
  let packets = 0;
  const last = pages.findIndex(({ segments }) => {
    packets += segments.filter((length) => length < 255).length;
    return packets >= 3;
  });
  return { headers: pages.slice(0, last + 1), sound: pages.slice(last + 1) };
}

function joined(pages: readonly Page[]): Buffer {
  const parts = pages.map(({ serial, segments, body, granule }, sequence) =>
    oggPage({ serial, sequence, isContinued: false, segments, body, granule }),
  );
  // The first page of a stream is marked as such, and the checksum is of the marked page.
  return Buffer.concat([bases['ogg-vorbis'].subarray(0, pages[0]!.end), ...parts.slice(1)]);
}

async function probed(bytes: Buffer): Promise<ProbeResult> {
  const path = join(folder, 'song.ogg');
  writeFileSync(path, bytes);
  return await probe(path);
}

describe('an Ogg Vorbis stream with its headers twice', () => {
  it('plays whole, where the second set has pages of its own', async () => {
    const { headers, sound } = split(bases['ogg-vorbis']);
    const result = await probed(joined([...headers, ...headers, ...sound]));
    expect(result).toMatchObject({ isTruncated: false, isOverTagBudget: false });
    // The last page lacks the mark of the end, by which a decoder cuts the last block to length.
    expect(result.durationSeconds).toBeCloseTo(2, 1);
  });

  it('plays whole, where sound begins on the page on which the second set ends', async () => {
    const { headers, sound } = split(bases['ogg-vorbis']);
    const [page] = sound;
    const shared: Page = {
      ...page!,
      segments: Buffer.concat([...headers.map(({ segments }) => segments), page!.segments]),
      body: Buffer.concat([...headers.map(({ body }) => body), page!.body]),
    };
    expect(shared.segments.length).toBeLessThan(256);
    const twice = joined([...headers, shared, ...sound.slice(1)]);
    expect((await probed(twice)).durationSeconds).toBeCloseTo(2, 1);
  });

  it('that never comes to a sound is refused as not decodable, not read for ever', async () => {
    const { headers } = split(bases['ogg-vorbis']);
    const pages = Array.from({ length: 500 }, () => headers).flat();
    await expect(probed(joined(pages))).rejects.toMatchObject({ code: 'not_decodable' });
  });
});
