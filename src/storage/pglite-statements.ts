/**
 * Asks PGlite's engine a statement in two messages. Its own `query` takes six, and each has the text parsed and analysed anew: half
 * of what a small statement costs. A text that is asked again is prepared; it is planned each time all the same (embedded.ts), by
 * the sizes that tables have then. Bytes go both ways as they are.
 */
import { type PGlite, protocol, types } from '@electric-sql/pglite';
import {
  type Answer,
  binaryFormat,
  type Column,
  MessageWriter,
  readAnswer,
  textFormat,
} from './pglite-message.js';

export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  /** Rows that were written. */
  readonly written: number;
}

/** Of a text that was asked before. */
interface Known {
  readonly columns: readonly Column[];
  /** Of the prepared statement; null before it is asked a second time. */
  name: string | null;
}

/** Texts that are remembered: what a service asks all the time are some dozens. */
const maxKnown = 100;
/** Statements that can be prepared, and those that leave what texts mean as it is. */
const preparable = /^\s*(?:select|insert|update|delete|with)\b/i;
const changesNoMeaning = /^\s*(?:begin|start|commit|rollback|savepoint|release|set|show|explain|vacuum)\b/i;

/** Statements of the process that were prepared: two who ask one engine must not use a name twice. */
let prepared = 0;

/** The statements of one engine, which whoever asks has to itself. */
export class PgliteStatements {
  /** By text; those asked last are behind. */
  private readonly known = new Map<string, Known>();
  /** Names of prepared statements that are no longer needed. */
  private unneeded: string[] = [];
  private readonly writer = new MessageWriter();
  private readonly received = new ReceivedBytes();

  constructor(private readonly engine: PGlite) {}

  /** Throws what the database refuses it with. Who asks before the one before is answered, as in a transaction, waits for it. */
  ask(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    // All of it: messages are written and read in memory that the next statement uses again.
    return this.engine.runExclusive(() => this.askAlone(text, parameters));
  }

  private async askAlone(text: string, parameters: readonly unknown[]): Promise<StatementResult> {
    const known = this.known.get(text);
    let answer: Answer;
    try {
      answer = await this.exchange(text, parameters, known);
    } catch (error) {
      this.drop(text);
      throw error;
    }
    const columns = known?.columns ?? answer.columns ?? [];
    if (preparable.test(text)) this.remember(text, known ?? { columns, name: null });
    else if (!changesNoMeaning.test(text)) for (const each of [...this.known.keys()]) this.drop(each);
    const readers = columns.map(({ typeOid }) => this.readerOf(typeOid, known !== undefined));
    const rows = answer.rowsAt.map((at) => rowAt(answer.bytes, at, columns, readers));
    return { rows, written: answer.written };
  }

  private async exchange(
    text: string,
    parameters: readonly unknown[],
    known: Known | undefined,
  ): Promise<Answer> {
    const { engine, writer } = this;
    if (engine.closed) throw new Error('PGlite is closed');
    for (const name of this.unneeded.splice(0)) writer.close(name);
    const isPrepared = typeof known?.name === 'string';
    if (known && !isPrepared) known.name = `s${prepared++}`;
    const name = known?.name ?? '';
    if (!isPrepared) writer.parse(name, text);
    writer.bind(name, parameters, known ? known.columns.map(formatOf) : []);
    if (!known) writer.describe();
    writer.execute();
    const asked = writer.taken();
    this.received.clear();
    // `execProtocolRaw` would also parse all of it, and keep what it parsed.
    const onRawData = (bytes: Uint8Array): void => this.received.add(bytes);
    // Not together: an engine that breaks down in the first is not asked to go on with the second.
    await engine.execProtocolRawStream(asked, { syncToFs: false, onRawData });
    writer.sync();
    await engine.execProtocolRawStream(writer.taken(), { onRawData });
    const bytes = this.received.all();
    const answer = readAnswer(bytes);
    if (answer.hasFailed) throw failureIn(bytes);
    return answer;
  }

  private remember(text: string, known: Known): void {
    this.known.delete(text);
    this.known.set(text, known);
    if (this.known.size > maxKnown) this.drop(this.known.keys().next().value!);
  }

  private drop(text: string): void {
    const name = this.known.get(text)?.name;
    if (name) this.unneeded.push(name);
    this.known.delete(text);
  }

  private readerOf(typeOid: number, isKnown: boolean): Reader {
    if (isKnown && typeOid === types.BYTEA) return bytesBetween;
    const parse = this.engine.parsers[typeOid];
    if (!parse) return textBetween;
    return (bytes, from, to) => parse(textBetween(bytes, from, to), typeOid);
  }
}

/** What the engine answers, piece by piece, out of its own memory; the memory is used again. */
class ReceivedBytes {
  private buffer = Buffer.allocUnsafeSlow(firstBytes);
  private end = 0;

  add(bytes: Uint8Array): void {
    if (this.end + bytes.length > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.buffer.length, this.end + bytes.length));
      this.buffer.copy(larger, 0, 0, this.end);
      this.buffer = larger;
    }
    this.buffer.set(bytes, this.end);
    this.end += bytes.length;
  }

  /** Valid until the next clearing. */
  all(): Buffer {
    return this.buffer.subarray(0, this.end);
  }

  clear(): void {
    if (this.buffer.length > maxKeptBytes) this.buffer = Buffer.allocUnsafeSlow(firstBytes);
    this.end = 0;
  }
}

const firstBytes = 2 ** 16;
/** Blocks of a look-up come in a megabyte or two; a rare longer answer leaves no more. */
const maxKeptBytes = 2 ** 22;

type Reader = (bytes: Buffer, from: number, to: number) => unknown;

function textBetween(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('utf8', from, to);
}

/** The array owns its memory, so that it may be transferred. */
function bytesBetween(bytes: Buffer, from: number, to: number): Uint8Array {
  return new Uint8Array(bytes.subarray(from, to));
}

function formatOf({ typeOid }: Column): number {
  return typeOid === types.BYTEA ? binaryFormat : textFormat;
}

function rowAt(
  bytes: Buffer,
  start: number,
  columns: readonly Column[],
  readers: readonly Reader[],
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = start + 2;
  for (let column = 0; column < columns.length; column++) {
    const length = bytes.readInt32BE(at);
    at += 4;
    row[columns[column]!.name] = length < 0 ? null : readers[column]!(bytes, at, at + length);
    if (length > 0) at += length;
  }
  return row;
}

/** The first error that the database answered with. */
function failureIn(bytes: Uint8Array): unknown {
  let failure: unknown = null;
  new protocol.Parser().parse(bytes, (message) => {
    if (message instanceof protocol.messages.DatabaseError) failure ??= message;
  });
  return failure;
}
