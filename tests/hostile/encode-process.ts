/**
 * Encodes the intact files that the hostile ones are made from. A process of its own, because it loads FFmpeg;
 * it writes only files that its caller names. Argument: JSON of EncodeJob[].
 */
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S16P,
  AV_SAMPLE_FMT_S32,
  AV_SAMPLE_FMT_S32P,
  type AVSampleFormat,
  type FFEncoderCodec,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, FormatContext, Frame, Log, Packet, Rational } from 'node-av/lib';
import type { EncodeJob } from './encode.js';
import { sine, toInteger } from './wave.js';

const sampleFormats: Readonly<Record<EncodeJob['sampleFormat'], AVSampleFormat>> = {
  s16: AV_SAMPLE_FMT_S16,
  s16p: AV_SAMPLE_FMT_S16P,
  s32: AV_SAMPLE_FMT_S32,
  s32p: AV_SAMPLE_FMT_S32P,
  flt: AV_SAMPLE_FMT_FLT,
  fltp: AV_SAMPLE_FMT_FLTP,
};

const check = (what: string, result: number): void => {
  if (result < 0) throw new Error(`${what} failed: ${result}`);
};

/** One frame's samples of all channels, in the layout that the encoder takes. */
function frameBytes(job: EncodeJob, mono: Float64Array): Buffer {
  const { channels, sampleFormat } = job;
  const isPlanar = sampleFormat.endsWith('p');
  const width = sampleFormat.startsWith('s16') ? 2 : 4;
  const bytes = Buffer.alloc(mono.length * channels * width);
  for (let channel = 0; channel < channels; channel += 1) {
    for (let i = 0; i < mono.length; i += 1) {
      const at = (isPlanar ? channel * mono.length + i : i * channels + channel) * width;
      if (width === 2) bytes.writeInt16LE(toInteger(mono[i]!, 15), at);
      else if (sampleFormat.startsWith('s32')) bytes.writeInt32LE(toInteger(mono[i]!, 23) << 8, at);
      else bytes.writeFloatLE(mono[i]!, at);
    }
  }
  return bytes;
}

function encode(job: EncodeJob): void {
  const { channels, sampleRateHz } = job;
  const codec = Codec.findEncoderByName(job.encoder as FFEncoderCodec);
  if (codec === null) throw new Error(`encoder ${job.encoder} is missing`);
  const container = new FormatContext();
  check('output', container.allocOutputContext2(null, job.muxer, job.path));
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = sampleRateHz;
  context.sampleFormat = sampleFormats[job.sampleFormat];
  context.channelLayout = {
    nbChannels: channels,
    order: AV_CHANNEL_ORDER_NATIVE,
    mask: channels === 1 ? 4n : BigInt(2 ** channels - 1),
  };
  context.timeBase = new Rational(1, sampleRateHz);
  context.bitRate = BigInt(job.bitRate ?? 128_000);
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  check('encoder', context.open2Sync(codec, Dictionary.fromObject({ strict: '-2', ...job.encoderOptions })));
  const stream = container.newStream(codec);
  stream.timeBase = new Rational(1, sampleRateHz);
  check('parameters', context.parametersFromContext(stream.codecpar));
  if (job.metadata !== undefined) container.metadata = Dictionary.fromObject(job.metadata);
  check('open', container.openOutputSync());
  check('header', container.writeHeaderSync(Dictionary.fromObject(job.muxerOptions ?? {})));

  const packet = new Packet();
  packet.alloc();
  const drain = (): void => {
    while (context.receivePacketSync(packet) >= 0) {
      packet.streamIndex = 0;
      packet.rescaleTs(context.timeBase, stream.timeBase);
      check('packet', container.interleavedWriteFrameSync(packet));
    }
  };
  const amplitude = job.amplitude ?? 0.5;
  const samples = sine({ frequencyHz: 1000, seconds: job.seconds, sampleRateHz, amplitude });
  const step = context.frameSize > 0 ? context.frameSize : 1024;
  for (let at = 0; at < samples.length; at += step) {
    const part = samples.subarray(at, at + step);
    const frame = Frame.fromAudioBuffer(frameBytes(job, part), {
      nbSamples: part.length,
      format: context.sampleFormat,
      sampleRate: sampleRateHz,
      channelLayout: context.channelLayout,
      pts: BigInt(at),
    });
    check('frame', context.sendFrameSync(frame));
    frame.free();
    drain();
  }
  check('flush', context.sendFrameSync(null));
  drain();
  check('trailer', container.writeTrailerSync());
  container.closeOutputSync();
}

Log.setLevel(AV_LOG_QUIET);
for (const job of JSON.parse(process.argv[2] ?? '') as EncodeJob[]) {
  try {
    encode(job);
  } catch (error) {
    throw new Error(`${job.path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
process.exit(0);
