/** Bodies far larger than any limit, many at once: what a service must refuse without holding it. */
import { request } from 'node:http';
import type { Site } from './site.js';

const bodyMb = 10;
const bodies = 60;
/** What all of them are together: a service that held them would grow by so much. */
export const largeBodiesMb = bodyMb * bodies;
const chunk = Buffer.alloc(1_000_000, 'a');

const targets = [
  { path: '/api/v1/datasets', type: 'application/json' },
  { path: '/api/v1/lyric-plagiarism', type: 'application/json' },
  { path: '/api/v1/music', type: 'multipart/form-data; boundary=b' },
];

export const largeBodies = {
  name: 'large bodies',
  async run(site: Site): Promise<string> {
    const counts = new Map<string, number>();
    await Promise.all(
      Array.from({ length: bodies }, async (_, n) => {
        const answer = await send(site, targets[n % targets.length]!);
        counts.set(answer, (counts.get(answer) ?? 0) + 1);
      }),
    );
    const strange = [...counts.keys()].filter((answer) => !/^(4\d\d|503|cut off)$/.test(answer));
    if (strange.length > 0) throw new Error(`answers of ${strange.join(', ')}`);
    return [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ');
  },
};

/** Without a length: the service learns how much it is only by reading. */
function send(site: Site, { path, type }: (typeof targets)[number]): Promise<string> {
  return new Promise((resolve) => {
    const call = request(`${site.instance.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.account.apiKey}`, 'content-type': type },
    });
    call.on('response', (answer) => {
      answer.resume();
      resolve(String(answer.statusCode));
      call.destroy();
    });
    // It may close the connection before it has read all.
    call.on('error', () => resolve('cut off'));
    const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF';
    call.write(type.startsWith('multipart') ? start : '{"lyrics":"');
    let sent = 0;
    const more = (): void => {
      while (sent < bodyMb && !call.destroyed) {
        sent += 1;
        if (!call.write(chunk)) {
          call.once('drain', more);
          return;
        }
      }
      if (!call.destroyed) call.end();
    };
    more();
  });
}
