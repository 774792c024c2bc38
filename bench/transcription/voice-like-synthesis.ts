/** Whistling, a saw wave's melody, and a channel vocoder (H. Dudley, "Remaking speech", JASA 11, 1939). */

const pentatonic = [0, 2, 4, 7, 9, 12];

/** Frequency at each sample: notes of 0.3 to 0.8 s with glides of 60 ms and vibrato. */
function melody(seconds: number, rateHz: number, lowestHz: number, random: () => number): Float32Array {
  const hz = new Float32Array(seconds * rateHz);
  let [current, target, left] = [lowestHz, lowestHz, 0];
  const glide = 1 / (0.06 * rateHz);
  for (let n = 0; n < hz.length; n++) {
    if (left-- <= 0) {
      target = lowestHz * 2 ** (pentatonic[Math.floor(random() * pentatonic.length)]! / 12);
      left = Math.round((0.3 + 0.5 * random()) * rateHz);
    }
    current += (target - current) * glide;
    hz[n] = current * (1 + 0.008 * Math.sin((2 * Math.PI * 5.5 * n) / rateHz));
  }
  return hz;
}

/** A sine with vibrato, glides and a little breath. */
export function whistled(seconds: number, rateHz: number, random: () => number): Float32Array {
  let phase = 0;
  return melody(seconds, rateHz, 700 + 400 * random(), random).map((hz, n) => {
    phase += (2 * Math.PI * hz) / rateHz;
    const breath = 0.5 + 0.5 * Math.sin((2 * Math.PI * 0.3 * n) / rateHz);
    return (
      (0.3 * Math.sin(phase) + 0.02 * Math.sin(2 * phase) + 0.02 * (random() - 0.5)) * (0.4 + 0.6 * breath)
    );
  });
}

/** A saw wave, as a synthesiser feeds a talk box. */
export function sawMelody(seconds: number, rateHz: number, random: () => number): Float32Array {
  let phase = 0;
  return melody(seconds, rateHz, 90 + 90 * random(), random).map((hz) => {
    phase = (phase + hz / rateHz) % 1;
    return 2 * phase - 1;
  });
}

const bands = 24;
const lowestHz = 120;
const highestHz = 7000;
const followHz = 30;

/** The carrier with the envelope that the modulator has in each of 24 bands. */
export function channelVocoder(modulator: Float32Array, carrier: Float32Array, rateHz: number): Float32Array {
  const out = new Float32Array(carrier.length);
  const smoothing = 1 - Math.exp((-2 * Math.PI * followHz) / rateHz);
  const step = (highestHz / lowestHz) ** (1 / (bands - 1));
  for (let band = 0; band < bands; band++) {
    const hz = lowestHz * step ** band;
    const width = 1 / (step - 1);
    const voice = bandPass(modulator, hz, width, rateHz);
    const tone = bandPass(carrier, hz, width, rateHz);
    let level = 0;
    for (let n = 0; n < out.length; n++) {
      level += smoothing * (Math.abs(voice[n]!) - level);
      out[n]! += 6 * level * tone[n]!;
    }
  }
  const highest = out.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  return out.map((value) => (0.6 * value) / highest);
}

/** A second-order section (R. Bristow-Johnson's cookbook, band-pass of constant peak gain). */
function bandPass(samples: Float32Array, hz: number, quality: number, rateHz: number): Float32Array {
  const angle = (2 * Math.PI * hz) / rateHz;
  const alpha = Math.sin(angle) / (2 * quality);
  const [gain, a1, a2] = [
    alpha / (1 + alpha),
    (-2 * Math.cos(angle)) / (1 + alpha),
    (1 - alpha) / (1 + alpha),
  ];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = gain * (x - x2) - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}
