/** How the dashboard goes on with a batch: whose file is whose, and what it waits for. */
import { describe, expect, it } from 'vitest';
import { announcedName, fileOfRow } from '../../dashboard/src/batches/file-of-row.js';
import { retryWaits } from '../../dashboard/src/batches/retry-wait.js';
import { serverSentence } from '../../dashboard/src/i18n/server-sentence.js';
import { notDecodable } from '../../src/audio/decode-error.js';
import { speakGerman } from './support/speak-german.js';

const file = (name: string, bytes = 5) => ({ name, bytes });

describe('the files of a batch that is taken up again', () => {
  it('belong to the row of the same path and size', () => {
    const rows = [file('songA/vocals.wav'), file('songB/vocals.wav')];
    const given = [file('songB/vocals.wav'), file('songA/vocals.wav')];
    expect(rows.map((row) => fileOfRow(row, rows, given)?.name)).toEqual(rows.map(({ name }) => name));
  });

  it('are found by name and size where they were chosen without their folder, or with it', () => {
    const rows = [file('Demos/a.wav'), file('b.wav')];
    const given = [file('a.wav'), file('Other/b.wav')];
    expect(rows.map((row) => fileOfRow(row, rows, given))).toEqual(given);
    expect(fileOfRow(rows[0]!, rows, [file('a.wav', 6)])).toBeUndefined();
  });

  it('are never sent under the name of a row that another file of that name and size may be', () => {
    const stems = [file('songA/vocals.wav'), file('songB/vocals.wav')];
    expect(fileOfRow(stems[0]!, stems, [file('vocals.wav')])).toBeUndefined();
    expect(fileOfRow(stems[0]!, stems, [file('songB/vocals.wav')])).toBeUndefined();
    const one = [file('vocals.wav')];
    expect(fileOfRow(one[0]!, one, stems)).toBeUndefined();
  });

  it('are found by the end of a path that is longer than a name may be', () => {
    const name = announcedName(`${'folder/'.repeat(100)}a.wav`);
    expect(name).toHaveLength(500);
    expect(name.endsWith('folder/a.wav')).toBe(true);
  });
});

describe('a file that was refused', () => {
  const refusal = (status: number, code = 'unknown', retryAfterSeconds: number | null = null) => ({
    status,
    code,
    retryAfterSeconds,
  });

  it.each([0, 502, 503, 504])(
    'is sent again after status %i, when the service says or after 3 s',
    (status) => {
      const waitAfter = retryWaits();
      expect(waitAfter(refusal(status))).toEqual({ seconds: 3, isFull: false });
      expect(waitAfter(refusal(status, 'unavailable', 7))).toEqual({ seconds: 7, isFull: false });
      expect(waitAfter(refusal(status, 'unavailable', 86_400))?.seconds).toBe(60);
    },
  );

  it('is given up where sending it again changes nothing', () => {
    for (const status of [400, 404, 409, 413, 422, 500, 507]) {
      expect(retryWaits()(refusal(status))).toBeNull();
    }
  });

  it('is given up after 20 attempts in a row without a service; an answer begins the count anew', () => {
    const waitAfter = retryWaits();
    const missed = () => Array.from({ length: 20 }, () => waitAfter(refusal(503)));
    expect(missed()).not.toContain(null);
    expect(waitAfter(refusal(429, 'queue_full'))).toEqual({ seconds: 5, isFull: true });
    expect(missed()).not.toContain(null);
    expect(waitAfter(refusal(503))).toBeNull();
  });

  it('waits for room in the queue as long as it takes', () => {
    const waitAfter = retryWaits();
    const waits = Array.from({ length: 500 }, () => waitAfter(refusal(429, 'too_many_uploads')));
    expect(waits).not.toContain(null);
  });
});

it('why a file was rejected is said in the language of the screen, part by part', async () => {
  await speakGerman();
  expect(serverSentence(notDecodable('The file is empty.').message)).toMatch(
    /^Die Datei ist leer\. Senden Sie Ton als mp3/,
  );
  const unnamed = notDecodable('The file is not audio that can be decoded: it is a text file.');
  expect(serverSentence(unnamed.message)).toContain('Sie ist eine Textdatei. Senden Sie');
  expect(serverSentence('What nobody translated.')).toBe('What nobody translated.');
});
