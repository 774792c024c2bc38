/** What each kind of evidence amounts to, as bars on one scale with the reporting threshold drawn. */
import { el, type ViewNode } from './node.js';
import type { Basis, ComparedSong } from './shared-evidence.js';
import { decimal, t } from './translate.js';
import {
  agreementCaption,
  bandsCaption,
  bandWords,
  standingCaption,
  tuneCaption,
  wholeTuneCaption,
} from './words.js';

const width = 400;
const height = 16;
const order: readonly Basis[] = ['melody', 'harmony', 'tonal'];

/** One linear scale for all songs of a result, from 0 to its largest score: lengths compare as the numbers do. */
export function bandsView(song: ComparedSong): ViewNode {
  const { wholeTune, agreement, standing, tune, amounts, basis: decisive } = song;
  return el(
    'div',
    { class: 'ev-bands' },
    order.map((basis) => bandView(basis, amounts[basis], song, basis === decisive)),
    el('p', { class: 'ev-quiet' }, bandsCaption(song.thresholdBits, song.scaleBits)),
    wholeTune > 0 && el('p', { class: 'ev-quiet' }, wholeTuneCaption(wholeTune)),
    agreement > 0 && decisive !== 'harmony' && el('p', { class: 'ev-quiet' }, agreementCaption(agreement)),
    standing > 0 && el('p', { class: 'ev-quiet' }, standingCaption(standing)),
    tune.bits !== 0 && el('p', { class: 'ev-quiet' }, tuneCaption(tune.share, tune.bits)),
  );
}

function bandView(
  basis: Basis,
  bits: number,
  { thresholdBits, scaleBits }: Pick<ComparedSong, 'thresholdBits' | 'scaleBits'>,
  decides: boolean,
): ViewNode {
  const place = (amount: number): string => ((Math.max(0, amount) / scaleBits) * width).toFixed(1);
  const { name, note } = bandWords(basis);
  const isReported = bits >= thresholdBits;
  return el(
    'div',
    { class: 'ev-band' },
    el('span', { class: decides ? 'ev-band-name ev-decides' : 'ev-band-name', title: note }, name),
    el(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': t('{{band}}: {{score}}, reported from {{threshold}}', {
          band: name,
          score: decimal(bits, 1),
          threshold: thresholdBits,
        }),
      },
      el('rect', { class: 'ev-track', x: 0, y: 3, width, height: height - 6, rx: 3 }),
      el('rect', {
        class: isReported ? 'ev-fill ev-over' : 'ev-fill',
        x: 0,
        y: 3,
        width: place(bits),
        height: height - 6,
        rx: 3,
      }),
      el('path', { class: 'ev-threshold', d: `M${place(thresholdBits)} 0V${height}` }),
    ),
    el('span', { class: 'ev-band-value' }, decimal(bits, 1)),
  );
}
