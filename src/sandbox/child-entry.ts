import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** How to start a TypeScript or JavaScript file as a Node process. */
export interface ChildEntry {
  readonly file: string;
  readonly execArgv: readonly string[];
}

/**
 * Resolves a process entry that lies beside the caller. The program runs compiled, where entries end in .js;
 * tests and `npm run dev` run the sources, which Node reads through tsx.
 * @param moduleUrl the caller's `import.meta.url`
 * @param name the entry's path relative to the caller, without its ending
 */
export function childEntry(moduleUrl: string, name: string): ChildEntry {
  const isSource = moduleUrl.endsWith('.ts');
  const file = fileURLToPath(new URL(`${name}${isSource ? '.ts' : '.js'}`, moduleUrl));
  if (!isSource) return { file, execArgv: [] };
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
