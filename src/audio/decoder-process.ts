/**
 * The decoding process: the only file that loads FFmpeg (node-av). It lives for one audio file, reads it from
 * standard input, and is killed at will. See docs/decisions/0003-decoder-in-its-own-process.md.
 *
 * Everything here is synchronous on purpose: the process does one thing, and a blocking write to the parent is
 * exactly the back pressure that is wanted.
 */

import type { FFDecoderCodec } from 'node-av/constants';
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_ID_NONE,
  AV_LOG_QUIET,
  AV_SAMPLE_FMT_FLT,
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import {
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  InputFormat,
  Log,
  Packet,
  SoftwareResampleContext,
} from 'node-av/lib';
import type { DecodeErrorCode } from './decode-error.js';
import {
  type DecodeRequest,
  type DecodeStatus,
  maxReportedTags,
  statusDescriptor,
} from './decoder-protocol.js';
import { decoders } from './formats.js';
import { maxChannels, maxValuesPerSecond, sampleRateRangeHz } from './limits.js';
import { Middle } from './middle.js';
import { PcmSink, writeFully } from './pcm-sink.js';
import { startWatchdog } from './watchdog.js';

const maxReportedCharacters = 1000;

/** Ends the decoding with an answer for the uploader. */
class Refusal extends Error {
  constructor(
    readonly code: DecodeErrorCode,
    message: string,
  ) {
    super(message);
  }
}

const refuse = (message: string): never => {
  throw new Refusal('not_decodable', message);
};

function say(status: DecodeStatus): void {
  writeFully(statusDescriptor, Buffer.from(`${JSON.stringify(status)}\n`));
}

/** Opens standard input with the one demuxer that its content called for, and no protocol but that descriptor. */
function openContainer(demuxer: string): FormatContext {
  const inputFormat = InputFormat.findInputFormat(demuxer);
  if (inputFormat === null) throw new Error(`demuxer ${demuxer} is missing`);
  const container = new FormatContext();
  container.allocContext();
  const options = Dictionary.fromObject({
    fd: '0',
    protocol_whitelist: 'fd',
    format_whitelist: inputFormat.name ?? '',
    codec_whitelist: [...decoders.keys()].join(','),
    max_streams: '32',
  });
  if (container.openInputSync('fd:', inputFormat, options) < 0) refuse('The header of the file is damaged.');
  return container;
}

/** The audio stream to decode. Cover art and video are left unread. */
function chooseStream(container: FormatContext): Stream {
  for (const stream of container.streams) {
    if (stream.codecpar.codecType !== AVMEDIA_TYPE_AUDIO) stream.discard = AVDISCARD_ALL;
  }
  container.findStreamInfoSync();
  const index = container.findBestStream(AVMEDIA_TYPE_AUDIO);
  if (index < 0) refuse('The file holds no audio.');
  for (const stream of container.streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
  return container.streams[index]!;
}

function openDecoder(stream: Stream): { context: CodecContext; name: string } {
  const parameters = stream.codecpar;
  checkShape(parameters.channels, parameters.sampleRate, true);
  // By name, because the library's default for a codec may be another implementation than the listed one.
  const codec = [...decoders.keys()]
    .map((name) => Codec.findDecoderByName(name as FFDecoderCodec))
    .find((candidate) => candidate?.id === parameters.codecId);
  if (!codec || parameters.codecId === AV_CODEC_ID_NONE) {
    throw new Refusal('not_decodable', 'The audio in the file uses a codec that is not supported.');
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(parameters);
  context.pktTimebase = stream.timeBase; // without it the encoder's delay would not be trimmed
  context.threadCount = 1;
  if (context.open2Sync(codec) < 0) refuse('The audio in the file cannot be decoded: its header is damaged.');
  return { context, name: decoders.get(codec.name!)! };
}

/** A tag of the file, or of its audio where the container keeps them there (Ogg). */
function tag(container: FormatContext, stream: Stream, name: string): string | null {
  return (container.metadata?.get(name) ?? stream.metadata?.get(name) ?? null)?.slice(0, 4096) ?? null;
}

/** The file's tags, and those that its audio has beside them. */
function allTags(container: FormatContext, stream: Stream): Record<string, string> {
  const all = { ...stream.metadata?.getAll(), ...container.metadata?.getAll() };
  const shortened = Object.entries(all)
    .slice(0, maxReportedTags)
    .map(([field, text]) => [field.slice(0, 100), text.slice(0, maxReportedCharacters)]);
  return Object.fromEntries(shortened) as Record<string, string>;
}

/** @param isHeader a header may not know yet (0); a decoded frame must */
function checkShape(channels: number, sampleRateHz: number, isHeader: boolean): void {
  if (channels > maxChannels)
    refuse(`The audio has ${channels} channels; at most ${maxChannels} are supported.`);
  if (isHeader && (sampleRateHz === 0 || channels === 0)) return;
  if (channels < 1) refuse('The audio has no channels.');
  if (!(sampleRateHz >= sampleRateRangeHz.min && sampleRateHz <= sampleRateRangeHz.max)) {
    refuse(
      `The audio's sample rate is ${sampleRateHz} Hz; ` +
        `${sampleRateRangeHz.min} to ${sampleRateRangeHz.max} Hz are supported.`,
    );
  }
}

/**
 * Converts frames of any layout to the interleaved float samples asked for. One channel of two is made here and not by the
 * resampler, because a recording whose one channel is upside down would be silence.
 */
class Converter {
  private context: SoftwareResampleContext | null = null;
  private inputKey = '';
  private output: Buffer = Buffer.alloc(0);
  /** Null where what the resampler gives is what was asked for. */
  private middle: Middle | null = null;

  constructor(
    private readonly sampleRateHz: number,
    private readonly wantedChannels: number,
    private readonly sink: PcmSink,
  ) {}

  /** Of the resampler's output. */
  private get channels(): number {
    return this.middle === null ? this.wantedChannels : 2;
  }

  push(frame: Frame): void {
    const { channels, sampleRate, format } = frame;
    const key = `${format} ${sampleRate} ${channels} ${frame.channelLayout.mask}`;
    // A file may change its shape on the way (chained Ogg, late SBR): finish the old one, begin anew.
    if (key !== this.inputKey) {
      checkShape(channels, sampleRate, false);
      this.finish();
      this.context = this.create(frame);
      this.inputKey = key;
    }
    this.convert(frame.extendedData ?? frame.data, frame.nbSamples);
  }

  /** Takes out what the resampler still holds. */
  finish(): void {
    if (this.context !== null) this.convert(null, 0);
    this.context?.free();
    this.context = null;
  }

  private create(frame: Frame): SoftwareResampleContext {
    const layout = frame.channelLayout;
    const input = layout.order === AV_CHANNEL_ORDER_NATIVE ? layout : avChannelLayoutDefault(frame.channels);
    const context = new SoftwareResampleContext();
    const isMixed = this.wantedChannels === 1 && input.nbChannels === 2;
    this.middle = isMixed ? (this.middle ?? new Middle(this.sampleRateHz)) : null;
    const same = input.nbChannels === this.channels;
    const output = same ? input : avChannelLayoutDefault(this.channels);
    let result = context.allocSetOpts2(
      output,
      AV_SAMPLE_FMT_FLT,
      this.sampleRateHz,
      input,
      frame.format as typeof AV_SAMPLE_FMT_FLT,
      frame.sampleRate,
    );
    if (result >= 0 && input.nbChannels === 1 && this.channels === 2) {
      result = context.setMatrix([1, 1], 1); // the default would take 3 dB off
    } else if (result >= 0) {
      // Float output is not normalised by default: without this a mono mix is up to 3 dB over full scale.
      result = context.setOption('rematrix_maxval', 1);
    }
    if (result < 0 || context.init() < 0)
      refuse('The audio in the file has a channel layout that is not supported.');
    return context;
  }

  private convert(input: Buffer[] | null, inputFrames: number): void {
    const context = this.context!;
    const capacity = context.getOutSamples(inputFrames) + 64;
    const wantedBytes = capacity * this.channels * 4;
    if (this.output.length < wantedBytes) this.output = Buffer.from(new ArrayBuffer(wantedBytes * 2));
    const produced = context.convertSync([this.output], capacity, input, inputFrames);
    if (produced < 0) refuse('The audio in the file cannot be resampled.');
    const samples = new Float32Array(this.output.buffer, this.output.byteOffset, produced * this.channels);
    this.sink.push(this.middle === null ? samples : this.middle.of(samples));
  }
}

function decode(request: DecodeRequest): void {
  const container = openContainer(request.demuxer);
  const stream = chooseStream(container);
  const { context, name } = openDecoder(stream);
  const sink = new PcmSink(request.mode === 'stream' ? 1 : null);
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  let converter: Converter | null = null;
  // Samples are counted by rate, so that no rounding adds up over many frames.
  const samplesByRate = new Map<number, number>();
  let seconds = 0;
  let values = 0;
  let frames = 0;
  let damagedPackets = 0;

  const takeFrames = (): void => {
    for (;;) {
      const result = context.receiveFrameSync(frame);
      if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return;
      if (result < 0) {
        damagedPackets += 1;
        return;
      }
      if (frame.nbSamples > 0) {
        if (converter === null) {
          checkShape(frame.channels, frame.sampleRate, false);
          const sampleRateHz = request.sampleRateHz ?? frame.sampleRate;
          const channels = request.channels ?? frame.channels;
          converter = new Converter(sampleRateHz, channels, sink);
          say({
            type: 'opened',
            codec: name,
            sampleRateHz,
            channels,
            title: tag(container, stream, 'title'),
            artist: tag(container, stream, 'artist'),
            tags: allTags(container, stream),
          });
        }
        converter.push(frame);
        frames += 1;
        samplesByRate.set(frame.sampleRate, (samplesByRate.get(frame.sampleRate) ?? 0) + frame.nbSamples);
        seconds = 0;
        for (const [rateHz, samples] of samplesByRate) seconds += samples / rateHz;
        values += frame.nbSamples * frame.channels;
        if (seconds > request.maxAudioSeconds || values > request.maxAudioSeconds * maxValuesPerSecond) {
          const hours = Math.round((request.maxAudioSeconds / 3600) * 100) / 100;
          const what = `The audio is longer than ${hours} hours, or holds more samples than that of 48 kHz stereo.`;
          throw new Refusal('audio_too_long', what);
        }
      }
      frame.unref();
    }
  };

  let result = container.readFrameSync(packet);
  while (result >= 0) {
    if (packet.streamIndex === stream.index) {
      if (context.sendPacketSync(packet) < 0) damagedPackets += 1;
      takeFrames();
      // Random bytes decode now and then: where most of a file does not, it is not the file it claims to be.
      if (damagedPackets > 50 && damagedPackets > 2 * frames) refuse('Most of the file is damaged.');
    }
    packet.unref();
    result = container.readFrameSync(packet);
  }
  context.sendPacketSync(null);
  takeFrames();
  if (converter === null || damagedPackets > 2 * frames) {
    refuse(frames === 0 ? 'The file holds no audio samples.' : 'Most of the file is damaged.');
  }
  (converter as Converter | null)?.finish();
  sink.flush();
  const declaredSeconds = Number(stream.duration) * (stream.timeBase.num / stream.timeBase.den);
  // Of bare frames the library estimates the length by their bit rate.
  const isEstimate = request.demuxer === 'mp3' || request.demuxer === 'aac' || !(declaredSeconds > 0);
  say({
    type: 'finished',
    durationSeconds: seconds,
    peak: sink.peak,
    endedEarly: result !== AVERROR_EOF,
    declaredSeconds: isEstimate ? null : declaredSeconds,
    damagedPackets,
  });
}

// A terminal's Ctrl-C reaches the whole group; when to stop is the parent's decision.
process.on('SIGINT', () => undefined);
const request = JSON.parse(process.argv[2] ?? '') as DecodeRequest;
startWatchdog(request);
Log.setLevel(AV_LOG_QUIET);
let exitCode = 0;
try {
  decode(request);
} catch (error) {
  // The reader has gone away: nobody is left to report to.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') {
    if (!(error instanceof Refusal)) throw error;
    say({ type: 'failed', code: error.code, message: error.message });
  }
  exitCode = error instanceof Refusal ? 0 : 1;
}
// Not by running out: the native objects are never freed one by one.
process.exit(exitCode);
