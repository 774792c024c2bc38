import { deflateSync, gzipSync } from 'node:zlib';
import { type CaseDraft, decodes, randomBytes, rejected } from './case.js';
import type { BaseName } from './encode.js';
import { chunk, samplesAs, sine, wave } from './wave.js';

const text = (name: string, content: string, filename = 'song.mp3'): CaseDraft => ({
  name: `${name} named ${filename}`,
  bytes: Buffer.from(content, 'latin1'),
  expect: rejected,
  filename,
});

/** A ZIP archive of one deflated file of zeros: about 1,000 times smaller than what is in it. */
function zipBomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(100_000_000)).subarray(2, -4);
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 0, 'latin1');
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(100_000_000, 22);
  return Buffer.concat([head, packed]);
}

const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';

/** Files that are no audio at all, and audio under a wrong name. */
export function otherCases(bases: Readonly<Record<BaseName, Buffer>>): CaseDraft[] {
  const plainWave = wave(samplesAs('s16', sine({ frequencyHz: 1000, seconds: 1 })));
  const riff = (type: string): Buffer =>
    chunk('RIFF', Buffer.concat([Buffer.from(type), randomBytes(10_000)]));
  return [
    text('an empty file', ''),
    text('a file of one byte', 'R'),
    text('a text', 'These are the words of a song, and not the song.\n'.repeat(100)),
    text('a web page', '<!DOCTYPE html><html><body>Not found</body></html>'),
    text('an XML document', '<?xml version="1.0"?><a/>'),
    text('a JSON document', '{"error":"expired link"}'),
    text('a playlist', playlist),
    text('a playlist', playlist, 'song.m3u8'),
    text('an old playlist', '[playlist]\nFile1=http://127.0.0.1/song.mp3\n', 'song.pls'),
    text('a concat script', 'ffconcat version 1.0\nfile /etc/passwd\n'),
    text('a concat script', "ffconcat version 1.0\nfile 'http://169.254.169.254/latest'\n", 'song.ffconcat'),
    text('a session description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 96\n', 'song.sdp'),
    text('a PDF document', '%PDF-1.7\n%âãÏÓ\n'),
    text('a MIDI file', 'MThd\0\0\0\x06\0\x01\0\x02\0`MTrk\0\0\0\x04\0\xff/\0'),
    text('a picture', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01'),
    text('a program', '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0'),
    {
      name: 'a ZIP archive of 100 MB in 100 kB named .wav',
      bytes: zipBomb(),
      expect: rejected,
      filename: 'song.wav',
    },
    {
      name: 'a gzip archive of 100 MB named .mp3',
      bytes: gzipSync(Buffer.alloc(100_000_000)),
      expect: rejected,
      filename: 'song.mp3',
    },
    { name: 'a megabyte of zeros', bytes: Buffer.alloc(1_000_000), expect: rejected, filename: 'song.mp3' },
    {
      name: 'a megabyte of random bytes',
      bytes: randomBytes(1_000_000, 7),
      expect: rejected,
      filename: 'song.mp3',
    },
    { name: 'a RIFF file that is a film', bytes: riff('AVI '), expect: rejected, filename: 'song.wav' },
    { name: 'a RIFF file that is a picture', bytes: riff('WEBP'), expect: rejected, filename: 'song.wav' },
    { name: 'an AIFF file', bytes: bases['aiff-pcm'], expect: rejected, filename: 'song.aiff' },
    { name: 'a WebM file', bytes: bases['webm-opus'], expect: rejected, filename: 'song.webm' },
    { name: 'an AU file', bytes: bases['au-pcm'], expect: rejected, filename: 'song.au' },
    { name: 'wav of ADPCM', bytes: bases['wav-adpcm'], expect: rejected, filename: 'song.wav' },
    { name: 'wav named .mp3', bytes: plainWave, expect: decodes('wav', 0.99, 1.01), filename: 'song.mp3' },
    {
      name: 'mp3 named .wav',
      bytes: bases['mp3-cbr'],
      expect: decodes('mp3', 1.9, 2.1),
      filename: 'song.wav',
    },
    {
      name: 'flac named .m4a',
      bytes: bases['flac-16'],
      expect: decodes('flac', 1.9, 2.1),
      filename: 'song.m4a',
    },
    {
      name: 'ogg without an ending',
      bytes: bases['ogg-opus'],
      expect: decodes('ogg', 1.9, 2.1),
      filename: 'song',
    },
    {
      name: 'wav under a name of another alphabet',
      bytes: plainWave,
      expect: decodes('wav', 0.99, 1.01),
      filename: '日本 🎵 歌.wav',
    },
    {
      name: 'wav from another encoder, with tags',
      bytes: bases['wav-from-encoder'],
      expect: decodes('wav', 1.99, 2.01, { title: 'Tëst Söng', artist: 'The Générators' }),
      filename: 'song.wav',
    },
    {
      name: 'wav of 64 bits (W64)',
      bytes: bases['w64-pcm'],
      expect: decodes('wav', 1.99, 2.01),
      filename: 'song.w64',
    },
    {
      name: 'wav of 64 bits (RF64)',
      bytes: bases['wav-rf64'],
      expect: decodes('wav', 1.99, 2.01),
      filename: 'song.wav',
    },
    {
      name: 'wav with mp3 inside',
      bytes: bases['wav-mp3-inside'],
      expect: decodes('wav', 1.9, 2.1),
      filename: 'song.wav',
    },
  ];
}
