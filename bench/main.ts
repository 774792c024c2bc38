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
  // What a bench needs and has not got is said in words; anything else is a fault of its own, and is shown whole.
  const isSaid = error instanceof Error && (error.constructor === Error || 'code' in error);
  console.error(isSaid ? error.message : error);
  process.exit(isSaid ? 2 : 1);
}
