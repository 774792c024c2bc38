/**
 * WAV files of 16-bit samples in their smallest form: 44 bytes, then the samples, channels interleaved, little-endian
 * (IBM and Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", 1991).
 */

export const wavHeaderBytes = 44;
const bytesPerSample = 2;

/** The bytes before `dataBytes` of samples. */
export function wavHeader(dataBytes: number, sampleRateHz: number, channels = 1): Uint8Array {
  const bytes = new Uint8Array(wavHeaderBytes);
  const view = new DataView(bytes.buffer);
  const write = (text: string, at: number): void => {
    for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  };
  write('RIFF', 0);
  view.setUint32(4, wavHeaderBytes - 8 + dataBytes, true);
  write('WAVEfmt ', 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * channels * bytesPerSample, true);
  view.setUint16(32, channels * bytesPerSample, true);
  view.setUint16(34, 8 * bytesPerSample, true);
  write('data', 36);
  view.setUint32(40, dataBytes, true);
  return bytes;
}

/** 16-bit samples, two bytes each. What lies beyond −1 … 1 is cut; what is no number is silence. */
export function pcm16(samples: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(samples.length * bytesPerSample));
  for (let n = 0; n < samples.length; n++) {
    const value = Math.round(32_767 * Math.max(-1, Math.min(1, samples[n]!)));
    view.setInt16(n * bytesPerSample, Number.isNaN(value) ? 0 : value, true);
  }
  return new Uint8Array(view.buffer);
}

/** A whole file of one channel. */
export function wavFile(samples: Float32Array, sampleRateHz: number): Uint8Array {
  const bytes = new Uint8Array(wavHeaderBytes + samples.length * bytesPerSample);
  bytes.set(wavHeader(samples.length * bytesPerSample, sampleRateHz));
  bytes.set(pcm16(samples), wavHeaderBytes);
  return bytes;
}
