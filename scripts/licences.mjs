// `npm run licences`: the licence of every package in the lock file, and failure where one is not permitted.
// With --json: the whole list. With --lock FILE and --modules FOLDER: another tree (tests).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exceptions, permitted, stated } from './licence-rules.mjs';

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { json: { type: 'boolean' }, lock: { type: 'string' }, root: { type: 'string' } },
});
const base = resolve(values.root ?? root);
const lock = JSON.parse(readFileSync(values.lock ?? join(base, 'package-lock.json'), 'utf8'));

/** `MIT OR CC0-1.0` is permitted where one of them is; `AND` where all are. */
function isPermitted(expression) {
  const plain = expression.replace(/[()]/g, '');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => permitted.has(name.trim())));
}

/** Copyleft that a package holds without declaring it: the heading, for others mention it. */
function copyleftText(folder) {
  if (!existsSync(folder)) return null;
  for (const name of readdirSync(folder)) {
    if (!/^(licen[cs]e|copying|notice)/i.test(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    const found = /GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE\s+Version/.exec(text);
    if (found) return `the ${found[1] ?? ''}GPL in ${name}`;
  }
  return null;
}

const packages = [];
for (const [path, facts] of Object.entries(lock.packages)) {
  if (path === '' || facts.link) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const folder = join(base, path);
  const manifest = join(folder, 'package.json');
  const own = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const declared = facts.license ?? (typeof own.license === 'string' ? own.license : undefined);
  const licence = declared ?? stated[name]?.licence ?? 'UNKNOWN';
  const exception = exceptions.find(
    (one) => one.packages.test(name) && (!one.onlyDevelopment || facts.dev === true),
  );
  const copyleft = copyleftText(folder);
  const problem = exception
    ? null
    : copyleft !== null
      ? `holds ${copyleft}`
      : isPermitted(licence)
        ? null
        : `its licence is ${licence}`;
  packages.push({
    name,
    version: facts.version,
    licence,
    development: facts.dev === true,
    installScript: facts.hasInstallScript === true,
    ...(exception ? { exception: exception.licence, reason: exception.reason } : {}),
    ...(problem ? { problem } : {}),
  });
}

if (values.json) {
  process.stdout.write(`${JSON.stringify(packages, null, 2)}\n`);
} else {
  const counts = new Map();
  for (const { licence, development } of packages) {
    const row = counts.get(licence) ?? { shipped: 0, development: 0 };
    row[development ? 'development' : 'shipped'] += 1;
    counts.set(licence, row);
  }
  process.stdout.write('| licence | packages shipped | for development |\n|---|---|---|\n');
  for (const [licence, row] of [...counts].sort((a, b) => b[1].shipped - a[1].shipped)) {
    process.stdout.write(`| ${licence} | ${row.shipped} | ${row.development} |\n`);
  }
  process.stdout.write('\nAllowed as exceptions (scripts/licence-rules.mjs says why):\n');
  for (const one of packages.filter(({ exception }) => exception)) {
    process.stdout.write(
      `- ${one.name} ${one.version}: ${one.exception}${one.development ? ', development' : ''}\n`,
    );
  }
}
const problems = packages.filter(({ problem }) => problem);
for (const { name, version, problem } of problems)
  process.stderr.write(`forbidden: ${name} ${version}: ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
