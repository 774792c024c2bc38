import { createHash } from 'node:crypto';

/** A valid manifest of the classifier `ear.onnx`, which hears half a second at 8 kHz. */
export function earManifest(onnx: Uint8Array): Record<string, unknown> {
  return {
    format: 'contrafact-ai-detection-model',
    formatVersion: 1,
    id: 'house_ear',
    file: 'ear.onnx',
    sha256: createHash('sha256').update(onnx).digest('hex'),
    licence: 'Apache-2.0',
    focus: 'Waveform & Melody Pattern',
    task: 'Real/Fake Binary',
    labels: ['real', 'fake'],
    input: { kind: 'waveform', sampleRateHz: 8000, windowSeconds: 0.5 },
    output: 'logits',
    products: ['standard'],
    weight: 3,
  };
}
