/**
 * In which blocks a query is the song, once its delay is known. In noise a block alone shows little, and a run of blocks shows whether they agree along the
 * delay: the likeliest sequence of two states, the song heard or not, by the Viterbi algorithm (1967).
 */

/** By what a block agrees at least where the song is heard, in root mean squares of its delays: as much in every block stands out of all delays by 6 in 20 s. */
const heardAgreement = 1;
/** Log-odds against a change from one block to the next: the song is heard in stretches, and gaps of up to two seconds are none. */
const changeCost = 2;

/**
 * `agreements`: of each block its correlation at the delay, in phase with that of all, over the root mean square of its delays; null where it shows
 * nothing. In noise they have a mean of 0 and a variance of a half.
 */
export function heldBlocks(agreements: readonly (number | null)[]): boolean[] {
  /** Log-odds of the likeliest sequence that ends in either state. */
  let [off, on] = [0, 0];
  const cameFrom = agreements.map((agreement) => {
    const fromOn = { off: on - changeCost > off, on: on >= off - changeCost };
    const before = { off: Math.max(off, on - changeCost), on: Math.max(on, off - changeCost) };
    off = before.off;
    // Of two normal distributions of variance ½, about what is heard and about 0.
    on = before.on + (agreement === null ? 0 : heardAgreement * (2 * agreement - heardAgreement));
    return fromOn;
  });
  const held = agreements.map(() => false);
  let isOn = on > off;
  for (let block = held.length - 1; block >= 0; block--) {
    held[block] = isOn;
    isOn = isOn ? cameFrom[block]!.on : cameFrom[block]!.off;
  }
  return held;
}
