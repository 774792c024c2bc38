import { pcm16, wavHeader } from '../signal/wav.js';

/** Where the chunk with the samples begins in a header. */
const dataChunkAt = 36;

/** A WAV file of 16-bit mono samples. `title` becomes its INFO tag, which the service reads. */
export function wavFile(samples: Float32Array, sampleRateHz: number, title = ''): Buffer {
  const info = title === '' ? Buffer.alloc(0) : infoChunk(title);
  const data = pcm16(samples);
  const header = Buffer.from(wavHeader(data.length, sampleRateHz));
  header.writeUInt32LE(header.length - 8 + info.length + data.length, 4);
  return Buffer.concat([header.subarray(0, dataChunkAt), info, header.subarray(dataChunkAt), data]);
}

function infoChunk(title: string): Buffer {
  const text = Buffer.from(`${title}\0`, 'utf8');
  const padded = text.length + (text.length % 2);
  const chunk = Buffer.alloc(20 + padded);
  chunk.write('LIST', 0, 'latin1');
  chunk.writeUInt32LE(12 + padded, 4);
  chunk.write('INFOINAM', 8, 'latin1');
  chunk.writeUInt32LE(text.length, 16);
  text.copy(chunk, 20);
  return chunk;
}
