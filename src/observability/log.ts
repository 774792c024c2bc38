/**
 * The service's log. A machine that collects it gets pino's JSON, a line an event; a person at a terminal gets
 * the time, the level where it is not plain information, the message, and the fields behind it.
 */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { loggedError } from './logged-error.js';

/** `terminal`: where people read it; null writes JSON to standard output. */
export function openLog(
  { logLevel }: { readonly logLevel: string },
  terminal: Pick<NodeJS.WriteStream, 'write'> | null = process.stdout.isTTY ? process.stdout : null,
): Logger {
  const options: LoggerOptions = { level: logLevel, base: undefined, serializers: { err: loggedError } };
  return terminal === null ? pino(options) : pino(options, forPeople(terminal));
}

/** pino's levels; plain information needs no name. */
const levelNames: Readonly<Record<number, string>> = {
  10: 'trace ',
  20: 'debug ',
  40: 'WARNING ',
  50: 'ERROR ',
  60: 'FATAL ',
};

function forPeople(terminal: Pick<NodeJS.WriteStream, 'write'>): DestinationStream {
  return { write: (line) => void terminal.write(readableLine(line)) };
}

/** One line of pino's JSON as people read it: `14:03:22  the service is ready  role=all`; an error's stack below it. */
export function readableLine(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as LogEntry;
  const at = new Date(time).toTimeString().slice(0, 8);
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${readableValue(value)}`);
  const entry = [`${at}  ${levelNames[level] ?? ''}${msg ?? ''}`, ...shown].join('  ');
  return err === undefined ? `${entry}\n` : `${entry}\n    ${errorText(err).replaceAll('\n', '\n    ')}\n`;
}

interface LogEntry {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: unknown;
  readonly [field: string]: unknown;
}

function readableValue(value: unknown): string {
  return typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
}

/** The stack names the error and its message; what else `loggedError` kept follows. */
function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return readableValue(error);
  const { stack, type, message, ...rest } = error as Record<string, unknown>;
  const shown = typeof stack === 'string' ? stack : `${String(type)}: ${String(message)}`;
  return Object.keys(rest).length === 0 ? shown : `${shown}\n${JSON.stringify(rest)}`;
}
