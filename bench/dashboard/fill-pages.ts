/** Fills an instance so that every page of the dashboard has something to show, and names the pages. */
import type { Owner } from '../../tests/support/dashboard-owner.js';
import { makeResultPages } from '../../tests/support/result-pages.js';
import { excerptFile, songFile } from '../../tests/support/songs.js';

const plain = [
  'library',
  'tasks',
  'callback',
  'deliveries',
  'keys',
  'datasets',
  'usage',
  'members',
  'instance',
  'notifications',
  'profile',
  'audit',
  'compare',
];

/** Paths by the names of their pictures. `receiverUrl` takes callbacks. */
export async function fillPages(owner: Owner, receiverUrl: string): Promise<Map<string, string>> {
  const pages = new Map([['start', '/app'], ...plain.map((name) => [name, `/app/${name}`] as const)]);
  await owner.call('PUT', '/callback', { url: receiverUrl });
  await owner.call('POST', '/keys', { name: 'nightly import' });
  const invite = { email: 'grace@example.com', role: 'viewer' };
  const { token } = await owner.call<{ token: string }>('POST', '/members/invitations', invite);
  pages.set('invitation', `/invitation?token=${token}`);
  await owner.call('POST', '/members/invitations', { email: 'bob@example.com', role: 'member' });

  const results = await makeResultPages(owner);
  for (const { name, taskId } of results) pages.set(`result-${name}`, `/app/tasks/${taskId}`);
  const task = (name: string): string => results.find((result) => result.name === name)!.taskId;
  pages.set('compare-result', `/app/compare?task=${task('compare-found')}`);
  const { music_id: musicId } = await owner.call<{ music_id: string }>(
    'GET',
    `/tasks/${task('fingerprint-found')}`,
  );
  pages.set('song', `/app/library/${musicId}`);

  const found = task('plagiarism-found');
  await owner.call('PATCH', `/tasks/${found}/review`, { state: 'disputed' });
  await owner.call('POST', `/tasks/${found}/notes`, { text: 'The bridge is ours; ask the publisher.' });
  const link = { task_ids: [found], days: 7 };
  const { path } = await owner.call<{ path: string }>('POST', '/share-links', link);
  pages.set('shared-case-file', path);
  for (const name of ['fingerprint-found', 'plagiarism-found', 'ai-found', 'lyrics-found']) {
    pages.set(`case-file-${name}`, `/dashboard/api/case-file.html?task=${task(name)}`);
  }

  const { datasets } = await owner.call<{ datasets: Array<{ dataset_id: string; name: string }> }>(
    'GET',
    '/datasets',
  );
  const catalogue = datasets.find(({ name }) => name === 'Our catalogue')!;
  pages.set('dataset', `/app/datasets/${catalogue.dataset_id}`);
  pages.set('batch', await makeBatch(owner));
  await owner.call('POST', '/sample-data');
  return pages;
}

/** Three files: one known, one not, one that is no sound. */
async function makeBatch(owner: Owner): Promise<string> {
  const files = [
    { name: 'a known excerpt.wav', content: excerptFile(1, 60, 8, 15) },
    { name: 'b another song.wav', content: songFile(3, 15) },
    { name: 'c broken.wav', content: Buffer.from('this is not sound') },
  ];
  const { id } = await owner.call<{ id: string }>('POST', '/batches', {
    name: 'Demos of November',
    analyses: [{ operation: 'fingerprint-check' }],
    files: files.map(({ name, content }) => ({ name, bytes: content.length })),
  });
  for (const [position, { content }] of files.entries()) {
    await owner.send('POST', `/batches/${id}/files/${position}`, content);
  }
  return `/app/batches/${id}`;
}
