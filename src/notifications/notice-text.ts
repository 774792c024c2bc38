/** A notice in words: of an e-mail, and of a message to a Slack-compatible webhook. English, as all that programs get. */
import { isWanted, type Notice, type NoticeWishes } from '../domain/notice.js';
import { verdictWords } from '../domain/verdict/verdict-words.js';

/** What was named by strangers, as a channel may show it; null where it may not. */
type Naming = ((name: string) => string) | null;

/**
 * An e-mail. Counts, product words and links only, no name: nobody confirmed the address, so the reader may be a
 * stranger to whom the account would otherwise write what it likes, over the operator's mail server.
 * `baseUrl`: where people reach the dashboard; null: nobody said, and no link is written.
 */
export const emailText = (
  notice: Notice,
  wishes: NoticeWishes,
  baseUrl: string | null,
): { readonly subject: string; readonly text: string } => ({
  subject: `Contrafact: ${subjectOf(notice, wishes)}`,
  text: textOf(notice, wishes, baseUrl, null),
});

/** A message to a webhook, with the names of what was found. `baseUrl` as for e-mails. */
export const webhookText = (notice: Notice, wishes: NoticeWishes, baseUrl: string | null): string =>
  textOf(notice, wishes, baseUrl, inert);

function textOf(notice: Notice, wishes: NoticeWishes, baseUrl: string | null, naming: Naming): string {
  const link = (path: string): string => (baseUrl === null ? '' : `\n  ${baseUrl}${path}`);
  const lines: string[] = [];
  if (wishes.batches) {
    for (const batch of notice.named) {
      lines.push(`${batchLine(batch, naming)}${link(`/app/batches/${batch.id}`)}`);
    }
    const more = notice.batches - notice.named.length;
    if (more > 0) lines.push(`… and ${counted(more, 'more batch', 'more batches')} ended.`);
  }
  const wanted = { ...wishes, batches: false };
  if (isWanted(notice, wanted)) {
    const named = notice.results.filter(
      ({ finding }) => wishes.findings === 'possible' || finding === 'found',
    );
    for (const { taskId, operation, finding, subject } of named) {
      const label = verdictWords(operation, finding, {}).label;
      lines.push(`${label}${about(subject, naming)}${link(`/app/tasks/${taskId}`)}`);
    }
    const all = notice.found + (wishes.findings === 'possible' ? notice.possible : 0);
    if (all > named.length) {
      const results = counted(all - named.length, 'more result', 'more results');
      lines.push(`… and ${results} to review.${link('/app/tasks')}`);
    }
  }
  lines.push(`Change what you are notified of on the page Notifications.${link('/app/notifications')}`);
  return `${lines.join('\n\n')}\n`;
}

function subjectOf(notice: Notice, wishes: NoticeWishes): string {
  const parts = [
    wishes.batches && notice.batches > 0 ? `${counted(notice.batches, 'batch', 'batches')} ended` : '',
    wishes.findings !== 'none' && notice.found > 0 ? `${notice.found} found` : '',
    wishes.findings === 'possible' && notice.possible > 0 ? `${notice.possible} possible` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

type Named = Notice['named'][number];

function about(subject: string | null, naming: Naming): string {
  if (subject === null) return ': a result that was deleted';
  return naming === null ? '' : `: ${naming(subject)}`;
}

function nameOf({ name, files }: Named, naming: Naming): string {
  if (name === null) return 'a batch that was deleted';
  if (name === '' || naming === null) return `the batch of ${counted(files, 'file', 'files')}`;
  return `the batch “${naming(name)}”`;
}

function batchLine(batch: Named, naming: Naming): string {
  const { files, tasks, found, possible, failed, rejected, waiting } = batch;
  const counts = [
    counted(files, 'file', 'files'),
    counted(tasks, 'analysis', 'analyses'),
    `${found} found`,
    `${possible} possible`,
    failed > 0 ? `${failed} failed` : '',
    rejected > 0 ? `${rejected} rejected` : '',
    waiting > 0 ? `${waiting} not sent` : '',
  ];
  const name = nameOf(batch, naming);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ended: ${counts.filter(Boolean).join(', ')}.`;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What strangers named, on one line of bounded length. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .slice(0, 120) || 'unnamed';

/**
 * For Slack, Mattermost and what reads their formats: nothing in a name becomes a mention, a link, code or a command.
 * U+200B, which is not seen, parts what would come to life: `@all`, a bare URL, `www.`.
 */
const inert = (name: string): string =>
  plain(name)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b')
    .replaceAll('://', ':\u200b//')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\u200b.`)
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('`', "'");
