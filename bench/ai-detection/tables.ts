/** What the bench's tables share, in Markdown. */

/** Spectrogram inversion and diffusion on waveforms: no strided decoder makes their sound. */
export const invisible: readonly string[] = ['riffusion', 'noise2music', 'griffin256 (re-synthesis)'];

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
