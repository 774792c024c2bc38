/**
 * The search engine dies, hangs or comes back without what it held, while tasks look songs and melodies up in it. The answers
 * stay right, from the index in the database, or are `cannot_tell`: a known song that is "not found" is the fault, and so is
 * a melody that was looked for in fewer songs than there are.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import { addManySongs, fillNow, manySongs, searchedIn, takenFrom } from '../search/melody-songs.js';
import { type ClickHouseServer, startClickHouse } from '../support/clickhouse.js';
import { openForTest } from '../support/furnished.js';
import { excerptFile } from '../support/songs.js';
import { recovery, type SiteReport } from './fault.js';
import { type Engine, openSite, type Site } from './site.js';

const songs = 4;
const songSeconds = 40;
/** Everybody's, with more songs than are all compared. */
const datasetId = 'ds_melodies';

interface EngineFault {
  readonly name: string;
  /** Does the damage and undoes it, while look-ups are open. */
  harm(server: ClickHouseServer): Promise<void>;
}

export const engineFaults: readonly EngineFault[] = [
  {
    name: 'search engine killed',
    async harm(server) {
      await server.stop();
      await sleep(4000);
      await server.start();
    },
  },
  {
    name: 'search engine hangs',
    async harm(server) {
      server.pause();
      await sleep(8000);
      server.resume();
    },
  },
  {
    name: 'search engine restored from an older backup',
    async harm(server) {
      await server.stop();
      server.restore();
      await server.start();
    },
  },
];

/** Runs `judge` on the site before it is closed. */
export async function searchEngineFails(
  engine: Engine,
  { harm }: EngineFault,
  lookUps: number,
  judge: (report: SiteReport) => Promise<void>,
): Promise<void> {
  const server = await startClickHouse();
  try {
    const site = await openSite(engine, {
      songs,
      songSeconds,
      // Songs of melodies are there without their files.
      env: { CONTRAFACT_SEARCH: server.url, CONTRAFACT_DESCRIBE_UPLOADS: 'false' },
      prepare: (settings) => addMelodies(settings, server),
    });
    try {
      await fill(site, server);
      const excerpts: string[] = [];
      for (let song = 0; song < songs; song++) {
        excerpts.push(await site.api.upload(excerptFile(song, songSeconds, 12, 20), `excerpt-${song}.wav`));
      }
      const melody = await site.api.upload(takenFrom(77), 'melody.mid');
      const tasks: Array<{ readonly taskId: string; readonly song: string }> = [];
      const lookUpMelody = (): Promise<string> =>
        site.ledger.start('/plagiarism/standard', { musicId: melody, dataset_id: datasetId });
      const melodyTasks = [await lookUpMelody()];
      await site.ledger.drainTo(0);
      if (!(await hasSearchedMelodies(site))) throw new Error('no melody was searched in the engine');
      const lookUp = async (count: number): Promise<void> => {
        for (let n = 0; n < count; n++) {
          const musicId = excerpts[n % songs]!;
          const taskId = await site.ledger.start('/fingerprint/check', { musicId });
          tasks.push({ taskId, song: site.songs[n % songs]! });
          // Dearer than a check.
          if (n % 2 === 0) melodyTasks.push(await lookUpMelody());
        }
      };
      await lookUp(lookUps);
      const harmed = harm(server);
      await lookUp(lookUps);
      await harmed;
      const recoverySeconds = await recovery(site);
      await lookUp(songs);
      await site.ledger.drainTo(0);
      const seen = { found: 0, cannot_tell: 0 };
      for (const { taskId, song } of tasks) seen[await answerTo(site, taskId, song)] += 1;
      const melodies = { found: 0, cannot_tell: 0 };
      for (const taskId of melodyTasks) melodies[await melodyAnswerTo(site, taskId)] += 1;
      await judge({
        site,
        figures: {
          recoverySeconds,
          seen:
            `known songs found ${seen.found}, cannot_tell ${seen.cannot_tell}, not found 0; ` +
            `known melodies found ${melodies.found}, cannot_tell ${melodies.cannot_tell}, not found 0`,
        },
      });
    } finally {
      await site.close();
    }
  } finally {
    await server.remove();
  }
}

/** Songs with melodies, all of them in the engine before the service starts. */
async function addMelodies(
  settings: Readonly<Record<string, string>>,
  server: ClickHouseServer,
): Promise<void> {
  const opened = await openForTest(settings);
  const engine = openClickHouse(server.url);
  try {
    const { account } = await opened.instance.accounts.create('Melodies', 'pro');
    const place = { datasetId, accountId: null, ownerId: account.id };
    await addManySongs(opened.db, opened.indexes.melodies, place);
    await fillNow(opened.db, engine);
  } finally {
    await engine.close();
    await opened.close();
  }
}

/** Half of the songs are in the engine when its backup is made, then all. */
async function fill(site: Site, server: ClickHouseServer): Promise<void> {
  await add(site, site.songs.slice(0, songs / 2));
  await server.stop();
  server.backup();
  await server.start();
  await add(site, site.songs.slice(songs / 2));
}

async function add(site: Site, musicIds: readonly string[]): Promise<void> {
  for (const musicId of musicIds) await site.ledger.start('/fingerprint/add', { musicId });
  await site.ledger.drainTo(0);
  await filled(site);
}

async function filled(site: Site): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const text = await (await fetch(`${site.instance.url}/metrics`)).text();
    if (/^contrafact_search_changes_pending 0$/m.test(text)) return;
    if (Date.now() > deadline) throw new Error(`the engine is not filled:\n${text}`);
    await sleep(200);
  }
}

async function hasSearchedMelodies({ instance }: Site): Promise<boolean> {
  const text = await (await fetch(`${instance.url}/metrics`)).text();
  return /^contrafact_searches_total\{search="melodies",path="engine"\} [1-9]/m.test(text);
}

async function melodyAnswerTo(site: Site, taskId: string): Promise<'found' | 'cannot_tell'> {
  await site.receiver.final(taskId);
  const { body } = await site.api.get(`/tasks/${taskId}`);
  const { first, songs: searched } = searchedIn(body);
  if (first === 'Song 77' && searched === manySongs) return 'found';
  const { verdict } = (body.detail ?? {}) as { verdict?: { finding?: string } };
  if (verdict?.finding === 'cannot_tell') return 'cannot_tell';
  throw new Error(`a known melody was answered ${JSON.stringify({ first, searched, verdict })}`);
}

async function answerTo(site: Site, taskId: string, song: string): Promise<'found' | 'cannot_tell'> {
  const { body } = await site.receiver.final(taskId);
  const { result, detail } = body as {
    result?: { is_duplicate?: boolean; matched_music_id?: string };
    detail?: { verdict?: { finding?: string } };
  };
  if (result?.is_duplicate === true && result.matched_music_id === song) return 'found';
  if (detail?.verdict?.finding === 'cannot_tell') return 'cannot_tell';
  throw new Error(`a known song was answered ${JSON.stringify({ result, verdict: detail?.verdict })}`);
}
