/** What an operator does first: pull a recogniser, then transcribe a song. From an empty folder, over a hub stand-in. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  rateHz,
  sentencesSong,
  shared,
} from '../../src/analyses/lyric-transcription/test-support/run-transcription.js';
import { wavFile } from '../../src/signal/wav.js';
import { programPath, runCli } from '../support/run-cli.js';

const model = join(shared, 'whisper-nano-compact');
/** The hub's names of the files, and the small model's. */
const names: Readonly<Record<string, string>> = {
  'onnx/encoder_model_quantized.onnx': 'onnx/encoder_model.onnx',
  'onnx/decoder_model_merged_quantized.onnx': 'onnx/decoder_model_merged.onnx',
};

describe.skipIf(!existsSync(model))('the first transcription (needs the development data)', () => {
  let home: string;
  let hub: Server;
  let hubUrl: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'contrafact-first-'));
    writeFileSync(join(home, 'song.wav'), wavFile(sentencesSong(), rateHz));
    hub = createServer((request, response) => {
      const path = request.url!.replace('/onnx-community/whisper-base_timestamped/resolve/main/', '');
      const file = join(model, names[path] ?? path);
      if (!existsSync(file)) return void response.writeHead(404).end();
      const bytes = readFileSync(file);
      const hash = createHash('sha256').update(bytes).digest('hex');
      // As the hub does, for large files.
      if (path.endsWith('.onnx')) response.setHeader('x-linked-etag', `"${hash}"`);
      response.setHeader('content-length', bytes.length).end(bytes);
    });
    await new Promise<void>((done) => hub.listen(0, '127.0.0.1', done));
    hubUrl = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    hub?.closeAllConnections();
    hub?.close();
    rmSync(home, { recursive: true, force: true });
  });
  const contrafact = (args: string[], cwd = home) => runCli(args, { cwd, env: { HOME: home } });
  const analyze = ['analyze', 'song.wav', '--operation', 'lyric-transcription'];

  it('says what is missing, with a command that works from where one stands; then two commands do', async () => {
    const without = await contrafact(analyze);
    expect([without.code, without.stdout]).toEqual([1, '']);
    const command = /`(.+) models pull whisper-base`/.exec(without.stderr)?.[1];
    expect(command).toBeDefined();
    expect([programPath, relative(home, programPath)]).toContain(command);
    expect(without.stderr).toContain(join(home, 'data', 'models'));

    const pulled = await contrafact(['models', 'pull', 'whisper-base', '--hub', hubUrl]);
    expect([pulled.code, pulled.stdout]).toEqual([0, expect.stringContaining('whisper-base: 7 files')]);
    expect(pulled.stderr).toContain('analyze song.mp3 --operation lyric-transcription');

    const { code, stdout } = await contrafact([...analyze, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      lyrics: 'I will carry your song until the morning\nThe moon is on the river and the night is long',
      languages: [{ code: 'en' }, {}],
      is_instrumental: false,
    });
  }, 180_000);

  it('from another folder says where models were looked for', async () => {
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    const { stderr } = await contrafact(
      ['analyze', '../song.wav', '--operation', 'lyric-transcription'],
      elsewhere,
    );
    expect(stderr).toContain(`Models are looked for in ${join(elsewhere, 'data', 'models')}`);
  }, 120_000);
});
