// Which licences a package may have, and what is allowed beside them, each with its reason.

/** SPDX names that ask for no more than a notice. */
export const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages that are allowed with another licence, or that hold something under another. `only`: where they may be. */
export const exceptions = [
  {
    packages: /^(node-av|@seydx\/node-av-.*)$/,
    licence: 'GPL-3.0-or-later',
    reason:
      'The package is MIT; the binary inside holds FFmpeg built under the GPL. It is loaded in the decoding process alone (src/audio/decoder-process.ts), which is started for one file, gets bytes in and gives samples out over a pipe, and shares no memory with the service. Whoever passes the package on passes FFmpeg on, with its source. It can be replaced behind src/audio/decode.ts.',
  },
  {
    packages: /^mediabunny$/,
    licence: 'MPL-2.0',
    reason:
      'Needed by node-av. The MPL asks for the source of changed files of the package itself; none is changed.',
  },
  {
    packages: /^axe-core$/,
    licence: 'MPL-2.0',
    onlyDevelopment: true,
    reason: 'Looks for barriers in the dashboard’s pages in a test; nothing of it is shipped.',
  },
  {
    packages: /^lightningcss(-.*)?$/,
    licence: 'MPL-2.0',
    onlyDevelopment: true,
    reason: 'A tool of the dashboard’s build; nothing of it is in what is built.',
  },
];

/** Packages that do not say it in the field for it; read in their files. */
export const stated = {
  '@shinyoshiaki/jspack': { licence: 'BSD-3-Clause', where: 'its LICENSE' },
  busboy: { licence: 'MIT', where: 'the field `licenses` and its LICENSE' },
  'humanize-number': { licence: 'MIT', where: 'its Readme' },
  only: { licence: 'MIT', where: 'its Readme' },
  'png-js': { licence: 'MIT', where: 'its LICENSE' },
  streamsearch: { licence: 'MIT', where: 'the field `licenses` and its LICENSE' },
};
