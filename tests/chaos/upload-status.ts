import type { Site } from './site.js';

/** What an upload of `content` is answered. */
export async function uploadStatus(
  { instance, account }: Site,
  content: Uint8Array,
  filename = 'late.wav',
): Promise<{ status: number; code?: string }> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), filename);
  const answer = await fetch(`${instance.url}/api/v1/music`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}` },
    body: form,
  });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, ...(code && { code }) };
}
