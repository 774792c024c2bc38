/** Whether a file may hold Content Credentials, found by the bytes with which every manifest store begins. */
import { open } from 'node:fs/promises';

/** The description box of a manifest store and its type (C2PA 2.1, section 11.1.4.2), the same in every container. */
const marker = Buffer.concat([Buffer.from('jumdc2pa'), Buffer.from('00110010800000aa00389b71', 'hex')]);
const chunkBytes = 1_000_000;

/** Reads the file once, in pieces: O(bytes). */
export async function hasCredentialMarker(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(chunkBytes + marker.length);
    for (let position = 0; ; position += chunkBytes) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (buffer.subarray(0, bytesRead).includes(marker)) return true;
      if (bytesRead < buffer.length) return false;
    }
  } finally {
    await file.close();
  }
}
