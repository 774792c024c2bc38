/** `npm run bench -- NAME [options]`: runs bench/NAME/main.ts. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'main.ts')));
const [name = '', ...args] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(`Which bench? One of: ${names.join(', ')}\n  npm run bench -- NAME --help`);
  process.exit(2);
}
const bench = (await import(join(folder, name, 'main.ts'))) as { main(args: string[]): Promise<void> };
try {
  await bench.main(args);
} catch (error) {
  // A wrong option, in words; anything else is shown whole, as it may be a fault of the bench.
  const isUsage = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  if (isUsage) console.error(`${(error as Error).message}\n  npm run bench -- ${name} --help`);
  else console.error(error);
  process.exit(isUsage ? 2 : 1);
}
