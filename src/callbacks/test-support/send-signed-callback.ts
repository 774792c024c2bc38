/** One signed callback that no task stands behind, sent as the deliverer signs, for tests of receivers. */
import { newId, newTaskId } from '../../domain/ids.js';
import type { Post, PostAnswer, SigningSecret } from '../ports.js';
import { signatureHeaders } from '../sign.js';

/** Rejects without an active secret. */
export async function sendSignedCallback(options: {
  readonly post: Post;
  readonly url: string;
  readonly secrets: readonly SigningSecret[];
  readonly headerPrefix: string;
  readonly now: Date;
}): Promise<PostAnswer> {
  const { post, url, ...signing } = options;
  const taskId = newTaskId(signing.now);
  const fields = { task_id: taskId, task_name: 'test', status: 'success' };
  const body = JSON.stringify({ ...fields, completed_at: signing.now.toISOString() });
  const headers = signatureHeaders({ messageId: newId('msg'), taskId, body, ...signing });
  return post({ url, headers, body, timeoutMs: 10_000, maxAnswerBytes: 4_096 });
}
