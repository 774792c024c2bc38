/** Imports as large and as useless as the service takes them, by several accounts at once, beside one that works. */
import { setTimeout as sleep } from 'node:timers/promises';
import { quietUploads, uploadFigures } from './other-upload.js';
import type { Site } from './site.js';

/** What a free account sent to version 1.0.0: 15 MB, and 400,000 rows without a song. */
const endless = Buffer.from(`title,lyrics\n${'a,b c d\n'.repeat(1_900_000)}`);
const refused = Buffer.from(`title,lyrics\n${'a,\n'.repeat(400_000)}`);
/** The most rows that are taken by default. */
const maxRows = 199_000;
const hostileAccounts = 3;

export const hostileImport = {
  name: 'hostile import',
  async run(site: Site, load: { readonly seconds: number }): Promise<string> {
    const { upload, quiet } = await quietUploads(site);
    const flood = new AbortController();
    const floods = Array.from({ length: hostileAccounts }, () => floodWithImports(site, flood.signal));
    const flooded = [];
    const endsAt = Date.now() + load.seconds * 1000;
    while (Date.now() < endsAt) flooded.push(await upload());
    flood.abort();
    const counts = new Map<string, number>();
    for (const answers of await Promise.all(floods)) {
      for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    }
    const answered = [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ');
    return `${answered}; ${uploadFigures(quiet, flooded)}`;
  },
};

/** One account's imports, one after the other as fast as they are taken, until the signal; what they were answered. */
async function floodWithImports(site: Site, signal: AbortSignal): Promise<string[]> {
  const { account, api } = await site.customer();
  const datasetId = String((await api.post('/datasets', { name: 'Flood' })).body.dataset_id);
  const answers: string[] = [];
  for (let round = 0; !signal.aborted; round++) {
    const bodies = [endless, refused, manySongs(round), manyRejections(round)];
    for (const body of bodies) {
      if (signal.aborted) break;
      const cut = round % 2 === 1 && body === endless ? AbortSignal.timeout(50) : undefined;
      answers.push(await send(site, account.apiKey, datasetId, body, cut));
    }
    await sleep(50);
  }
  return answers;
}

async function send(
  site: Site,
  apiKey: string,
  datasetId: string,
  body: Buffer,
  signal: AbortSignal | undefined,
): Promise<string> {
  try {
    const answer = await fetch(`${site.instance.url}/api/v1/datasets/${datasetId}/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'text/csv', prefer: 'respond-async' },
      body: new Uint8Array(body),
      ...(signal && { signal }),
    });
    const { code } = (await answer.json()) as { code?: string };
    if (![202, 422, 429, 503].includes(answer.status))
      throw new Error(`an import was answered ${answer.status}`);
    return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
  } catch (error) {
    if (signal?.aborted) return 'cut off';
    throw error;
  }
}

function manySongs(round: number): Buffer {
  const rows = Array.from({ length: maxRows }, (_, n) => `t${round}-${n},b c d`);
  return Buffer.from(`title,lyrics\n${rows.join('\n')}\n`);
}

function manyRejections(round: number): Buffer {
  return Buffer.from(`title,lyrics\n${`${round},\n`.repeat(maxRows)}`);
}
