/** A notice in words: of an e-mail, and of a message to a Slack-compatible webhook. English, as all that programs get. */
import { isWanted, type Notice, type NoticeWishes } from '../domain/notice.js';
import { verdictWords } from '../domain/verdict/verdict-words.js';

export interface NoticeText {
  readonly subject: string;
  readonly text: string;
}

/** `baseUrl`: where people reach the dashboard; null: nobody said, and no link is written. */
export function noticeText(notice: Notice, wishes: NoticeWishes, baseUrl: string | null): NoticeText {
  const link = (path: string): string => (baseUrl === null ? '' : `\n  ${baseUrl}${path}`);
  const lines: string[] = [];
  if (wishes.batches) {
    for (const batch of notice.named) {
      lines.push(`${batchLine(batch)}${link(`/app/batches/${batch.id}`)}`);
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
      lines.push(
        `${label}: ${subject === null ? 'a result that was deleted' : plain(subject)}${link(`/app/tasks/${taskId}`)}`,
      );
    }
    const all = notice.found + (wishes.findings === 'possible' ? notice.possible : 0);
    if (all > named.length) {
      const results = counted(all - named.length, 'more result', 'more results');
      lines.push(`… and ${results} to review.${link('/app/tasks')}`);
    }
  }
  lines.push(`Change what you are notified of on the page Notifications.${link('/app/notifications')}`);
  return { subject: subjectOf(notice, wishes), text: `${lines.join('\n\n')}\n` };
}

function subjectOf(notice: Notice, wishes: NoticeWishes): string {
  const [first] = notice.named;
  const parts = [
    wishes.batches && notice.batches === 1 && first ? `${nameOf(first)} ended` : '',
    wishes.batches && notice.batches > 1 ? `${notice.batches} batches ended` : '',
    wishes.findings !== 'none' && notice.found > 0 ? `${notice.found} found` : '',
    wishes.findings === 'possible' && notice.possible > 0 ? `${notice.possible} possible` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

type Named = Notice['named'][number];

function nameOf({ name, files }: Named): string {
  if (name === null) return 'a batch that was deleted';
  return name === '' ? `the batch of ${counted(files, 'file', 'files')}` : `the batch “${plain(name)}”`;
}

function batchLine(batch: Named): string {
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
  const name = nameOf(batch);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ended: ${counts.filter(Boolean).join(', ')}.`;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What strangers named, on one line of bounded length. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .slice(0, 120) || 'unnamed';

/** For Slack and what reads its format: nothing in a name becomes a link, a mention or a command. */
export const slackText = ({ text }: NoticeText): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
