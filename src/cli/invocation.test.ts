import { describe, expect, it } from 'vitest';
import { asTyped, programAsStarted } from './invocation.js';

describe('commands in messages', () => {
  const path = ['/usr/bin', '/usr/local/bin'];
  const started = {
    script: '/home/me/contrafact/bin/contrafact',
    workingFolder: '/home/me',
    path,
  };

  it('are named as the program was started', () => {
    expect(programAsStarted(started)).toBe('contrafact/bin/contrafact');
    expect(programAsStarted({ ...started, workingFolder: '/home/me/contrafact' })).toBe('bin/contrafact');
    expect(programAsStarted({ ...started, workingFolder: '/home/me/contrafact/bin' })).toBe('./contrafact');
    expect(programAsStarted({ ...started, workingFolder: '/srv/a/b/c/d/e/f/g/h/i/j/k/l/m' })).toBe(
      started.script,
    );
    expect(programAsStarted({ ...started, script: '/usr/local/bin/contrafact' })).toBe('contrafact');
    expect(
      programAsStarted({ ...started, script: '/home/me/.npm/_npx/12ab/node_modules/.bin/contrafact' }),
    ).toBe('npx contrafact');
    expect(
      programAsStarted({
        ...started,
        workingFolder: '/home/me/contrafact',
        script: '/home/me/my songs/contrafact',
      }),
    ).toBe('"../my songs/contrafact"');
  });

  it('can be pasted, and other words stay as they are', () => {
    const text =
      'Contrafact is a program. Install with `contrafact models pull whisper-base` (contrafact models list).';
    expect(asTyped(text, 'bin/contrafact')).toBe(
      'Contrafact is a program. Install with `bin/contrafact models pull whisper-base` (bin/contrafact models list).',
    );
    expect(asTyped('the contrafact way; a contrafact song', 'npx contrafact')).toBe(
      'the contrafact way; a contrafact song',
    );
    expect(asTyped(text, 'contrafact')).toBe(text);
  });
});
