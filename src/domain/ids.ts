/** Identifiers. Random parts come from the platform's secure source. */

const base36 = '0123456789abcdefghijklmnopqrstuvwxyz';

/** `length` characters of [0-9a-z], each equally likely. */
export function randomBase36(length: number): string {
  let text = '';
  const bytes = new Uint8Array(length * 2);
  while (text.length < length) {
    crypto.getRandomValues(bytes);
    for (const byte of bytes) {
      // 252 is the largest multiple of 36 in a byte: what is above would favour the first characters.
      if (byte < 252 && text.length < length) text += base36[byte % 36];
    }
  }
  return text;
}

/** task_<UTC YYYYMMDDHHMMSS>_<8 of [0-9a-z]>, as the interface documents it. */
export function newTaskId(now: Date): string {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return `task_${stamp}_${randomBase36(8)}`;
}

export type IdPrefix =
  | 'acct'
  | 'key'
  | 'mus'
  | 'msg'
  | 'ds'
  | 'song'
  | 'usr'
  | 'sess'
  | 'evt'
  | 'att'
  | 'imp'
  | 'note'
  | 'share'
  | 'ntf'
  | 'bat'
  | 'ndl'
  | 'cnf';

/** <prefix>_<20 of [0-9a-z]>: about 103 random bits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase36(20)}`;
}
