/** A version of the program as its users have it: `contrafact serve` of an installed and built folder, asked over HTTP. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { family } from '../../tests/support/processes.js';
import { cleanEnvironment } from '../../tests/support/run-cli.js';

export interface Listed {
  readonly title: string;
  readonly combined_score: number;
  readonly sentence_score: number;
}

/** What every version answers about a lyric, and `detail`, which not every one gives. */
export interface Answer {
  readonly listed: readonly Listed[];
  readonly checked: number;
  /** Null where the version gives no verdict. */
  readonly finding: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  /** From the request to the end of its task. */
  readonly seconds: number;
}

export interface Program {
  /** Adds songs as a dataset of its own, and has them encoded; a song's title is its id. Throws where not all were added. Returns the dataset's id. */
  addDataset(
    name: string,
    songs: readonly { readonly id: string; readonly lyrics: string }[],
  ): Promise<string>;
  /** Uploads a recording and returns its musicId. */
  upload(path: string): Promise<string>;
  /** One call of lyric plagiarism, from its request to the end of its task. Throws the error of a task that failed. */
  check(parameters: Readonly<Record<string, string>>): Promise<Answer>;
  /** CPU seconds of the service and of all it started, so far. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** What stands in the data for a byte that could not be read, mostly an apostrophe: an import refuses it. */
const unreadable = '\uFFFD';
const startTimeoutMs = 150_000;
/** Of an import; version 1.0.0 takes 2 MB. */
const importCharacters = 1_000_000;
/** No limit that a bench reaches, no work beside what is asked. */
const settings = {
  CONTRAFACT_PORT: '0',
  CONTRAFACT_RATE_ENTERPRISE: '1000000',
  CONTRAFACT_DESCRIBE_UPLOADS: 'false',
  CONTRAFACT_LOG_LEVEL: 'warn',
};

/** Starts the program in `folder` on a data folder that is thrown away at `stop`. Throws with what to do where it is not built. */
export async function startProgram(
  folder: string,
  given: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const bin = join(folder, 'bin', 'contrafact');
  if (!existsSync(bin) || !existsSync(join(folder, 'dist')))
    throw new Error(`${folder} holds no built program: run \`npm ci\` and \`npm run build\` there first.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'contrafact-bench-program-'));
  const env = cleanEnvironment({ ...settings, ...given, CONTRAFACT_DATA_DIR: dataDir });
  const child = spawn(process.execPath, [bin, 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const kill = (): void => killGroup(child);
  process.on('exit', kill);
  const url = await ready(child, dataDir);
  const account = JSON.parse(
    execFileSync(
      process.execPath,
      [bin, 'account', 'create', '--name', 'Bench', '--plan', 'enterprise', '--json'],
      {
        cwd: folder,
        env,
        encoding: 'utf8',
      },
    ),
  ) as { api_key: string };
  const authorization = `Bearer ${account.api_key}`;

  async function call<Body>(path: string, init: RequestInit = {}): Promise<Body> {
    const headers = { authorization, ...(init.headers as Record<string, string> | undefined) };
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  }
  const post = <Body>(path: string, body: string, type = 'application/json'): Promise<Body> =>
    call<Body>(path, { method: 'POST', body, headers: { 'content-type': type } });

  async function check(parameters: Readonly<Record<string, string>>): Promise<Answer> {
    const startedAt = performance.now();
    const { taskId } = await post<{ taskId: string }>(
      '/lyric-plagiarism/standard',
      JSON.stringify(parameters),
    );
    for (;;) {
      const task = await call<Task>(`/tasks/${taskId}`);
      if (task.status === 'failure') throw new Error(task.error);
      if (task.status === 'completed' || task.status === 'success')
        return answerOf(task, (performance.now() - startedAt) / 1000);
      await sleep(50);
    }
  }

  return {
    async addDataset(name, songs) {
      const { dataset_id: id } = await post<{ dataset_id: string }>('/datasets', JSON.stringify({ name }));
      const rowOf = ({ id: title, lyrics }: { id: string; lyrics: string }): string =>
        JSON.stringify({ title, lyrics: lyrics.replaceAll(unreadable, "'") });
      for (const rows of parts(songs.map(rowOf)))
        await post(`/datasets/${id}/import`, rows, 'application/x-ndjson');
      const { checked } = await check({ lyric_text: 'A lantern', song_title: 'First', dataset_id: id });
      if (checked !== songs.length)
        throw new Error(`${name}: ${checked} of ${songs.length} songs were added.`);
      return id;
    },
    async upload(path) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(await readFile(path))]), basename(path));
      return (await call<{ musicId: string }>('/music', { method: 'POST', body: form })).musicId;
    },
    check,
    cpuSeconds: () => family(child.pid!).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

interface Task {
  readonly status: string;
  readonly error?: string;
  readonly result: { readonly top_matches: readonly Listed[]; readonly total_songs_checked: number };
  readonly detail?: { readonly verdict?: { readonly finding: string } };
}

const answerOf = ({ result, detail }: Task, seconds: number): Answer => ({
  listed: result.top_matches,
  checked: result.total_songs_checked,
  finding: detail?.verdict?.finding ?? null,
  detail: { ...detail },
  seconds,
});

/** Lines joined to texts of at most `importCharacters`, or of one line. */
function parts(lines: readonly string[]): string[] {
  const texts: string[] = [];
  let text = '';
  for (const line of lines) {
    if (text !== '' && text.length + line.length >= importCharacters) {
      texts.push(text);
      text = '';
    }
    text += `${line}\n`;
  }
  return text === '' ? texts : [...texts, text];
}

async function ready(child: ChildProcess, dataDir: string): Promise<string> {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  for (const deadline = Date.now() + startTimeoutMs; ; await sleep(100)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      killGroup(child);
      throw new Error(`The program does not start:\n${output}`);
    }
    try {
      const { url } = JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')) as { url: string };
      if ((await fetch(`${url}/readyz`)).ok) return url;
    } catch {
      // Not yet.
    }
  }
}

/** The service at once with everything it started. */
function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const ticksASecond = 100;

/** Of a process, and of its children that have ended and were waited for (Linux). */
function cpuSecondsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksASecond;
  } catch {
    return 0;
  }
}
