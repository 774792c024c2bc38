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
await bench.main(args);
