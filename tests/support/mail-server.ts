/** A mail server that takes e-mails over SMTP and keeps them, for tests. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  /** The whole message as it came. */
  readonly raw: string;
  readonly subject: string;
  /** Its text, decoded. */
  readonly text: string;
}

export interface TestMailServer {
  /** For CONTRAFACT_SMTP_URL: with the password that it asks for. */
  readonly url: string;
  /** What it took, one for each recipient; may be emptied. */
  readonly mails: ReceivedMail[];
  /** Whether it refuses every recipient. */
  refuses: boolean;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const state = { refuses: false };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      done(password === 'open sesame' ? null : new Error('wrong password'), { user: username }),
    onRcptTo: (_address, _session, done) => done(state.refuses ? new Error('mailbox is full') : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) {
          mails.push(readMail(address, Buffer.concat(chunks).toString('utf8')));
        }
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://contrafact:open%20sesame@127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  });
}

function readMail(to: string, raw: string): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, end), raw.slice(end + 4)];
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(head)?.[1]?.toLowerCase();
  const subject = /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? '';
  return { to, raw, subject, text: decoded(body, encoding) };
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
