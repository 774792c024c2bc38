import { describe, expect, it } from 'vitest';
import type { KernelTools, PcmStream } from '../../../domain/compute.js';
import type { SongDescription } from '../../../music/song-description.js';
import { describeMidi } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../../music/symbolic/test-support/melodies.js';
import { clipsOf } from './clips.js';
import { reportKernel } from './kernel.js';

const tune = generateMelody(11, 64);
const written = describeMidi(writeMidi(tune));
const moved = describeMidi(
  writeMidi(
    tune.map((note) => ({ ...note, midiPitch: note.midiPitch + 3 })),
    { bpm: 100 },
  ),
);
const recorded = (description: SongDescription): SongDescription => ({ ...description, source: 'audio' });

/** A recording that rises from −1 to 1 within `seconds`. */
function ramp(seconds: number): KernelTools {
  const rateHz = 12_000;
  const samples = new Float32Array(seconds * rateHz).map((_, at) => (2 * at) / (seconds * rateHz) - 1);
  async function* chunks(): AsyncGenerator<Float32Array> {
    for (let at = 0; at < samples.length; at += 7_001) yield samples.subarray(at, at + 7_001);
  }
  const stream: PcmStream = Object.assign(chunks(), { sampleRateHz: rateHz, channels: 1 });
  return { decode: () => Promise.resolve(stream), progress() {}, modelsDir: '' };
}
const page = async (
  original: { title?: string; description: SongDescription; path?: string },
  comparison: SongDescription = moved,
): Promise<string> =>
  reportKernel.run(
    {
      original: { title: 'A', path: null, ...original },
      others: [{ title: 'B', path: null, description: comparison }],
      made: { at: '2026-01-01T00:00:00Z', version: '9.9.9' },
    },
    ramp(60),
  );

describe('the report of two songs', () => {
  it('is one page without outside references, and shows hostile titles as text', async () => {
    const html = await page({ title: '<script>alert(1)</script> & "x"', description: written });
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;');
    expect(html).not.toMatch(/https?:\/\/|<link|@import|url\(/);
    expect(html).toContain('These two songs share melody or chords.');
    expect(html).toContain('Made by Contrafact 9.9.9, 2026-01-01T00:00:00Z.');
  });

  it('draws matching notes of both songs at one place and one height, whatever the key, and names them', async () => {
    const html = await page({ description: written });
    const [roll] = html.match(/<svg class="ev-roll".*?<\/svg>/s)!;
    const [above, below] = [
      ...roll.matchAll(
        /<g class="ev-lane">(.*?)<\/g><\/g>(?=<g class="ev-lane">|<rect|<g class="ev-ties")/gs,
      ),
    ].map(([, lane]) => {
      const top = Number(lane!.match(/class="ev-ground"[^>]* y="([\d.]+)"/)![1]);
      return [...lane!.matchAll(/class="ev-note ev-matched"><rect x="([\d.]+)" y="([\d.]+)"/g)].map(
        ([, x, y]) => `${x} ${Number(y) - top}`,
      );
    });
    expect(above!.length).toBeGreaterThan(8);
    expect(below).toEqual(above);
    expect(roll).toMatch(/<text [^>]*>[A-G][#b]?\d<\/text>/);
  });

  it('draws bar lines and what plays where the beats are, however the tempo changes', async () => {
    const seconds = (beat: number): number => 0.6 * beat - 0.002 * beat ** 2;
    const faster = { ...written, beats: written.beats.map((_, beat) => seconds(beat)) };
    const html = await page({ description: faster });
    const [roll] = html.match(/<svg class="ev-roll".*?<\/svg>/s)!;
    const bars = [...roll.matchAll(/class="ev-bar" d="M([\d.]+) /g)].map(([, x]) => Number(x));
    expect(bars.slice(0, 4)).toEqual([0, 240, 480, 720]);
    const places = JSON.parse(html.match(/data-places="([^"]+)"/)![1]!.replaceAll('&quot;', '"')) as [
      number,
      number,
    ][];
    expect(places).toHaveLength(17);
    expect(places.map(([, place]) => place * 16)).toEqual(places.map((_, beat) => beat));
    expect(places[1]![0] - places[0]![0]).toBeGreaterThan(places[16]![0] - places[15]![0] + 0.05);
  });

  it('plays cut-out sound of recordings, and the notes where there are only notes', async () => {
    const html = await page({ description: recorded(written), path: 'song.wav' });
    expect(html).toContain('src="data:audio/wav;base64,');
    const clips = new Set([...html.matchAll(/data-clip="([^"]+)"/g)].map(([, id]) => id));
    expect(clips.size).toBeGreaterThan(0);
    for (const id of clips) expect(html).toContain(`<audio id="${id}"`);
    expect(html).toMatch(/data-notes="\[\[/);
    // A recording that cannot be had any more has no button.
    const silent = await page({ description: recorded(written) }, recorded(moved));
    expect(silent).not.toContain('<button');
  });

  it('shows the scores of each song, whatever it is called', async () => {
    const scoresWith = async (titles: readonly [string, string]): Promise<string[]> => {
      const others = [written, moved].map((description, at) => ({
        title: titles[at]!,
        path: null,
        description,
      }));
      const html = await reportKernel.run(
        {
          original: { title: 'A', path: null, description: written },
          others,
          made: { at: '2026-01-01T00:00:00Z', version: '9.9.9' },
        },
        ramp(60),
      );
      return [...html.matchAll(/<section class="song">.*?<\/section>/gs)].map(([section]) =>
        section.slice(section.lastIndexOf('<table')),
      );
    };
    const named = await scoresWith(['Yesterday', 'Tomorrow']);
    expect(named).toHaveLength(2);
    expect(named[0]).not.toBe(named[1]);
    expect(await scoresWith(['Yesterday', 'Yesterday'])).toEqual(named);
  });

  it('of a song and a folder speaks of the folder, and says how many of its songs are listed', async () => {
    const other = {
      title: 'Other',
      path: null,
      description: describeMidi(writeMidi(generateMelody(40, 64))),
    };
    const others = [{ title: 'Theirs', path: null, description: moved }, other];
    const pageOf = async (searched: number): Promise<string> =>
      reportKernel.run(
        {
          original: { title: 'A', path: null, description: written },
          others,
          searched,
          made: { at: '2026-01-01T00:00:00Z', version: '9.9.9' },
        },
        ramp(60),
      );
    const some = await pageOf(12);
    expect(some).toContain('This song shares melody or chords with a song of the folder.');
    expect(some).not.toContain('the dataset');
    expect(some).toContain('the 2 strongest of 12 songs that were searched; the others are left out.');
    expect(some).toContain('12 songs searched');
    expect(await pageOf(2)).toContain('The song that was analysed, then all 2 songs that were searched.');
    expect(await page({ description: written })).not.toContain('that were searched');
  });

  it('of a folder that holds the analysed file itself says that it is left out, and of one other song still speaks of the folder', async () => {
    const pageOf = async (leftOut: number): Promise<string> =>
      reportKernel.run(
        {
          original: { title: 'A', path: null, description: written },
          others: [{ title: 'Theirs', path: null, description: moved }],
          searched: 1,
          leftOut,
          made: { at: '2026-01-01T00:00:00Z', version: '9.9.9' },
        },
        ramp(60),
      );
    expect(await pageOf(1)).toContain('The folder holds the analysed file too');
    const other = await pageOf(0);
    expect(other).not.toContain('it is left out');
    expect(other).toContain('This song shares melody or chords with a song of the folder.');
    expect(other).toContain('1 song searched');
    expect(other).toContain('then the one song that was searched.');
  });

  it('of two files with the same bytes says that one song stands beside itself, and of others does not', async () => {
    const pageOf = async (sha256: string): Promise<string> =>
      reportKernel.run(
        {
          original: { title: 'A', path: null, description: written, file: { name: 'a.mid', sha256: 'aa' } },
          others: [{ title: 'B', path: null, description: moved, file: { name: 'b.mid', sha256 } }],
          made: { at: '2026-01-01T00:00:00Z', version: '9.9.9' },
        },
        ramp(60),
      );
    expect(await pageOf('aa')).toContain('Both files hold the same bytes');
    const other = await pageOf('bb');
    expect(other).not.toContain('the same bytes');
    expect(other).toContain('nothing was searched');
    expect(other).toContain('4 beats a bar');
    expect(other).not.toContain('4/4');
  });

  it('says so where nothing is similar, of songs without beats too', async () => {
    const empty: SongDescription = {
      ...written,
      beats: [],
      downbeats: [],
      chords: [],
      notes: [],
      key: null,
      melody: { vocal: [], instrumental: [], topline: [] },
    };
    const html = await page({ description: empty });
    expect(html).toContain('No common melody');
    expect(html).toContain('no steady beat');
    expect(html).not.toContain('<svg class="ev-roll"');
  });
});

describe('clips for a page', () => {
  const seconds = (url: string): number => (Buffer.from(url.split(',')[1]!, 'base64').length - 44) / 24_000;

  it('hold exactly the stretch, each once, and end with the recording', async () => {
    const stretch = { startSeconds: 10, endSeconds: 12.5 };
    const beyond = { startSeconds: 58, endSeconds: 66 };
    const found = await clipsOf('x.wav', [stretch, { ...stretch }, beyond], ramp(60));
    expect(found).toHaveLength(2);
    expect(seconds(found[0]!.url)).toBeCloseTo(2.5, 3);
    expect(seconds(found[1]!.url)).toBeCloseTo(2, 3);
    const bytes = Buffer.from(found[0]!.url.split(',')[1]!, 'base64');
    expect(bytes.readInt16LE(44) / 32_767).toBeCloseTo((2 * 10) / 60 - 1, 3);
  });

  it('stay within a hundred seconds a song, and are none without a recording', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ startSeconds: index, endSeconds: index + 8 }));
    const found = await clipsOf('x.wav', many, ramp(60));
    expect(found).toHaveLength(12);
    expect(await clipsOf(null, many, ramp(60))).toEqual([]);
  });
});
