/**
 * When each token was sung, from the decoder's attention over the encoder's frames (OpenAI's word timestamps,
 * whisper/timing.py; Sakoe & Chiba 1978 for the time warping): weights of the alignment heads, cut to the frames that
 * hold sound, standardised over tokens, smoothed by a median over seven frames, averaged, and the cheapest monotone path.
 */

/** One encoder frame is 20 ms. */
export const framesPerSecond = 50;
const medianWidth = 7;

/** Attention of some heads over one window: `tokens × frames`, row-major, each head's rows sum to one. */
export interface Attentions {
  readonly heads: readonly Float32Array[];
  readonly tokens: number;
  readonly frames: number;
}

/**
 * Start of each token in seconds from the window's start, and the end of the last: `tokens + 1` values that never fall.
 * Only the first `usedFrames` frames are looked at (the rest of the window is padding).
 */
export function tokenTimes(attentions: Attentions, usedFrames: number): number[] {
  const frames = Math.max(1, Math.min(usedFrames, attentions.frames));
  const weights = meanOfHeads(attentions, frames);
  const starts = warpedStarts(weights, attentions.tokens, frames);
  return [...starts, frames].map((frame) => frame / framesPerSecond);
}

function meanOfHeads({ heads, tokens, frames: stride }: Attentions, frames: number): Float32Array {
  const mean = new Float32Array(tokens * frames);
  for (const head of heads) {
    const shares = new Float32Array(tokens * frames);
    for (let token = 0; token < tokens; token++) {
      let total = 0;
      for (let frame = 0; frame < frames; frame++) total += head[token * stride + frame]!;
      for (let frame = 0; frame < frames; frame++) {
        shares[token * frames + frame] = head[token * stride + frame]! / (total + 1e-12);
      }
    }
    standardiseOverTokens(shares, tokens, frames);
    const smooth = new Float32Array(frames);
    for (let token = 0; token < tokens; token++) {
      medianFilter(shares.subarray(token * frames, (token + 1) * frames), smooth);
      for (let frame = 0; frame < frames; frame++)
        mean[token * frames + frame]! += smooth[frame]! / heads.length;
    }
  }
  return mean;
}

/** In place. A frame to which all tokens attend equally says nothing: it becomes zero. */
function standardiseOverTokens(weights: Float32Array, tokens: number, frames: number): void {
  for (let frame = 0; frame < frames; frame++) {
    let [sum, squares] = [0, 0];
    for (let token = 0; token < tokens; token++) sum += weights[token * frames + frame]!;
    const mean = sum / tokens;
    for (let token = 0; token < tokens; token++) squares += (weights[token * frames + frame]! - mean) ** 2;
    const deviation = Math.sqrt(squares / tokens);
    for (let token = 0; token < tokens; token++) {
      const at = token * frames + frame;
      weights[at] = deviation > 1e-12 ? (weights[at]! - mean) / deviation : 0;
    }
  }
}

/** Ends are mirrored. */
function medianFilter(row: Float32Array, into: Float32Array): void {
  const half = medianWidth >> 1;
  const last = row.length - 1;
  const window = new Float32Array(medianWidth);
  for (let frame = 0; frame <= last; frame++) {
    for (let k = -half; k <= half; k++) {
      let at = Math.abs(frame + k);
      if (at > last) at = Math.max(0, 2 * last - at);
      window[k + half] = row[at]!;
    }
    into[frame] = window.sort()[half]!;
  }
}

/** The frame at which the cheapest monotone path (down, right, or both) reaches each token. */
function warpedStarts(weights: Float32Array, tokens: number, frames: number): number[] {
  const width = frames + 1;
  let before = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  before[0] = 0;
  // 0: both at once, 1: the next token at the same frame, 2: the same token at the next frame.
  const steps = new Uint8Array((tokens + 1) * width);
  for (let token = 1; token <= tokens; token++) {
    const row = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    for (let frame = 1; frame <= frames; frame++) {
      const [diagonal, down, right] = [before[frame - 1]!, before[frame]!, row[frame - 1]!];
      let [cheapest, step] = [right, 2];
      if (diagonal < down && diagonal < right) [cheapest, step] = [diagonal, 0];
      else if (down < diagonal && down < right) [cheapest, step] = [down, 1];
      row[frame] = cheapest - weights[(token - 1) * frames + frame - 1]!;
      steps[token * width + frame] = step;
    }
    before = row;
  }
  const starts = new Array<number>(tokens).fill(0);
  let [token, frame] = [tokens, frames];
  while (token > 0 && frame > 0) {
    starts[token - 1] = frame - 1;
    const step = steps[token * width + frame];
    if (step !== 2) token -= 1;
    if (step !== 1) frame -= 1;
  }
  return starts;
}
