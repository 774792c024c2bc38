/** The README's commands do what it says they do: each is taken from its text and run as a reader would. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describingUploads, type Instance, startInstance } from '../support/instance.js';
import { receiverEnv } from '../support/receiver.js';
import { cleanEnvironment, projectRoot } from '../support/run-cli.js';
import { songFile, songTitle } from '../support/songs.js';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
const packageFile = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text]) => text!);

/** The only block that holds `part`. */
function block(part: string): string {
  const found = blocks.filter((text) => text.includes(part));
  if (found.length !== 1) throw new Error(`${found.length} blocks of the README hold "${part}"`);
  return found[0]!;
}

describe('what the README names is there', () => {
  it('every npm command is a script of the package', () => {
    const named = [...readme.matchAll(/\bnpm (?:run )?([a-z:]+)/g)].map(([, name]) => name!);
    const scripts = named.filter((name) => !['install', 'ci'].includes(name));
    expect(scripts).toEqual(expect.arrayContaining(['start', 'demo', 'test']));
    expect(scripts.filter((name) => packageFile.scripts[name] === undefined)).toEqual([]);
  });

  it('the two commands install and serve, from a lock file, and there is no third', () => {
    expect(block('npm install').trim().split('\n')).toEqual(['npm install', 'npm start']);
    expect(packageFile.scripts.start).toContain('contrafact serve');
    expect(existsSync(join(projectRoot, 'package-lock.json'))).toBe(true);
  });

  it('its tables are whole: every row has as many cells as the head', () => {
    const rows = readme.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.length).toBeGreaterThan(5);
    const cells = rows.map((row) =>
      row
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|'),
    );
    for (const row of cells) {
      expect(row).toHaveLength(cells[0]!.length);
      expect(row.every((cell) => cell.trim() !== '')).toBe(true);
    }
  });
});

const missing = ['bash', 'curl'].filter((program) => spawnSync(program, ['--version']).status !== 0);
const tour = missing.length === 0 ? 'the tour' : `the tour (needs ${missing.join(' and ')})`;

describe.skipIf(missing.length > 0)(tour, () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-readme-'));
  const children = new Set<ChildProcess>();
  let instance: Instance;
  let env: Record<string, string>;
  const variables: Record<string, string> = {};

  beforeAll(async () => {
    // The settings that the README has its reader start the service with.
    const given = block('CONTRAFACT_EGRESS_ALLOW').trim();
    expect(given.split(' ').slice(0, 2).sort()).toEqual(
      Object.entries(receiverEnv)
        .map(([name, value]) => `${name}=${value}`)
        .sort(),
    );
    instance = await startInstance({ env: { ...receiverEnv, ...describingUploads } });
    const bin = join(projectRoot, 'bin');
    env = { ...instance.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
    writeFileSync(join(folder, 'song.mp3'), songFile(1, 20));
    writeFileSync(join(folder, 'a.mp3'), songFile(1, 20));
    writeFileSync(join(folder, 'b.mid'), songFile(2, 20));
  });
  afterAll(async () => {
    for (const child of children) child.kill();
    await instance?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command line in the folder of the songs; its addresses are those of this test. */
  function shell(command: string): ChildProcess {
    const here = command.replaceAll('http://127.0.0.1:8080', instance.url);
    // Whatever way this machine takes to others, it finds itself without.
    const direct = { no_proxy: '127.0.0.1', NO_PROXY: '127.0.0.1' };
    const settings = cleanEnvironment({ ...env, ...variables, ...direct });
    return spawn('bash', ['-c', here], { cwd: folder, env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  }
  async function run(command: string): Promise<string> {
    const child = shell(command);
    let [stdout, stderr] = ['', ''];
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const code = await new Promise((done) => child.on('close', done));
    if (code !== 0) throw new Error(`${command}\nended with ${code}:\n${stdout}${stderr}`);
    return stdout;
  }

  it('an account, a receiver, a song, and the callback that the README shows', async () => {
    const [, create] = block('account create').trim().split('\n');
    const account = await run(create!);
    variables.ACCOUNT = /account +(\S+)/.exec(account)![1]!;
    variables.KEY = /API key +(\S+)/.exec(account)![1]!;
    variables.SECRET = /signing secret +(\S+)/.exec(account)![1]!;

    // As for a reader who has used the setup link: two accounts.
    await run('contrafact account create --name "That of the setup link"');
    const [listen, set] = ['contrafact listen', 'contrafact callback set'].map((part) => block(part).trim());
    const receiver = shell(`exec ${listen!.replace('--port 9000', '--port 0').replace(/ &$/, '')}`);
    children.add(receiver);
    let printed = '';
    receiver.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text));
    receiver.stderr!.setEncoding('utf8').on('data', (text: string) => (printed += text));
    const address = /Listening on (\S+)/;
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(address);
    const here = address.exec(printed)![1]!;
    expect(await run(set!.replace('http://127.0.0.1:9000/', here))).toContain('answered the challenge');

    const [upload, add, check] = block('/api/v1/fingerprint/add')
      .replaceAll('\\\n', '')
      .split('\n')
      .filter((line) => line.startsWith('curl'));
    const music = JSON.parse(await run(upload!.replace('curl', 'curl -s'))) as Record<string, unknown>;
    expect(music).toMatchObject({ musicId: expect.stringMatching(/^mus_/), title: songTitle(1) });
    const own = (line: string) =>
      line.replace('curl', 'curl -s').replace(/mus_[a-z0-9]+/, String(music.musicId));
    const taskId = { taskId: expect.stringMatching(/^task_\d{14}_[a-z0-9]{8}$/) };
    expect(JSON.parse(await run(own(add!)))).toEqual(taskId);
    const added = /"add_audio_in_index",\s+"status": "success"/;
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(added);
    const checked = JSON.parse(await run(own(check!))) as { taskId: string };
    expect(checked).toEqual(taskId);

    // What is shown in the README, and what came, have the same fields with the same kinds of values.
    const end = new RegExp(`\\{\\s+"task_id": "${checked.taskId}"[\\s\\S]*?\\n {2}\\}`);
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(end);
    const came = JSON.parse(end.exec(printed)![0]) as Record<string, unknown>;
    const shown = JSON.parse(/\{\s+"task_id"[\s\S]*?\n {2}\}/.exec(readme)![0]) as Record<string, unknown>;
    const result = { is_duplicate: true, matched_music_id: music.musicId, matched_musicname: songTitle(1) };
    expect(came).toMatchObject({ task_name: shown.task_name, status: 'success', result });
    expect(Object.keys(came)).toEqual(Object.keys(shown));
    expect(Object.keys(came.result as object)).toEqual(Object.keys(shown.result as object));
    expect(printed).not.toContain('✗');

    const [invite] = /contrafact member invite[^`]+/.exec(readme)!;
    expect(await run(invite)).toContain(variables.ACCOUNT);
  });

  it('the commands on files answer without a server', async () => {
    const commands = [...readme.matchAll(/`(contrafact (?:analyze|describe|compare) [^`]+)`/g)].map(
      ([, command]) => command!,
    );
    expect(commands).toHaveLength(3);
    const [verdicts, description, comparison] = await Promise.all(commands.map(run));
    expect(verdicts).toMatch(/song\.mp3: AI detection: \w/);
    for (const part of ['tempo', 'bars', 'key', 'section', 'chords']) expect(description).toContain(part);
    expect(comparison).toContain('signature metric');
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('<html');
  });
});
