/**
 * Every kernel a compute process can run, by name. Loading is lazy: a process that fingerprints never pays for
 * the model runtime that another analysis needs. A new kernel adds one line.
 */
import type { Kernel } from '../domain/compute.js';

export const kernels = {
  'audio.probe': async () => (await import('../audio/kernels.js')).probeKernel,
  'audio.declarations': async () => (await import('../audio/declarations/kernel.js')).declarationsKernel,
  'sandbox.check': async () => (await import('./sandbox-kernel.js')).sandboxCheckKernel,
  'fingerprint.extract-song': async () =>
    (await import('../analyses/fingerprint/kernels.js')).extractSongKernel,
  'fingerprint.extract-query': async () =>
    (await import('../analyses/fingerprint/kernels.js')).extractQueryKernel,
  'fingerprint.extract-both': async () =>
    (await import('../analyses/fingerprint/kernels.js')).extractBothKernel,
  'fingerprint.peaks': async () => (await import('../analyses/fingerprint/kernels.js')).peaksKernel,
  'fingerprint.windows': async () => (await import('../analyses/fingerprint/kernels.js')).windowsKernel,
  'fingerprint.probe': async () => (await import('../analyses/fingerprint/kernels.js')).probeKernel,
  'fingerprint.closer': async () => (await import('../analyses/fingerprint/kernels.js')).closerKernel,
  'fingerprint.waveform': async () => (await import('../analyses/fingerprint/kernels.js')).waveformKernel,
  'fingerprint.fine-structure': async () =>
    (await import('../analyses/fingerprint/kernels.js')).fineStructureKernel,
  'fingerprint.speech': async () => (await import('../analyses/fingerprint/kernels.js')).speechKernel,
  'fingerprint.vote': async () => (await import('../analyses/fingerprint/kernels.js')).voteKernel,
  'fingerprint.verify': async () => (await import('../analyses/fingerprint/kernels.js')).verifyKernel,
  'fingerprint.sweep': async () => (await import('../analyses/fingerprint/kernels.js')).sweepKernel,
  'fingerprint.sketch': async () => (await import('../analyses/fingerprint/kernels.js')).sketchKernel,
  'fingerprint.likeliest-songs': async () =>
    (await import('../analyses/fingerprint/kernels.js')).likeliestSongsKernel,
  'fingerprint.sweep-changed': async () =>
    (await import('../analyses/fingerprint/kernels.js')).sweepChangedKernel,
  'fingerprint.likeliest-changes': async () =>
    (await import('../analyses/fingerprint/kernels.js')).likeliestChangesKernel,
  'fingerprint.sweep-likely': async () =>
    (await import('../analyses/fingerprint/kernels.js')).sweepLikelyKernel,
  'fingerprint.merge': async () => (await import('../analyses/fingerprint/kernels.js')).mergeKernel,
  'ai-detection.check-models': async () =>
    (await import('../analyses/ai-detection/operator-models/kernels.js')).checkModelsKernel,
  'ai-detection.classify': async () =>
    (await import('../analyses/ai-detection/operator-models/kernels.js')).classifyKernel,
  'ai-detection.measure': async () => (await import('../analyses/ai-detection/kernel.js')).measureKernel,
  'music.describe': async () => (await import('../analyses/describe/kernel.js')).describeKernel,
  'music.inspect-midi': async () => (await import('../analyses/describe/midi-file.js')).inspectMidiKernel,
  'transcription.listen': async () =>
    (await import('../analyses/lyric-transcription/listen-kernel.js')).listenKernel,
  'transcription.recognise': async () =>
    (await import('../analyses/lyric-transcription/recognise-kernel.js')).recogniseKernel,
  'transcription.align': async () =>
    (await import('../analyses/lyric-transcription/align-kernel.js')).alignKernel,
  'transcription.separate': async () =>
    (await import('../analyses/lyric-transcription/separate-kernel.js')).separateKernel,
  'transcription.cut': async () => (await import('../analyses/lyric-transcription/cut-kernel.js')).cutKernel,
  'transcription.identify': async () =>
    (await import('../analyses/lyric-transcription/identify-kernel.js')).identifyKernel,
  'plagiarism.prepare': async () => (await import('../analyses/plagiarism/kernels.js')).prepareKernel,
  'plagiarism.search': async () => (await import('../analyses/plagiarism/kernels.js')).searchKernel,
  'plagiarism.coarse-chroma': async () =>
    (await import('../analyses/plagiarism/search/coarse-chroma.js')).coarseChromaKernel,
  'plagiarism.compare-two': async () =>
    (await import('../analyses/plagiarism/compare-two.js')).compareTwoKernel,
  'plagiarism.report': async () => (await import('../analyses/plagiarism/report/kernel.js')).reportKernel,
  'lyrics.encode': async () => (await import('../analyses/lyric-plagiarism/kernels.js')).encodeKernel,
  'lyrics.search': async () => (await import('../analyses/lyric-plagiarism/kernels.js')).searchKernel,
  'lyrics.merge': async () => (await import('../analyses/lyric-plagiarism/kernels.js')).mergeKernel,
  'lyrics.search-one': async () =>
    (await import('../analyses/lyric-plagiarism/kernels.js')).searchOneTextKernel,
  'case-file.pdf': async () => (await import('./case-file-pdf/kernel.js')).casePdfKernel,
  'lyrics.compare': async () => (await import('../analyses/lyric-plagiarism/kernels.js')).compareKernel,
} satisfies Readonly<Record<string, () => Promise<Kernel>>>;

/** The same for names that come over the process boundary, as the process that runs them sees it. */
export const kernelsByName: Readonly<Record<string, () => Promise<Kernel>>> = kernels;

type Table = typeof kernels;
/** What the table holds, by name: callers' inputs and outputs are checked against the kernels themselves. */
type KernelsOfTable = { [Name in keyof Table]: Awaited<ReturnType<Table[Name]>> };

declare module '../domain/compute.js' {
  interface KernelMap extends KernelsOfTable {}
}
