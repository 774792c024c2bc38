/** How `listen` shows what came. */
import type { ReceivedMessage } from '../callbacks/receiver.js';

/** A head line (time, what, id, signature) and the body, indented. */
export function describeMessage(message: ReceivedMessage): string {
  const { receivedAt, kind, messageId, repeated, signature } = message;
  const time = receivedAt.toISOString().slice(11, 23);
  const verdict =
    signature === 'valid'
      ? '✓ signatures valid'
      : signature === 'unchecked'
        ? 'signatures not checked'
        : `✗ refused: ${signature.replaceAll('_', ' ')}`;
  const head = [time, kind, messageId || '(no id)', verdict, repeated ? 'came before' : ''];
  const body = message.body === undefined ? message.text : JSON.stringify(message.body, null, 2);
  return `${head.filter(Boolean).join('  ')}\n${body.replace(/^/gm, '  ')}`;
}
