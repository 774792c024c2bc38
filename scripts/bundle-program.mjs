// The program that `bin/contrafact` starts, in a few hundred files less: `serve` loads some 1,100 modules otherwise, a
// quarter of its CPU time to ready. Child processes (decoders, kernels) run the single files of dist/.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { keepSuperseded } from './superseded-parts.mjs';

/** Where the bundle lies; below dist/ as each folder of single files is, so that one `..` leads there. */
const folder = 'program';

/** Packages of many small modules. All others stay where they are installed: they bring native code, workers or data of their own. */
const bundled = [
  ...['commander', 'csv-parse', 'fastify', 'fastify-type-provider-zod', 'ipaddr.js', 'kysely'],
  ...['pg', 'pino', 'prom-client', 's3mini', 'zod'],
  ...['@fastify/cookie', '@fastify/helmet', '@fastify/multipart', '@fastify/static', '@fastify/swagger'],
];

/** A source asks where it lies, to find what lies beside it: it gets the place of its single file. */
function keepsItsPlace(root) {
  const src = join(root, 'src');
  return {
    name: 'keeps its place',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const name = relative(src, path).replace(/\.ts$/, '.js');
        const text = readFileSync(path, 'utf8');
        if (name.startsWith('..') || !text.includes('import.meta.')) return undefined;
        const contents = text
          .replaceAll(
            'import.meta.dirname',
            `(import.meta.dirname + ${JSON.stringify(`/../${dirname(name)}`)})`,
          )
          .replaceAll('import.meta.url', `new URL(${JSON.stringify(`../${name}`)}, import.meta.url).href`);
        return { contents, loader: 'ts' };
      });
    },
  };
}

/**
 * Writes dist/program/main.js and its parts, which commands load as they need them; names and lines of sources are in maps.
 * `now` in milliseconds is when what it replaces is superseded.
 */
export async function bundleProgram(root, now = Date.now()) {
  const { build } = await import('esbuild');
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const outside = Object.keys(dependencies).filter((name) => !bundled.includes(name));
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: root,
    entryPoints: { main: 'src/cli/main.ts' },
    outdir: join('dist', folder),
    bundle: true,
    splitting: true,
    external: [...outside, 'pg-native'].flatMap((name) => [name, `${name}/*`]),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    chunkNames: '[name]-[hash]',
    legalComments: 'inline',
    logLevel: 'silent',
    plugins: [keepsItsPlace(root)],
    // Packages in CommonJS require Node's own modules.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  keepSuperseded(
    join(root, 'dist', folder),
    Object.keys(metafile.outputs).map((path) => basename(path)),
    now,
  );
}
