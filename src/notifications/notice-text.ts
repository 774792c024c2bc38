/**
 * A notice in words: of an e-mail, in its reader's language, and of a message to a Slack-compatible webhook, in English as
 * all that programs get.
 */
import { isWanted, type Notice, type NoticeWishes } from '../domain/notice.js';
import { verdictWords } from '../domain/verdict/verdict-words.js';
import { counted, filled, type NoticeWords, noticeWords } from './notice-words.js';

/** What was named by strangers, as a channel may show it; null where it may not. */
type Naming = ((name: string) => string) | null;

/**
 * An e-mail. Counts, product words and links only, no name: nobody confirmed the address, so the reader may be a
 * stranger to whom the account would otherwise write what it likes, over the operator's mail server.
 * `baseUrl`: where people reach the dashboard; null: nobody said, and no link is written. `language`: of the reader.
 */
export function emailText(
  notice: Notice,
  wishes: NoticeWishes,
  baseUrl: string | null,
  language: string | null,
): { readonly subject: string; readonly text: string } {
  const words = noticeWords(language);
  return {
    subject: `Contrafact: ${subjectOf(notice, wishes, words)}`,
    text: textOf(notice, wishes, baseUrl, null, words),
  };
}

/** A message to a webhook, with the names of what was found. `baseUrl` as for e-mails. */
export const webhookText = (notice: Notice, wishes: NoticeWishes, baseUrl: string | null): string =>
  textOf(notice, wishes, baseUrl, inert, noticeWords(null));

function textOf(
  notice: Notice,
  wishes: NoticeWishes,
  baseUrl: string | null,
  naming: Naming,
  words: NoticeWords,
): string {
  const link = (path: string): string => (baseUrl === null ? '' : `\n  ${baseUrl}${path}`);
  const lines: string[] = [];
  if (wishes.batches) {
    for (const batch of notice.named) {
      lines.push(`${batchLine(batch, naming, words)}${link(`/app/batches/${batch.id}`)}`);
    }
    const more = notice.batches - notice.named.length;
    if (more > 0) lines.push(counted(words.moreBatches, more));
  }
  const wanted = { ...wishes, batches: false };
  if (isWanted(notice, wanted)) {
    const named = notice.results.filter(
      ({ finding }) => wishes.findings === 'possible' || finding === 'found',
    );
    for (const { taskId, operation, finding, subject } of named) {
      const label = verdictWords(operation, finding, {}).label;
      lines.push(
        `${about(words.labels[label] ?? label, subject, naming, words)}${link(`/app/tasks/${taskId}`)}`,
      );
    }
    const all = notice.found + (wishes.findings === 'possible' ? notice.possible : 0);
    if (all > named.length) {
      lines.push(`${counted(words.moreResults, all - named.length)}${link('/app/tasks')}`);
    }
  }
  lines.push(`${words.settings}${link('/app/notifications')}`);
  return `${lines.join('\n\n')}\n`;
}

function subjectOf(notice: Notice, wishes: NoticeWishes, words: NoticeWords): string {
  const parts = [
    wishes.batches && notice.batches > 0 ? counted(words.batchesEnded, notice.batches) : '',
    wishes.findings !== 'none' ? some(words.found, notice.found) : '',
    wishes.findings === 'possible' ? some(words.possible, notice.possible) : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Nothing of what there is none of. */
const some = (sentence: string, count: number): string => (count > 0 ? filled(sentence, { count }) : '');

type Named = Notice['named'][number];

function about(label: string, subject: string | null, naming: Naming, words: NoticeWords): string {
  if (subject === null) return filled(words.deletedResult, { label });
  return naming === null ? label : `${label}: ${naming(subject)}`;
}

function batchLine(batch: Named, naming: Naming, words: NoticeWords): string {
  const { name, files, tasks, found, possible, failed, rejected, waiting } = batch;
  const counts = [
    counted(words.files, files),
    counted(words.analyses, tasks),
    filled(words.found, { count: found }),
    filled(words.possible, { count: possible }),
    some(words.failed, failed),
    some(words.rejected, rejected),
    some(words.notSent, waiting),
  ]
    .filter(Boolean)
    .join(', ');
  if (name === null) return filled(words.deletedBatch, { counts });
  if (name === '' || naming === null) return filled(counted(words.batchEnded, files), { counts });
  return `The batch “${naming(name)}” ended: ${counts}.`;
}

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
