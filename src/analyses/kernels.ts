/**
 * Every kernel a compute process can run, by name. Loading is lazy: a process that fingerprints never pays for
 * the model runtime that another analysis needs. A new kernel adds one line.
 */
import type { Kernel } from './analysis.js';

export const kernels: Readonly<Record<string, () => Promise<Kernel>>> = {
  'audio.probe': async () => (await import('../audio/kernels.js')).probeKernel,
  'audio.inspect': async () => (await import('../audio/kernels.js')).inspectKernel,
  'audio.tags': async () => (await import('../audio/kernels.js')).tagsKernel,
  'fingerprint.extract': async () => (await import('./fingerprint/kernels.js')).extractKernel,
  'fingerprint.vote': async () => (await import('./fingerprint/kernels.js')).voteKernel,
  'fingerprint.verify': async () => (await import('./fingerprint/kernels.js')).verifyKernel,
  'fingerprint.merge': async () => (await import('./fingerprint/kernels.js')).mergeKernel,
  'ai-detection.check-models': async () =>
    (await import('./ai-detection/operator-models/kernels.js')).checkModelsKernel,
  'ai-detection.classify': async () =>
    (await import('./ai-detection/operator-models/kernels.js')).classifyKernel,
  'ai-detection.measure': async () => (await import('./ai-detection/kernel.js')).measureKernel,
  'music.describe': async () => (await import('./describe/kernel.js')).describeKernel,
  'music.inspect-midi': async () => (await import('./describe/midi-file.js')).inspectMidiKernel,
  'transcription.listen': async () => (await import('./lyric-transcription/listen-kernel.js')).listenKernel,
  'transcription.recognise': async () =>
    (await import('./lyric-transcription/recognise-kernel.js')).recogniseKernel,
  'transcription.separate': async () =>
    (await import('./lyric-transcription/separate-kernel.js')).separateKernel,
  'transcription.cut': async () => (await import('./lyric-transcription/cut-kernel.js')).cutKernel,
  'transcription.identify': async () =>
    (await import('./lyric-transcription/identify-kernel.js')).identifyKernel,
  'plagiarism.prepare': async () => (await import('./plagiarism/kernels.js')).prepareKernel,
  'plagiarism.scan': async () => (await import('./plagiarism/kernels.js')).scanKernel,
  'plagiarism.compare': async () => (await import('./plagiarism/kernels.js')).compareKernel,
  'plagiarism.compare-two': async () => (await import('./plagiarism/two-songs.js')).compareTwoKernel,
  'plagiarism.report': async () => (await import('./plagiarism/two-songs.js')).reportKernel,
  'lyrics.encode': async () => (await import('./lyric-plagiarism/kernels.js')).encodeKernel,
  'lyrics.search': async () => (await import('./lyric-plagiarism/kernels.js')).searchKernel,
  'lyrics.merge': async () => (await import('./lyric-plagiarism/kernels.js')).mergeKernel,
  'lyrics.compare': async () => (await import('./lyric-plagiarism/kernels.js')).compareKernel,
};
