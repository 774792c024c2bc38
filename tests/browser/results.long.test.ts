/** Results as a person meets them: real analyses of real sound, seen, heard and operated in a real browser. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { midiFile, repeatedNotes } from '../../src/analyses/describe/test-support/midi-files.js';
import { makeLyricResult, makePlagiarismResult, makeRecordingDataset } from '../support/dashboard-content.js';
import { type Owner, setUpOwner } from '../support/dashboard-owner.js';
import { type Instance, startInstance } from '../support/instance.js';
import { coverFile, excerptFile, rhythmFile, silentFile, songFile, songTitle } from '../support/songs.js';
import { faultsOf } from './axe.js';
import { browserPath, type OpenBrowser, openBrowser } from './browser.js';

const title =
  browserPath === null
    ? 'results (skipped: no Chromium is installed; apt-get install chromium)'
    : 'results in the dashboard';

describe.skipIf(browserPath === null)(title, () => {
  let instance: Instance;
  let browser: OpenBrowser;
  let page: Page;
  let owner: Owner;
  /** Paths of the pages of this sitting, by what they show. */
  const pages: Record<string, string> = {};

  beforeAll(async () => {
    instance = await startInstance();
    owner = await setUpOwner(instance);
    browser = await openBrowser();
    page = browser.page;
    await owner.signIn(page);
  });

  afterAll(async () => {
    await browser?.close();
    await instance?.stop();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function open(path: string): Promise<void> {
    await page.goto(instance.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  const place = async (label: string): Promise<number> =>
    Number(await page.getByLabel(label).first().inputValue());

  it('plagiarism shows both songs as aligned rolls that play alone and together, and seek', async () => {
    const datasetId = await makeRecordingDataset(owner, 2);
    pages.dataset = `/app/datasets/${datasetId}`;
    pages.plagiarism = `/app/tasks/${await makePlagiarismResult(owner, datasetId)}`;
    const asked = new Set<string>();
    page.on('request', (request) => {
      const music = /music\/(\w+)\/audio/.exec(request.url())?.[1];
      if (music) asked.add(music);
    });
    await open(pages.plagiarism);
    const match = page.getByRole('article').first();
    await match.getByText('Harbour Lights').first().waitFor();
    const first = match.locator('.ev-passage').first();
    const rolls = await first.getByRole('img', { name: /^Piano rolls/ }).getAttribute('aria-label');
    const [, matched, all] = /(\d+) of (\d+) notes/.exec(rolls ?? '') ?? [];
    expect(Number(matched)).toBeGreaterThan(7);
    expect(Number(all)).toBeGreaterThanOrEqual(Number(matched));
    await expect.poll(() => first.locator('svg .ev-tie').count()).toBe(Number(matched));
    await match
      .getByRole('heading', {
        name: /^Harbour Lights, \d:\d\d–\d:\d\d, bars \d+–\d+\s*this passage alone: strong$/,
      })
      .first()
      .waitFor();
    await first.getByText('Harbour Lights is 2 semitones lower').waitFor();
    await match.getByRole('img', { name: /^Melody: [\d.]+, reported from 18$/ }).waitFor();

    await match.getByRole('button', { name: 'Play both' }).first().click();
    await expect.poll(() => place('Place in the passage')).toBeGreaterThan(0.03);
    // Two recordings sound, and neither is asked for by the synthesiser.
    await expect.poll(() => asked.size).toBe(2);
    await match
      .getByRole('button', { name: /^Play Harbour Lights/ })
      .first()
      .click();
    const both = match.getByRole('button', { name: 'Play both' }).first();
    await expect.poll(() => both.getAttribute('aria-pressed')).toBe('false');
    await match.getByRole('button', { name: 'Stop' }).first().click();
    const slider = page.getByLabel('Place in the passage').first();
    await slider.focus();
    await page.keyboard.press('End');
    await expect.poll(() => place('Place in the passage')).toBe(1);
    const box = (await slider.boundingBox())!;
    // A click on a song's notes plays it from there.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 4);
    await expect.poll(() => place('Place in the passage')).toBeGreaterThan(0.51);
    await match.getByRole('button', { name: 'Stop' }).first().click();
  });

  it('a print holds the passages that are too far down to be drawn', async () => {
    const { page: far, close } = await openBrowser();
    try {
      await far.context().addCookies(await browser.context.cookies());
      await far.addInitScript(
        `const sheet = new CSSStyleSheet();
        sheet.replaceSync('.ev-passage { margin-bottom: 5000px }');
        document.adoptedStyleSheets.push(sheet);`,
      );
      await far.goto(instance.url + pages.plagiarism!);
      await far.locator('.ev-passage').first().waitFor();
      // What is not there when the listeners have returned is not printed.
      const drawn = `document.querySelectorAll('.ev-passage').length`;
      const [before, printed] = await far.evaluate<[number, number]>(
        `[${drawn}, (window.dispatchEvent(new Event('beforeprint')), ${drawn})]`,
      );
      expect(before).toBe(1);
      expect(printed).toBeGreaterThan(1);
    } finally {
      await close();
    }
  });

  it('a song whose recording is gone is played by a synthesiser, and the page says so', async () => {
    const songs = await owner.call<{ music: Array<{ musicId: string; title: string }> }>('GET', '/music');
    const harbour = songs.music.find((song) => song.title === 'Harbour Lights')!;
    await owner.call('DELETE', `/music/${harbour.musicId}`);
    await open(pages.plagiarism!);
    await page
      .getByRole('button', { name: /^Play Harbour Lights/ })
      .first()
      .click();
    await page.getByText('No recording of Harbour Lights is stored here').first().waitFor();
    await expect.poll(() => place('Place in the passage')).toBeGreaterThan(0.03);
    await button('Stop').first().click();
  });

  it('a song’s page tells its tempo, key, chords, sections and melodies, and goes where one points', async () => {
    const musicId = await owner.upload('Paper Lanterns.wav', songFile(1, 45));
    pages.song = `/app/library/${musicId}`;
    await open(pages.song);
    await page.getByText(/^1[12]\d\.\d BPM/).waitFor();
    await page.getByText(/^4\/4, \d+ bars$/).waitFor();
    await page.getByRole('img', { name: /^Chords over time: \d+ changes among .*Am/ }).waitFor();
    await page.getByRole('img', { name: /^Sections: A from 0:00/ }).waitFor();
    await page.getByText('Bars 1 to 8, from 0:00').waitFor();
    await page.getByText('0:00 / 0:', { exact: false }).waitFor();
    await page.getByText('Instrumental', { exact: true }).click();
    await page.getByRole('img', { name: /^Instrumental as a piano roll/ }).waitFor();
    await page.getByLabel('Place in the song').focus();
    await page.keyboard.press('End');
    await page.getByText(/^Bars (17|25) to \d+/).waitFor();
  });

  it('a MIDI file is a song of notes: described, compared, and not offered to what listens', async () => {
    await open('/app/library');
    const buffer = midiFile([repeatedNotes(64)]);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Written.mid', mimeType: 'audio/midi', buffer });
    await page.getByRole('link', { name: 'Written' }).click();
    await page.getByText('MIDI', { exact: true }).first().waitFor();
    pages.midi = new URL(page.url()).pathname;
    await expect.poll(() => page.getByRole('checkbox', { name: 'AI detection' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Music plagiarism' }).check();
    await button('Analyse').click();
    await page
      .getByRole('region', { name: 'Verdicts' })
      .getByText(/^(?:Nothing to compare with|Cannot tell): /)
      .waitFor();
  });

  it('a comparison, which programs ask for, has its place in the list and its page with both songs', async () => {
    const id = await owner.run({
      operation: 'compare',
      music_id: await owner.upload('Once.wav', songFile(4, 20)),
      other_music_id: await owner.upload('Again.wav', coverFile(4, 20, 2, 1.05)),
    });
    await open('/app/tasks');
    await page.getByRole('row', { name: /Comparison of two songs.*done/ }).waitFor();
    pages.comparison = `/app/tasks/${id}`;
    await open(pages.comparison);
    await page
      .getByText(/^These two songs (?:may )?share melody or chords\./)
      .first()
      .waitFor();
    await page.getByText(`${songTitle(4)} and Again`, { exact: true }).waitFor();
    // Two songs that someone names: none is submitted, none is the database's.
    await page.getByText('Again is 2 semitones higher').first().waitFor();
    await page.getByText('Second song').first().waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as a page' }).click();
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain('Again');
    await page.getByRole('tab', { name: 'Developer' }).click();
    await page.getByText(/"otherMusicId":"mus_/).waitFor();
    await page.getByRole('link', { name: 'Other recording' }).click();
    await page.getByRole('heading', { name: 'Again', level: 1 }).waitFor();
  });

  it('an instrumental is transcribed as one', async () => {
    const musicId = await owner.upload('No words.wav', rhythmFile(0, 15));
    const id = await owner.run({
      operation: 'lyric-transcription',
      model: 'standard',
      music_id: musicId,
    });
    pages.instrumental = `/app/tasks/${id}`;
    await open(pages.instrumental);
    await page.getByText('Instrumental: no vocals were found.').waitFor();
  });

  it('a failed analysis says what to do about it', async () => {
    const musicId = await owner.upload('Silence.wav', silentFile(10));
    const { id, status } = await owner.finish({ operation: 'fingerprint-add', music_id: musicId });
    expect(status).toBe('failure');
    pages.failure = `/app/tasks/${id}`;
    await open(pages.failure);
    await page.getByRole('alert').getByText('too little sound for a fingerprint').waitFor();
    await button('Run again').waitFor();
  });

  it('a check that the recording does not allow to answer is no failure to a person', async () => {
    const musicId = await owner.upload('Silence.wav', silentFile(10));
    const { id, status } = await owner.finish({ operation: 'fingerprint-check', music_id: musicId });
    expect(status).toBe('failure');
    await open(`/app/tasks/${id}`);
    await page.getByText('no answer', { exact: true }).waitFor();
    await page.getByRole('alert').getByText('No answer could be given').waitFor();
    expect(await page.getByText('failed', { exact: true }).count()).toBe(0);
  });

  /** A result of each analysis that no test before looks at. */
  async function addOtherResults(): Promise<void> {
    const registered = await owner.upload('Registered.wav', songFile(3, 30));
    await owner.run({ operation: 'fingerprint-add', music_id: registered });
    const excerpt = await owner.upload('Excerpt.wav', excerptFile(3, 30, 8, 15));
    const [check, ai, roles] = await Promise.all([
      owner.run({ operation: 'fingerprint-check', music_id: excerpt }),
      owner.run({ operation: 'ai-detection', model: 'pro', music_id: excerpt }),
      owner.run({ operation: 'ai-detection', model: 'pro-v2', music_id: excerpt }),
    ]);
    pages.fingerprint = `/app/tasks/${check}`;
    pages.ai = `/app/tasks/${ai}`;
    pages.roles = `/app/tasks/${roles}`;
    pages.lyrics = `/app/tasks/${await makeLyricResult(owner)}`;
  }

  it('axe finds no serious problem in any result or song, light or dark, and none scrolls sideways at 375 px', async () => {
    await addOtherResults();
    const findings: string[] = [];
    for (const path of Object.values(pages)) {
      await open(path);
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      // A page that asks for news while something is being described is never idle: it is judged as it stands.
      await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
      findings.push(...(await faultsOf(page)));
    }
    expect(findings).toEqual([]);
  });

  it('nothing was asked of another place, and no page broke its own policy', () => {
    expect([...browser.origins]).toEqual([instance.url]);
    expect(browser.complaints).toEqual([]);
  });
});
