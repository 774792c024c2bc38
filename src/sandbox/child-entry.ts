import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** How to start a TypeScript or JavaScript file as a Node process. */
export interface ChildEntry {
  readonly file: string;
  readonly execArgv: readonly string[];
}

/** Tests compile the sources first and set it: a child then starts in a third of the time that it takes through tsx. */
const compiledVariable = 'CONTRAFACT_TEST_COMPILED';
const sourceRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * Resolves a process entry that lies beside the caller. The program runs compiled, where entries end in .js;
 * tests and `npm run dev` run the sources, which Node reads through tsx unless they are compiled.
 * @param moduleUrl the caller's `import.meta.url`
 * @param name the entry's path relative to the caller, without its ending
 * @param readsSources whether the child is to import sources itself
 */
export function childEntry(moduleUrl: string, name: string, readsSources = false): ChildEntry {
  const isSource = moduleUrl.endsWith('.ts');
  const file = fileURLToPath(new URL(`${name}${isSource ? '.ts' : '.js'}`, moduleUrl));
  if (!isSource) return { file, execArgv: [] };
  const path = relative(sourceRoot, file);
  if (process.env[compiledVariable] !== undefined && !readsSources && !path.startsWith('..')) {
    return { file: join(sourceRoot, '..', 'dist', path.replace(/\.ts$/, '.js')), execArgv: [] };
  }
  const tsx = pathToFileURL(createRequire(moduleUrl).resolve('tsx')).href;
  return { file, execArgv: ['--import', tsx] };
}

const harmlessVariables = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'NODE_ENV',
  'SystemRoot',
  'OMP_NUM_THREADS',
  compiledVariable,
];

/** Whether child processes may know it, as none of the service's secrets is. */
export function isHarmlessVariable(name: string): boolean {
  return harmlessVariables.includes(name);
}

/** The few variables a child needs: none of the service's secrets are among them. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  for (const name of harmlessVariables) {
    if (process.env[name] !== undefined) environment[name] = process.env[name];
  }
  return environment;
}
