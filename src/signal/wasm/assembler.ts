/** Writes WebAssembly byte by byte: the three loops that need it are shorter than a compiler in the build would be. */

export const i32 = 0x7f;
export const v128 = 0x7b;

export type Code = readonly number[];

/** Unsigned LEB128; every signed constant used below is under 64, where both encodings agree. */
export function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const more = rest > 0x7f;
    bytes.push((rest & 0x7f) | (more ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
/** Signed LEB128 needs a zero byte on top where bit 6 of the last byte is set. */
export const constant = (value: number): Code => {
  const bytes = leb(value);
  const last = bytes[bytes.length - 1]!;
  return last & 0x40 ? [0x41, ...bytes.slice(0, -1), last | 0x80, 0] : [0x41, ...bytes];
};
export const simd = (opcode: number, ...rest: number[]): Code => [0xfd, ...leb(opcode), ...rest];
export const add: Code = [0x6a];
export const increase = (local: number, by: number): Code => [
  ...get(local),
  ...constant(by),
  ...add,
  ...set(local),
];
export const loop = (...body: Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0b];
export const repeatIf: Code = [0x0d, 0];
export const when = (...body: Code[]): Code => [0x04, 0x40, ...body.flat(), 0x0b];

export const section = (id: number, ...content: number[]): number[] => [
  id,
  ...leb(content.length),
  ...content,
];
export const name = (text: string): number[] => [text.length, ...new TextEncoder().encode(text)];
