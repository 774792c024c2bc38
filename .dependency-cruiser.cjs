/** Who may import whom: the table in ARCHITECTURE.md, checked by `npm run imports`. Tests are exempt. */
const test = '\\.test\\.ts$';
/** `room` may import only itself, what `allowed` names, and packages. */
const room = (name, allowed, comment) => ({
  name: `room-${name.replace(/[^a-z]/g, '-')}`,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: test },
  to: { path: '^src/', pathNot: [`^src/${name}/`, ...allowed.map((part) => `^src/${part}`)] },
});
/** Ports: the interfaces an analysis defines and storage implements. */
const interfaces = ['analyses/analysis\\.ts$', 'analyses/[^/]+/ports\\.ts$', '.*/ports\\.ts$'];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle means that two files are one idea.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-rooms-do-no-io',
      severity: 'error',
      comment:
        'domain, numbers, signal, music, text and evidence-view are pure: no node modules. The one file that reads the compiled kernels beside it is as an import.',
      from: {
        path: '^src/(domain|signal|music|text|evidence-view)/',
        pathNot: [test, '^src/signal/wasm/load-kernel\\.ts$'],
      },
      to: { dependencyTypes: ['core'] },
    },
    room('domain', [], 'The domain knows nothing of the rest.'),
    room('numbers', [], 'Arithmetic that every room may need.'),
    room('signal', [], 'Pure signal processing.'),
    room(
      'music',
      ['numbers/', 'signal/', 'models/embedded/'],
      'Music theory on numbers; the numbers that were fitted come with the program as data.',
    ),
    room('text', ['domain/', 'numbers/'], 'Pure text work.'),
    room(
      'evidence-view',
      ['domain/', 'numbers/', 'music/spelling\\.ts$'],
      'What reports and the dashboard draw alike.',
    ),
    room('sample-music', ['signal/', 'models/embedded/', ...interfaces], 'Music that this program makes.'),
    room('sandbox', [], 'How child processes are started.'),
    room('audio', ['domain/', 'signal/', 'sandbox/'], 'Decoding knows neither analyses nor a database.'),
    room('models', ['domain/', 'numbers/', 'signal/', 'make-folder\\.ts$', ...interfaces], 'Model files.'),
    room(
      'storage',
      ['domain/', 'numbers/', 'make-folder\\.ts$', ...interfaces],
      'Storage implements interfaces.',
    ),
    room('tasks', ['domain/', ...interfaces], 'The queue and the worker.'),
    room('callbacks', ['domain/', ...interfaces], 'Outbox and delivery.'),
    room('observability', ['domain/', ...interfaces], 'Logs, metrics and traces.'),
    room('notifications', ['domain/', ...interfaces], 'Notices to the members of an account.'),
    room('accounts', ['domain/', ...interfaces], 'Accounts, keys and the callback URL.'),
    room('imports', ['domain/', 'text/', ...interfaces], 'Reads files of songs and adds them.'),
    room('endpoints', ['domain/', ...interfaces], 'Services that an operator names.'),
    room(
      'compute',
      ['domain/', 'signal/', 'analyses/', 'audio/', 'models/', 'sandbox/', ...interfaces],
      'Runs analyses and audio.',
    ),
    room(
      'http',
      ['domain/', 'audio/(inspect-music|decode-error)\\.ts$', ...interfaces],
      'Routes use what compose hands them; what a file is, they ask as the command line does.',
    ),
    room(
      'cli',
      [
        'domain/',
        '(numbers|signal|music|text|analyses|evidence-view|models)/',
        'compose(/|\\.ts$)',
        'sample-music/',
        'sandbox/(erase-environment|plan)\\.ts$',
        'audio/(decode-mono|local-file)\\.ts$',
        'callbacks/receiver\\.ts$',
        'imports/open-bytes\\.ts$',
        'accounts/',
        'config\\.ts$',
        'package-version\\.ts$',
        ...interfaces,
      ],
      'A command uses pure rooms and what compose hands it: no storage, network or decoder.',
    ),
    {
      name: 'compose-only-wires',
      comment:
        'Queries are written in storage, metrics in observability, and what parses, hashes or listens in its room.',
      severity: 'error',
      from: { path: '^src/(compose/|compose\\.ts)', pathNot: test },
      to: {
        path: '(^|/)(kysely|prom-client|zod|undici|fastify)(/|$)|^(node:)?(crypto|http|net|child_process|stream)(/|$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'an-analysis-stands-alone',
      severity: 'error',
      comment: 'No analysis imports another, nor storage, network or the service.',
      from: { path: '^src/analyses/([^/]+)/', pathNot: test },
      to: {
        path: '^src/',
        pathNot: [
          '^src/analyses/$1/',
          '^src/analyses/analysis\\.ts$',
          '^src/(numbers|signal|music|text|domain|models|evidence-view)/',
        ],
      },
    },
    {
      name: 'client-knows-only-the-contract',
      severity: 'error',
      from: { path: '^client/', pathNot: test },
      to: { path: '^src/' },
    },
    {
      name: 'dashboard-knows-only-the-contract-and-the-evidence-view',
      comment: 'docs/decisions/0009: one component draws the evidence of two songs, here and in reports.',
      severity: 'error',
      from: { path: '^dashboard/', pathNot: test },
      to: { path: '^(src|client)/', pathNot: '^(src/evidence-view/|client/src/contract\\.ts$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
  },
};
