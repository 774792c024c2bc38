/**
 * Why an e-mail did not go out, as members read it: one fixed sentence a kind. What the mail server or the network
 * said names hosts, ports and addresses; of it the operator's log gets the two codes alone.
 */
const mailFailures = {
  notReachable: 'The mail server could not be reached.',
  signInRefused: 'The mail server refused the sign-in.',
  recipientRefused: 'The mail server refused the recipient.',
  other: 'The mail server did not take the e-mail.',
} as const;

export interface MailFailure {
  readonly error: string;
  /** nodemailer's or the system's name of the error. */
  readonly code: string | undefined;
  /** The SMTP reply, such as 550. */
  readonly responseCode: number | undefined;
}

const signInCodes = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2']);
/** nodemailer's, then the system's. */
const connectionCodes = new Set(
  (
    'ECONNECTION ETIMEDOUT ESOCKET EDNS ETLS EPROXY ' +
    'ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EPIPE'
  ).split(' '),
);

export function mailFailure(thrown: unknown): MailFailure {
  const { code, responseCode, command } = (thrown ?? {}) as Record<string, unknown>;
  const known = {
    code: typeof code === 'string' ? code.slice(0, 40) : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
  const isOf = (codes: ReadonlySet<string>): boolean => known.code !== undefined && codes.has(known.code);
  if (isOf(signInCodes)) return { error: mailFailures.signInRefused, ...known };
  if (command === 'RCPT TO') return { error: mailFailures.recipientRefused, ...known };
  if (isOf(connectionCodes)) return { error: mailFailures.notReachable, ...known };
  return { error: mailFailures.other, ...known };
}
