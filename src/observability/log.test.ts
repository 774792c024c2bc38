import { describe, expect, it } from 'vitest';
import { openLog, readableLine } from './log.js';

const entry = (fields: object): string =>
  `${JSON.stringify({ level: 30, time: 0, msg: 'ready', ...fields })}\n`;

describe('the log at a terminal', () => {
  it('says when, what and with what, in one line without JSON around it', () => {
    expect(readableLine(entry({ role: 'all', port: 8080 }))).toMatch(
      /^\d\d:\d\d:\d\d {2}ready {2}role=all {2}port=8080\n$/,
    );
  });

  it('names every level but plain information', () => {
    expect(readableLine(entry({ level: 40 }))).toContain('WARNING ready');
    expect(readableLine(entry({ level: 50 }))).toContain('ERROR ready');
    expect(readableLine(entry({}))).not.toMatch(/info/i);
  });

  it('a value with spaces or line breaks stays on its line, in quotes', () => {
    const line = readableLine(entry({ reason: 'no such\nfile' }));
    expect(line.trimEnd().split('\n')).toHaveLength(1);
    expect(line).toContain('reason="no such\\nfile"');
  });

  it('keeps the level that is set, and an error’s message and stack', () => {
    const lines: string[] = [];
    const terminal = { write: (line: string) => lines.push(line) > 0 };
    const log = openLog({ logLevel: 'warn' }, terminal as Pick<NodeJS.WriteStream, 'write'>);
    log.info('unheard');
    log.error({ err: new Error('disk on fire') }, 'the upload failed');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('ERROR the upload failed');
    const [first, second, third] = (lines[0] ?? '').split('\n');
    expect(first).toMatch(/ERROR the upload failed$/);
    expect(second).toBe('    Error: disk on fire');
    expect(third).toMatch(/^ +at /);
  });
});
