/** Kills the service with SIGKILL while it imports songs: it goes on behind the last commit, and adds no song twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, recovery, startTasks } from '../fault.js';
import type { Site } from '../site.js';

interface Import {
  readonly import_id: string;
  readonly status: string;
  readonly rows: number;
  readonly added: number;
  readonly present: number;
}

export const importCutOff: Fault = {
  name: 'imports cut off by kill -9',
  engines: ['embedded', 'postgres'],
  async run(site, { tasks, rounds, importRows = 20_000 }) {
    await startTasks(site, tasks);
    // An account of its own: one import an account, and its songs are in nobody's way.
    const { api, account } = await site.customer();
    const made = await api.post('/datasets', { name: 'Imported' });
    const datasetId = String(made.body.dataset_id);
    const answer = await fetch(`${site.instance.url}/api/v1/datasets/${datasetId}/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        'content-type': 'text/csv',
        prefer: 'respond-async',
      },
      body: `title,lyrics\n${Array.from({ length: importRows }, (_, n) => `Song ${n},la ${n}\n`).join('')}`,
    });
    if (answer.status !== 202) throw new Error(`the import: ${answer.status} ${await answer.text()}`);
    const { import_id: id } = (await answer.json()) as Import;
    const look = async (): Promise<Import> => (await api.get(`/imports/${id}`)).body as unknown as Import;
    const killedAt: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const rows = await progressed(look, killedAt.at(-1) ?? 0, importRows);
      if (rows === null) break;
      killedAt.push(rows);
      await site.instance.kill9();
      await site.instance.start();
    }
    if (killedAt.length === 0) throw new Error('the import ended before it was killed');
    const ended = await end(look, site);
    const songs = (await api.get(`/datasets/${datasetId}`)).body.songs;
    const counts = [ended.status, ended.rows, ended.added, ended.present, songs].join(' ');
    const expected = ['success', importRows, importRows, 0, importRows].join(' ');
    if (counts !== expected) throw new Error(`the import ended as ${counts}, not ${expected}`);
    const seen = `killed at rows ${killedAt.join(', ')} of ${importRows}; each song was added once`;
    return { recoverySeconds: await recovery(site), seen };
  },
};

/** Rows read of `all`, as soon as there are more than `before`; null where the import has ended. */
async function progressed(look: () => Promise<Import>, before: number, all: number): Promise<number | null> {
  for (;;) {
    const { status, rows } = await look();
    if (rows >= all || !['pending', 'processing'].includes(status)) return null;
    if (rows > before) return rows;
    await sleep(20);
  }
}

async function end(look: () => Promise<Import>, site: Site): Promise<Import> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(100)) {
    const seen = await look();
    if (!['pending', 'processing'].includes(seen.status)) return seen;
  }
  throw new Error(`the import does not end:\n${site.instance.logs.slice(-4000)}`);
}
