// `npm run mutate -- FOLDER [--sample N] [--seed S] [--tests N] [--minutes M] [--again]
// [--apart REGEX]`: makes small mistakes in the
// sources of FOLDER, one at a time, and runs the tests nearest to each. A mistake that they let pass is a survivor: either
// it changes nothing that counts, or a test is missing. What was found is kept under node_modules/.cache and not run again.
// Test files that match --apart run last: what they alone notice is counted by itself, as is due to new tests.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { filesBelow } from '../build-inputs.mjs';
import { nearestTests, testKinds } from '../test-kinds.mjs';
import { mutationsOf } from './mutations.mjs';

const root = resolve(import.meta.dirname, '..', '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '6' },
    minutes: { type: 'string', default: '60' },
    again: { type: 'boolean', default: false },
    apart: { type: 'string' },
  },
});
const [folder] = positionals;
if (folder === undefined || !existsSync(join(root, folder))) {
  process.stderr.write('Name a folder with sources: npm run mutate -- src/signal [--sample 40]\n');
  process.exit(2);
}
const maxTests = Number(values.tests);
const deadline = Date.now() + Number(values.minutes) * 60_000;
/** A mutant that takes as much processor time as this goes round for ever; however slow the machine is. */
const maxCpuSeconds = 60;

/** Mulberry32: the same mutants for the same seed. */
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function allMutations() {
  const found = [];
  for (const file of filesBelow(join(root, folder))) {
    const path = relative(root, file);
    if (!path.endsWith('.ts') || /\.(test|d)\.ts$|\/test-support\/|ports\.ts$/.test(path)) continue;
    const text = readFileSync(file, 'utf8');
    for (const mutation of mutationsOf(path, text)) found.push({ path, source: text, ...mutation });
  }
  return found;
}

function sample(all, count) {
  const random = seeded(Number(values.seed));
  const pool = [...all];
  for (let last = pool.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [pool[last], pool[other]] = [pool[other], pool[last]];
  }
  // File by file, so that few runs need other tests than the one before.
  return pool.slice(0, count).sort((a, b) => a.path.localeCompare(b.path) || a.start - b.start);
}

const { pure, others } = testKinds();
const testsByPath = new Map();
const isApart = (test) => values.apart !== undefined && new RegExp(values.apart).test(test);
/** The nearest pure tests, else the nearest of all; those apart last, beside as many others. */
function testsFor(path) {
  if (!testsByPath.has(path)) {
    const near = nearestOf(path, () => true);
    const apart = near.filter(isApart);
    const usual = apart.length > 0 ? nearestOf(path, (test) => !isApart(test)) : near;
    testsByPath.set(path, [...usual, ...apart]);
  }
  return testsByPath.get(path);
}

function nearestOf(path, isAsked) {
  const purely = nearestTests([path], pure.filter(isAsked));
  const near = purely.length > 0 ? purely : nearestTests([path], others.filter(isAsked));
  // Its own test first, which may come to it by another file; half of the others by imports, half from the same folder.
  const own = path.replace(/\.ts$/, '.test.ts');
  const beside = near.filter((test) => dirname(test) === dirname(path));
  const half = Math.ceil(maxTests / 2);
  const ordered = [...near.filter((test) => test === own), ...beside.slice(0, half), ...near];
  return [...new Set(ordered)].slice(0, maxTests);
}

let runner = null;
/** Resolves with 'survived', 'killed by TEST' or 'hung' (which counts as killed). */
async function judge(mutant, allTests) {
  runner ??= await startRunner(allTests);
  const text = mutant.source.slice(0, mutant.start) + mutant.text + mutant.source.slice(mutant.end);
  const tests = testsFor(mutant.path);
  const job = { path: join(root, mutant.path), text, tests, last: tests.filter(isApart).length };
  const child = runner;
  return new Promise((done, fail) => {
    const cpuBefore = cpuSeconds(child.pid);
    const timer = setInterval(() => {
      if (cpuSeconds(child.pid) - cpuBefore > maxCpuSeconds) end('hung');
    }, 1000);
    const end = (outcome) => {
      clearInterval(timer);
      child.removeAllListeners('message').removeAllListeners('exit');
      if (outcome === 'hung') {
        child.kill('SIGKILL');
        runner = null;
      }
      done(outcome);
    };
    child.once('exit', () => end('hung'));
    child.once('message', ({ noticedBy, error }) => {
      if (error === undefined) end(noticedBy === null ? 'survived' : `killed by ${noticedBy}`);
      else fail(new Error(error));
    });
    child.send(job);
  });
}

/** What a process has used so far; 0 where the system does not report it, and a mutant may then go round for ever. */
function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

function startRunner(allTests) {
  const child = fork(
    join(import.meta.dirname, 'runner.mjs'),
    [JSON.stringify({ tests: allTests, arePure: allTests.every((test) => pure.includes(test)) })],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the runner ended with ${code}`)));
    child.once('message', () => {
      child.removeAllListeners('exit');
      done(child);
    });
  });
}

const cache = join(root, 'node_modules', '.cache', `mutate-${folder.replaceAll('/', '-')}.json`);
const known = existsSync(cache) && !values.again ? JSON.parse(readFileSync(cache, 'utf8')) : {};
/** The same mistake in the same text, against the same tests. */
function keyOf({ path, source, start, text }) {
  const tests = testsFor(path).map((test) => readFileSync(join(root, test), 'utf8'));
  const hash = createHash('sha256').update([path, source, start, text, ...tests].join('\0'));
  return hash.digest('hex').slice(0, 24);
}

/** Sets of tests that were seen to pass without a mistake. */
const seenToPass = new Set();
/** Sets that fail without one: on a machine that is busy with other things they run out of time. */
const seenToFail = new Set();
/** Whether the tests of a mutant pass without it: else their failure shows nothing. */
async function hasSoundTests(mutant, allTests) {
  const key = testsFor(mutant.path).join();
  if (!seenToPass.has(key) && !seenToFail.has(key)) {
    const outcome = await judge({ ...mutant, end: mutant.start, text: '' }, allTests);
    (outcome === 'survived' ? seenToPass : seenToFail).add(key);
  }
  return seenToPass.has(key);
}

/** At once: a run that is broken off has shown what it found. */
function show({ path, line, what, source, start }) {
  const text = source.slice(source.lastIndexOf('\n', start) + 1, source.indexOf('\n', start)).trim();
  process.stdout.write(`${path}:${line}  ${what}  |  ${text}\n`);
}

const all = allMutations();
const chosen = sample(all, Number(values.sample));
const tested = chosen.filter(({ path }) => testsFor(path).length > 0);
const allTests = [...new Set(tested.flatMap(({ path }) => testsFor(path)))];
let survived = 0;
let done = 0;
let killed = 0;
let killedApart = 0;
let unsound = 0;
for (const mutant of tested) {
  if (Date.now() > deadline) break;
  const key = keyOf(mutant);
  if (known[key] === undefined) {
    if (!(await hasSoundTests(mutant, allTests))) {
      unsound += 1;
      continue;
    }
    known[key] = await judge(mutant, allTests);
    mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
    writeFileSync(cache, JSON.stringify(known));
  }
  done += 1;
  if (known[key] === 'survived') {
    survived += 1;
    show(mutant);
  } else {
    killed += 1;
    if (isApart(known[key].replace('killed by ', ''))) killedApart += 1;
  }
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${tested.length}, ${survived} survive `);
}
runner?.disconnect();
if (process.stderr.isTTY) process.stderr.write('\n');

for (const key of seenToFail) process.stdout.write(`these fail as things are: ${key}\n`);
const untested = chosen.length - tested.length;
process.stdout.write(
  `${folder}: ${done} of ${all.length} possible mistakes tried, ${killed} noticed, ${survived} survive` +
    `${values.apart ? `, ${killedApart} noticed by ${values.apart} alone` : ''}` +
    `${untested > 0 ? `, ${untested} in files that no test imports` : ''}` +
    `${unsound > 0 ? `, ${unsound} whose tests fail as things are` : ''}` +
    `${done + unsound < tested.length ? `; ${tested.length - done - unsound} are left for the next run` : ''}\n`,
);
// Nothing was shown: that no mistake survived says nothing then.
if (done === 0) process.exitCode = 1;
