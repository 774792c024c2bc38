/** What happens to music between its making and its upload: codecs, rates, speed, pitch, mastering, cutting. */
import { spawn } from 'node:child_process';
import { type Stem, stemOf } from './stems.js';

const pcmIn = ['-f', 'f32le', '-ar', '44100', '-ac', '2', '-i', '-'];
const pcmOut = ['-f', 'f32le', '-ar', '44100', '-ac', '2', '-'];

interface Codec {
  readonly args: readonly string[];
  readonly container: string;
  /** Options of the decoder for a stream without a header. */
  readonly decodeArgs?: readonly string[];
}

export interface Condition {
  readonly name: string;
  /** Encodes to this container with these arguments, then decodes again. */
  readonly codec?: Codec;
  /** And then once more by another, as files that went through several services. */
  readonly thenCodec?: Codec;
  /** Or filters. */
  readonly filter?: string;
  /** Keeps only a stem of what came of that. */
  readonly stem?: Stem;
  /** Or keeps only this much. */
  readonly seconds?: number;
  /** Or takes the file as one piece instead of windows. */
  readonly wholeFile?: boolean;
  /** Asked of recordings alone: old and low codecs that leave traces of their own, little sound, little bandwidth. */
  readonly only?: 'recordings';
}

const toCodec = (container: string, ...args: readonly string[]): Codec => ({
  container,
  args: ['-c:a', ...args],
});
/** Every frame's phases set to the same value: the usual robot effect. It buzzes at its own hop. */
const robot = "afftfilt=real='hypot(re,im)*sin(0)':imag='hypot(re,im)*cos(0)':win_size=1024:overlap=0.75";
/** Every frame's phases drawn anew: a phase vocoder's whisper. */
const whisper =
  "afftfilt=real='hypot(re,im)*cos((random(0)*2-1)*PI)':imag='hypot(re,im)*sin((random(1)*2-1)*PI)':win_size=1024:overlap=0.75";
/** Corrections by parts of a semitone, one a note, as an automatic tuner makes them (rubberband; ratios from a fixed list). */
const autoTune = `asendcmd=c='${Array.from({ length: 75 }, (_, note) => {
  const cents = [31, -28, 15, -10, 39, 0, -35, 22][note % 8]!;
  return `${(0.4 * note).toFixed(1)} rubberband pitch ${(2 ** (cents / 1200)).toFixed(5)}`;
}).join(';')}',rubberband=pitch=1`;

/** Twelve bands of the music's loudness on a sawtooth of 110 Hz: a channel vocoder. */
function channelVocoder(): string {
  const bandsHz = [200, 350, 550, 800, 1150, 1600, 2200, 3000, 4100, 5600, 7600, 10_000];
  const names = (letter: string): string => bandsHz.map((_, index) => `[${letter}${index}]`).join('');
  const saw = '0.3*(2*mod(110*t,1)-1)';
  const split = `aformat=fltp:44100:stereo,asplit=${bandsHz.length}`;
  const bands = bandsHz.map((hz, index) => {
    const band = `bandpass=f=${hz}:t=q:w=4`;
    const loudness = `[m${index}]${band},aeval='abs(val(0))|abs(val(1))',lowpass=f=40[e${index}]`;
    return `${loudness};[c${index}]${band}[k${index}];[e${index}][k${index}]amultiply[v${index}]`;
  });
  return [
    `${split}${names('m')}`,
    `aevalsrc='${saw}|${saw}':s=44100,${split}${names('c')}`,
    ...bands,
    `${names('v')}amix=inputs=${bandsHz.length}:normalize=0:duration=shortest,volume=30`,
  ].join(';');
}
/** Played faster or slower by semitones, pitch and all. */
const atSpeed = (semitones: number): string =>
  `asetrate=${Math.round(44_100 * 2 ** (semitones / 12))},aresample=44100`;
const viaRate = (hz: number): string => `aresample=${hz},aresample=44100`;

export const conditions: readonly Condition[] = [
  { name: 'as it is' },
  { name: 'mp3 128', codec: { args: ['-c:a', 'libmp3lame', '-b:a', '128k'], container: 'mp3' } },
  { name: 'mp3 64', codec: { args: ['-c:a', 'libmp3lame', '-b:a', '64k'], container: 'mp3' } },
  { name: 'aac 128', codec: { args: ['-c:a', 'aac', '-b:a', '128k'], container: 'adts' } },
  { name: 'opus 96', codec: { args: ['-c:a', 'libopus', '-b:a', '96k', '-ar', '48000'], container: 'ogg' } },
  { name: '48 kHz', filter: viaRate(48_000) },
  { name: '32 kHz', filter: viaRate(32_000) },
  { name: 'speed +1 %', filter: 'asetrate=44541,aresample=44100' },
  { name: 'speed −1 %', filter: 'asetrate=43659,aresample=44100' },
  { name: 'speed +3 %', filter: 'asetrate=45423,aresample=44100' },
  { name: 'speed −3 %', filter: 'asetrate=42777,aresample=44100' },
  { name: 'pitch +1', filter: 'rubberband=pitch=1.0594631' },
  { name: 'pitch −1', filter: 'rubberband=pitch=0.9438743' },
  { name: 'EQ', filter: 'bass=g=5,equalizer=f=3000:t=q:w=1:g=6,treble=g=-4' },
  { name: 'limiter', filter: 'alimiter=level_in=4:limit=0.7' },
  { name: '10 s', seconds: 10 },
  { name: 'whole file', wholeFile: true },
  { name: 'whole file, speed +3 %', filter: 'asetrate=45423,aresample=44100', wholeFile: true },
  { name: 'whole file, pitch +1', filter: 'rubberband=pitch=1.0594631', wholeFile: true },
  // With the factor known: what no estimate of it can improve on. A pitch shifter resamples by the same factor.
  { name: 'speed +3 %, undone', filter: 'asetrate=45423,aresample=44100,asetrate=42816,aresample=44100' },
  { name: 'pitch +1, played a semitone slower', filter: `rubberband=pitch=1.0594631,${atSpeed(-1)}` },
  { name: 'pitch −1, played a semitone faster', filter: `rubberband=pitch=0.9438743,${atSpeed(1)}` },
  { name: 'vocal estimate', stem: 'vocals' },
  { name: 'accompaniment estimate', stem: 'accompaniment' },
  { name: 'sides', stem: 'sides' },
  { name: 'pitch +1, vocal estimate', filter: 'rubberband=pitch=1.0594631', stem: 'vocals' },
  { name: 'pitch +1, accompaniment estimate', filter: 'rubberband=pitch=1.0594631', stem: 'accompaniment' },
  { name: 'pitch +1, sides', filter: 'rubberband=pitch=1.0594631', stem: 'sides' },
  { name: '5 s', seconds: 5, only: 'recordings' },
  { name: '20 s', seconds: 20, only: 'recordings' },
  { name: 'bandwidth 11 kHz', filter: viaRate(22_050), only: 'recordings' },
  { name: 'bandwidth 8 kHz', filter: viaRate(16_000), only: 'recordings' },
  { name: 'bandwidth 4 kHz', filter: viaRate(8000), only: 'recordings' },
  { name: 'mp3 32', codec: toCodec('mp3', 'libmp3lame', '-b:a', '32k'), only: 'recordings' },
  { name: 'mp2 128', codec: toCodec('mp2', 'mp2', '-b:a', '128k'), only: 'recordings' },
  { name: 'ac3 128', codec: toCodec('ac3', 'ac3', '-b:a', '128k'), only: 'recordings' },
  { name: 'wma 64', codec: toCodec('asf', 'wmav2', '-b:a', '64k'), only: 'recordings' },
  {
    name: 'opus 24',
    codec: toCodec('ogg', 'libopus', '-b:a', '24k', '-ar', '48000'),
    only: 'recordings',
  },
  { name: 'mp2 64', codec: toCodec('mp2', 'mp2', '-b:a', '64k'), only: 'recordings' },
  { name: 'aac 32', codec: toCodec('adts', 'aac', '-b:a', '32k'), only: 'recordings' },
  { name: 'vorbis 48', codec: toCodec('ogg', 'libvorbis', '-b:a', '48k'), only: 'recordings' },
  // Subband ADPCM of the same kind as consumer disc and radio-link codecs.
  {
    name: 'aptX',
    codec: { ...toCodec('aptx', 'aptx'), decodeArgs: ['-f', 'aptx', '-sample_rate', '44100'] },
    only: 'recordings',
  },
  // Subbands and ADPCM, 512 samples a frame: the nearest to a MiniDisc's codec that ffmpeg encodes.
  { name: 'DTS', codec: toCodec('dts', 'dca', '-strict', '-2'), only: 'recordings' },
  {
    name: 'mp2 192, then mp3 128',
    codec: toCodec('mp2', 'mp2', '-b:a', '192k'),
    thenCodec: toCodec('mp3', 'libmp3lame', '-b:a', '128k'),
    only: 'recordings',
  },
  {
    name: 'aac 96, then opus 64',
    codec: toCodec('adts', 'aac', '-b:a', '96k'),
    thenCodec: toCodec('ogg', 'libopus', '-b:a', '64k', '-ar', '48000'),
    only: 'recordings',
  },
  {
    name: 'DTS, then mp3 96',
    codec: toCodec('dts', 'dca', '-strict', '-2'),
    thenCodec: toCodec('mp3', 'libmp3lame', '-b:a', '96k'),
    only: 'recordings',
  },
  { name: 'ADPCM 22 kHz', codec: toCodec('wav', 'adpcm_ms', '-ar', '22050'), only: 'recordings' },
  { name: 'noise reduction', filter: 'afftdn=nr=20', only: 'recordings' },
  { name: 'non-local de-noiser', filter: 'anlmdn=s=0.0005', only: 'recordings' },
  {
    name: 'loud limiter',
    filter: 'acompressor=ratio=6:makeup=8,alimiter=level_in=8:limit=0.9',
    only: 'recordings',
  },
  { name: 'clipping', filter: 'volume=12dB,asoftclip=type=hard', only: 'recordings' },
  { name: 'noise gate', filter: 'agate=threshold=0.05:ratio=9:range=0.001', only: 'recordings' },
  // A record: wow of 33 1/3 turns a minute, rumble, no treble above 12 kHz.
  { name: 'vinyl', filter: 'vibrato=f=0.556:d=0.03,highpass=f=30,lowpass=f=12000', only: 'recordings' },
  { name: 'tape', filter: 'vibrato=f=6:d=0.01,lowpass=f=10000,asoftclip=type=tanh', only: 'recordings' },
  { name: 'robot voice (phase vocoder)', filter: robot, only: 'recordings' },
  { name: 'whisper (phase vocoder)', filter: whisper, only: 'recordings' },
  { name: 'channel vocoder', filter: channelVocoder(), only: 'recordings' },
  { name: 'auto-tune', filter: autoTune, only: 'recordings' },
  { name: 'chorus and phaser', filter: 'chorus=0.6:0.9:55:0.4:0.25:2,aphaser', only: 'recordings' },
  { name: 'bit crusher', filter: 'acrusher=bits=8:samples=4:mix=0.5', only: 'recordings' },
  { name: 'tempo +5 %', filter: 'rubberband=tempo=1.05', only: 'recordings' },
  { name: 'tempo −6 % (DJ)', filter: 'atempo=0.94', only: 'recordings' },
  { name: 'tempo +20 % (DJ)', filter: 'atempo=1.2', only: 'recordings' },
  // Stretched to the next track's tempo, with two seconds looped four times: exact repetition draws lines of its own.
  {
    name: 'tempo +4 % and a loop (DJ)',
    filter: 'rubberband=tempo=1.04,aloop=loop=3:size=88200:start=441000',
    only: 'recordings',
  },
  { name: 'speed +6 % (DJ)', filter: 'asetrate=46746,aresample=44100', only: 'recordings' },
];

function ffmpeg(args: readonly string[], input: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', ['-v', 'error', '-threads', '1', ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    let complaint = '';
    child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => {
      complaint += bytes.toString();
    });
    child.on('error', () => reject(new Error('This bench needs ffmpeg: install the package "ffmpeg".')));
    child.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(output)) : reject(new Error(`ffmpeg failed: ${complaint}`)),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

async function throughCodec(input: Buffer, { args, container, decodeArgs = [] }: Codec): Promise<Buffer> {
  const encoded = await ffmpeg([...pcmIn, ...args, '-f', container, '-'], input);
  return ffmpeg([...decodeArgs, '-i', '-', ...pcmOut], encoded);
}

/** Interleaved 44.1 kHz stereo in, the same out. */
export async function applyCondition(samples: Float32Array, condition: Condition): Promise<Float32Array> {
  const { stem, ...before } = condition;
  if (stem !== undefined) return stemOf(await applyCondition(samples, before), stem);
  const { codec, thenCodec, filter, seconds } = condition;
  if (seconds !== undefined) return samples.subarray(0, Math.round(seconds * 44_100) * 2);
  if (codec === undefined && filter === undefined) return samples;
  const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  let output: Buffer;
  if (codec) {
    output = await throughCodec(input, codec);
    if (thenCodec) output = await throughCodec(output, thenCodec);
  } else {
    output = await ffmpeg([...pcmIn, '-af', filter!, ...pcmOut], input);
  }
  const copy = new Float32Array(output.length >> 2);
  new Uint8Array(copy.buffer).set(output.subarray(0, copy.byteLength));
  return copy;
}
