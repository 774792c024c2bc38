/** The code of the API guide really runs: verifiers on the client's vectors, recipes against a running instance. */
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parseManifest } from '../../src/analyses/ai-detection/operator-models/manifest.js';
import { generateMelody, writeMidi } from '../../src/music/symbolic/test-support/melodies.js';
import { apiOf } from '../support/api.js';
import { startInstance } from '../support/instance.js';
import { takesAllRounds } from '../support/rounds.js';
import { projectRoot } from '../support/run-cli.js';
import { songFile } from '../support/songs.js';

interface Vector {
  readonly name: string;
  readonly now: number;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly reason: string | null;
}

const folder = mkdtempSync(join(tmpdir(), 'contrafact-guide-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const vectorsFile = join(projectRoot, 'client', 'test-vectors', 'signatures.json');
const { vectors } = JSON.parse(readFileSync(vectorsFile, 'utf8')) as { vectors: Vector[] };
const guide = readFileSync(join(projectRoot, 'docs', 'api-guide.md'), 'utf8');

/** The code of the fence "```language name". */
function recipe(language: string, name: string): string {
  const code = new RegExp(`^\`\`\`${language} ${name}\n([\\s\\S]*?)^\`\`\``, 'm').exec(guide)?.[1];
  if (!code) throw new Error(`the guide has no ${language} recipe "${name}"`);
  return code;
}

/** Whether the signature over the body, which the recipes check, is right: by the scheme's own definition. */
function isRight({ headers, body, secret, now }: Vector): boolean {
  const names = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const timestamp = names.get('webhook-timestamp') ?? '';
  const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${names.get('webhook-id') ?? ''}.${timestamp}.${body}`)
    .digest('base64');
  const isFresh = /^\d+$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= 300;
  return isFresh && (names.get('webhook-signature') ?? '').split(' ').includes(`v1,${expected}`);
}
const expected = vectors.map(isRight);

function run(program: string, args: readonly string[], cwd = folder): string {
  const env = { ...process.env, GOCACHE: join(folder, 'go-cache'), GOFLAGS: '-mod=mod' };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

it('the vectors have both authentic and forged callbacks, and agree about the authentic ones', () => {
  expect(new Set(expected)).toEqual(new Set([true, false]));
  for (const vector of vectors) if (vector.reason === null) expect(isRight(vector)).toBe(true);
});

it('a poller ends with every final status, lyric plagiarism’s `completed` among them', async () => {
  writeFileSync(join(folder, 'poll.mts'), recipe('ts', 'poll'));
  const { ending } = await import(pathToFileURL(join(folder, 'poll.mts')).href);
  for (const status of ['success', 'completed', 'failure', 'cancelled']) {
    const answers = ['pending', status].map((one) => ({ status: one }));
    vi.stubGlobal('fetch', async () => Response.json(answers.shift()));
    expect(await ending('http://localhost', 'key', 'task_1')).toEqual({ status });
    vi.unstubAllGlobals();
  }
});

it('the signature over the task_id is keyed by the literal secret, and is wrong with its decoded bytes', async () => {
  const file = join(folder, 'verify-task.mts');
  writeFileSync(file, recipe('ts', 'verify-task'));
  const { isFromService } = (await import(pathToFileURL(file).href)) as {
    isFromService(headers: object, taskId: string, secret: string | Buffer, now: number): boolean;
  };
  const authentic = vectors.filter((one) => one.reason === null && 'x-svc-signature' in one.headers);
  expect(authentic.length).toBeGreaterThan(3);
  for (const { name, headers, body, secret, now } of authentic) {
    const { task_id } = JSON.parse(body) as { task_id: string };
    // While a secret is replaced, this signature is the new one's alone.
    const isOld = name === 'rotation: the receiver still has the old secret';
    expect(isFromService(headers, task_id, secret, now), name).toBe(!isOld);
    expect(isFromService(headers, `${task_id}x`, secret, now)).toBe(false);
    const decoded = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(isFromService(headers, task_id, decoded, now)).toBe(false);
  }
});

describe('verify a callback', () => {
  it('in TypeScript', async () => {
    const file = join(folder, 'verify.mts');
    writeFileSync(file, recipe('ts', 'verify'));
    const { isAuthentic } = (await import(pathToFileURL(file).href)) as {
      isAuthentic(headers: object, body: string, secret: string, now: number): boolean;
    };
    const verdicts = vectors.map(({ headers, body, secret, now }) => {
      const lower = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      return isAuthentic(lower, body, secret, now);
    });
    expect(verdicts).toEqual(expected);
  });

  it.skipIf(!has('python3', '--version'))('in Python (needs python3)', () => {
    writeFileSync(join(folder, 'verify.py'), recipe('python', 'verify'));
    const driver = `import json, sys
from verify import is_authentic
vectors = json.load(open(sys.argv[1], encoding="utf-8"))["vectors"]
print(json.dumps([is_authentic({n.lower(): v for n, v in x["headers"].items()}, x["body"].encode(), x["secret"], x["now"]) for x in vectors]))`;
    writeFileSync(join(folder, 'driver.py'), driver);
    expect(JSON.parse(run('python3', ['driver.py', vectorsFile]))).toEqual(expected);
  });

  // Go compiles its HTTP library for this alone: most of a minute.
  it.runIf(takesAllRounds && has('go', 'version'))('in Go (needs go)', () => {
    const module = join(folder, 'go');
    mkdirSync(join(module, 'receiver'), { recursive: true });
    writeFileSync(join(module, 'go.mod'), 'module guide\n\ngo 1.18\n');
    writeFileSync(join(module, 'receiver', 'verify.go'), recipe('go', 'verify'));
    const driver = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"guide/receiver"
)

func main() {
	text, _ := os.ReadFile(os.Args[1])
	var file struct {
		Vectors []struct {
			Now          int64
			Secret, Body string
			Headers      map[string]string
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	verdicts := []bool{}
	for _, vector := range file.Vectors {
		header := http.Header{}
		for name, value := range vector.Headers {
			header.Set(name, value)
		}
		verdicts = append(verdicts, receiver.IsAuthentic(header, []byte(vector.Body), vector.Secret, time.Unix(vector.Now, 0)))
	}
	out, _ := json.Marshal(verdicts)
	fmt.Println(string(out))
}
`;
    writeFileSync(join(module, 'main.go'), driver);
    expect(JSON.parse(run('go', ['run', '.', vectorsFile], module))).toEqual(expected);
  });
});

it('the manifest of a classifier is one that the service accepts', () => {
  expect(parseManifest('guide', recipe('json', 'classifier')).labels).toEqual(['real', 'fake']);
});

it('every variable of its commands is one of the two that it promises, or set by the commands themselves', () => {
  const commands = [...guide.matchAll(/^```sh.*\n([\s\S]*?)^```/gm)].map(([, code]) => code!).join('');
  const used = new Set([...commands.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name]) => name!));
  const set = new Set([...commands.matchAll(/(?:^| )([A-Z_]+)=/gm)].map(([, name]) => name!));
  expect(used.size).toBeGreaterThan(5);
  expect([...used].filter((name) => !set.has(name)).sort()).toEqual(['KEY', 'ORIGIN']);
});

const tools = ['bash', 'curl', 'jq'];
it.skipIf(!tools.every((tool) => has(tool, '--version')))(
  `finds the song of a dataset that shares a melody, compares, and draws the page (needs ${tools.join(', ')})`,
  async () => {
    const instance = await startInstance();
    try {
      const { apiKey } = await instance.account();
      const here = join(folder, 'plagiarism');
      mkdirSync(here);
      const tune = generateMelody(11, 64);
      const higher = tune.map((note) => ({ ...note, midiPitch: note.midiPitch + 2 }));
      // The content counts, not the name: notes are described at once.
      writeFileSync(join(here, 'original.mp3'), writeMidi(tune));
      writeFileSync(join(here, 'another.mid'), writeMidi(generateMelody(40, 64)));
      writeFileSync(join(here, 'song.mp3'), writeMidi(higher, { bpm: 132 }));
      const code = `set -euo pipefail\n${recipe('sh', 'plagiarism')}cp task.json search.json\n${recipe('sh', 'compare')}`;
      const env = { ...process.env, ORIGIN: instance.url, KEY: apiKey, no_proxy: '*', NO_PROXY: '*' };
      // Not spawnSync: this process reads what the instance prints.
      const child = spawn('timeout', ['120', 'bash', '-c', code], { cwd: here, env, stdio: 'ignore' });
      expect(await new Promise((done) => child.on('close', done))).toBe(0);
      const answer = (name: string): unknown => JSON.parse(readFileSync(join(here, name), 'utf8'));
      expect(answer('search.json')).toMatchObject({
        status: 'success',
        detail: {
          verdict: { finding: 'found', match: { title: 'Harbour Lights' }, searched: { count: 2 } },
          songs: [{ title: 'Harbour Lights', reported: true }, {}],
        },
      });
      expect(answer('task.json')).toMatchObject({
        status: 'success',
        detail: { verdict: { finding: 'found' } },
      });
      expect(readFileSync(join(here, 'report.html'), 'utf8')).toContain(
        'These two songs share melody or chords.',
      );
    } finally {
      await instance.stop();
    }
  },
);

it('import a folder of recordings, stop, go on, and reconcile what was missed', async () => {
  const instance = await startInstance();
  try {
    const account = await instance.account();
    const api = apiOf(instance, account);
    const songs = join(folder, 'songs');
    mkdirSync(songs);
    for (let n = 0; n < 3; n++) writeFileSync(join(songs, `song-${n}.wav`), songFile(n, 5));
    const { body: dataset } = await api.post('/datasets', { name: 'Catalogue' });
    const datasetId = String(dataset.dataset_id ?? dataset.id);

    // Beside the project, so that the client's name resolves to its source.
    const file = join(folder, 'catalogue.mts');
    const client = pathToFileURL(join(projectRoot, 'client', 'src', 'index.ts')).href;
    writeFileSync(file, recipe('ts', 'catalogue').replace("'contrafact-client'", `'${client}'`));
    const { importFolder } = await import(pathToFileURL(file).href);
    const { ContrafactClient } = await import(client);
    const contrafact = new ContrafactClient({ baseUrl: instance.url, apiKey: account.apiKey });
    const doneFile = join(folder, 'done');
    await importFolder(contrafact, songs, datasetId, doneFile);
    await importFolder(contrafact, songs, datasetId, doneFile);
    expect(readFileSync(doneFile, 'utf8').trim().split('\n').sort()).toEqual([
      'song-0.wav',
      'song-1.wav',
      'song-2.wav',
    ]);
    const { body: listed } = await api.get(`/datasets/${datasetId}/songs`);
    expect(listed.songs).toHaveLength(3);

    writeFileSync(join(folder, 'reconcile.mts'), recipe('ts', 'reconcile'));
    const { reconcile } = await import(pathToFileURL(join(folder, 'reconcile.mts')).href);
    const ended = new Set<unknown>();
    let after = 0;
    await expect
      .poll(
        async () => {
          after = await reconcile(
            instance.url,
            account.apiKey,
            after,
            async (callback: { task_id: string }) => {
              ended.add(callback.task_id);
            },
          );
          return ended.size;
        },
        { timeout: 60_000 },
      )
      .toBe(3);
  } finally {
    await instance.stop();
  }
});
