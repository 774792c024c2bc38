/** A WAV file of 16-bit mono samples. `title` becomes its INFO tag, which the service reads. */
export function wavFile(samples: Float32Array, sampleRateHz: number, title = ''): Buffer {
  const info = title === '' ? Buffer.alloc(0) : infoChunk(title);
  const dataBytes = samples.length * 2;
  const file = Buffer.alloc(44 + info.length + dataBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + info.length + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRateHz, 24);
  file.writeUInt32LE(sampleRateHz * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  info.copy(file, 36);
  const data = 36 + info.length;
  file.write('data', data, 'latin1');
  file.writeUInt32LE(dataBytes, data + 4);
  for (let i = 0; i < samples.length; i++) {
    const clipped = Math.max(-1, Math.min(1, samples[i]!));
    file.writeInt16LE(Math.round(clipped * 32767), data + 8 + 2 * i);
  }
  return file;
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
