/** Multipart forms and WAV files for tests. */

export interface FilePart {
  readonly name?: string;
  readonly filename: string;
  readonly content: Buffer;
}

export interface Form {
  readonly payload: Buffer;
  readonly headers: { 'content-type': string };
}

export function form(fields: ReadonlyArray<readonly [string, string]>, files: readonly FilePart[]): Form {
  const boundary = 'contrafact-test-boundary';
  const parts: Buffer[] = [];
  for (const [name, value] of fields) {
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
  }
  for (const { name = 'file', filename, content } of files) {
    parts.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n` +
          'Content-Type: application/octet-stream\r\n\r\n',
      ),
      content,
      Buffer.from('\r\n'),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    payload: Buffer.concat(parts),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** 16-bit mono PCM at 8 kHz: a tone whose pitch is its only difference from other seeds. */
export function wav(seconds: number, seed = 1): Buffer {
  const sampleRateHz = 8000;
  const samples = Math.round(seconds * sampleRateHz);
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRateHz, 24);
  file.writeUInt32LE(sampleRateHz * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples * 2, 40);
  for (let n = 0; n < samples; n++) {
    file.writeInt16LE(
      Math.round(8000 * Math.sin((2 * Math.PI * (200 + 10 * seed) * n) / sampleRateHz)),
      44 + 2 * n,
    );
  }
  return file;
}
