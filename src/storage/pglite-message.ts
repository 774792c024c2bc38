/** Messages of PostgreSQL's extended query protocol (manual, "Message Formats"), as bytes. */

/** What a parameter or a column is written as. */
export const textFormat = 0;
export const binaryFormat = 1;

const firstBytes = 4096;
/** Of memory that is kept for later messages: a rare long one leaves no more. */
const maxKeptBytes = 2 ** 18;

/** Messages one behind the other. Strings are UTF-8, numbers big-endian. */
export class MessageWriter {
  private buffer = Buffer.allocUnsafe(firstBytes);
  private end = 0;

  /** All that was written; its memory is used again with the next message. */
  taken(): Uint8Array {
    const bytes = this.buffer.subarray(0, this.end);
    this.end = 0;
    if (bytes.length > maxKeptBytes) this.buffer = Buffer.allocUnsafe(firstBytes);
    return bytes;
  }

  /** Prepares `text` under `name`; what the types of its parameters are is the database's to find. */
  parse(name: string, text: string): void {
    this.message('P', () => {
      this.string(name);
      this.string(text);
      this.int16(0);
    });
  }

  /** Gives a prepared statement its parameters, and says in which format each column is wanted: text where `columns` is empty. */
  bind(name: string, parameters: readonly unknown[], columns: readonly number[]): void {
    this.message('B', () => {
      this.string('');
      this.string(name);
      const values = parameters.map(parameterValue);
      this.int16(values.length);
      for (const value of values) this.int16(value instanceof Uint8Array ? binaryFormat : textFormat);
      this.int16(values.length);
      for (const value of values) this.value(value);
      this.int16(columns.length);
      for (const format of columns) this.int16(format);
    });
  }

  /** Asks which columns the statement that was bound last has. */
  describe(): void {
    this.message('D', () => {
      this.byte('P');
      this.string('');
    });
  }

  execute(): void {
    this.message('E', () => {
      this.string('');
      this.int32(0);
    });
  }

  /** Drops a prepared statement; one that is not there is no error. */
  close(name: string): void {
    this.message('C', () => {
      this.byte('S');
      this.string(name);
    });
  }

  sync(): void {
    this.message('S', () => {});
  }

  private message(type: string, body: () => void): void {
    this.byte(type);
    const at = this.end;
    this.int32(0);
    body();
    this.buffer.writeInt32BE(this.end - at, at);
  }

  private value(value: string | Uint8Array | null): void {
    if (value === null) {
      this.int32(-1);
      return;
    }
    const length = typeof value === 'string' ? Buffer.byteLength(value) : value.length;
    this.int32(length);
    this.makeRoom(length);
    if (typeof value === 'string') this.buffer.write(value, this.end);
    else this.buffer.set(value, this.end);
    this.end += length;
  }

  private string(text: string): void {
    const length = Buffer.byteLength(text);
    this.makeRoom(length + 1);
    this.buffer.write(text, this.end);
    this.end += length + 1;
    this.buffer[this.end - 1] = 0;
  }

  private byte(character: string): void {
    this.makeRoom(1);
    this.buffer[this.end++] = character.charCodeAt(0);
  }

  private int16(value: number): void {
    this.makeRoom(2);
    this.end = this.buffer.writeUInt16BE(value, this.end);
  }

  private int32(value: number): void {
    this.makeRoom(4);
    this.end = this.buffer.writeInt32BE(value, this.end);
  }

  private makeRoom(bytes: number): void {
    if (this.end + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.end + bytes));
    this.buffer.copy(larger, 0, 0, this.end);
    this.buffer = larger;
  }
}

/** As the text that PostgreSQL reads, or bytes as they are; as node-postgres writes them to a server. */
function parameterValue(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return arrayText(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function arrayText(values: readonly unknown[]): string {
  const elements = values.map((value): string => {
    if (Array.isArray(value)) return arrayText(value);
    if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
    const text = parameterValue(value) as string | null;
    if (text === null) return 'NULL';
    return typeof value === 'number' ? text : `"${text.replace(/[\\"]/g, '\\$&')}"`;
  });
  return `{${elements.join()}}`;
}

export interface Column {
  readonly name: string;
  readonly typeOid: number;
}

/** What the database answered to one statement. */
export interface Answer {
  /** Null where they were not described. */
  readonly columns: readonly Column[] | null;
  /** Where each row begins in `bytes`: behind its message's length. */
  readonly rowsAt: readonly number[];
  /** Of the command's tag: how many rows it wrote, 0 of a statement that only reads. */
  readonly written: number;
  readonly hasFailed: boolean;
  readonly bytes: Buffer;
}

const writing = /^(?:INSERT|UPDATE|DELETE|MERGE|COPY)\b/;

export function readAnswer(bytes: Buffer): Answer {
  let columns: readonly Column[] | null = null;
  const rowsAt: number[] = [];
  let written = 0;
  let hasFailed = false;
  for (let at = 0; at < bytes.length; ) {
    const type = bytes[at]!;
    const body = at + 5;
    at += 1 + bytes.readInt32BE(at + 1);
    if (type === messageTypes.dataRow) rowsAt.push(body);
    else if (type === messageTypes.rowDescription) columns = readColumns(bytes, body);
    else if (type === messageTypes.errorResponse) hasFailed = true;
    else if (type === messageTypes.commandComplete) {
      const tag = bytes.toString('latin1', body, at - 1);
      if (writing.test(tag)) written += Number(tag.slice(tag.lastIndexOf(' ') + 1));
    }
  }
  return { columns, rowsAt, written, hasFailed, bytes };
}

const messageTypes = { dataRow: 0x44, rowDescription: 0x54, errorResponse: 0x45, commandComplete: 0x43 };

/** Numbers of a column behind its name. */
const columnBytes = 18;

function readColumns(bytes: Buffer, body: number): Column[] {
  const columns: Column[] = [];
  let at = body + 2;
  for (let left = bytes.readInt16BE(body); left > 0; left--) {
    const end = bytes.indexOf(0, at);
    columns.push({ name: bytes.toString('utf8', at, end), typeOid: bytes.readUInt32BE(end + 7) });
    at = end + 1 + columnBytes;
  }
  return columns;
}
