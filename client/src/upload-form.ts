/** Multipart forms with a file, and how much of one has been sent. */

/** In Node, `await openAsBlob(path)` of node:fs makes one without reading the file into memory. */
export type FileInput = Blob;

export interface FileOptions {
  /** Default: the name of a File, else `audio`. The service judges the content, not the name. */
  filename?: string;
}

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/** A form with the file in the part `file`, after the given text fields. */
export function fileForm(
  file: FileInput,
  options: FileOptions,
  fields: Record<string, string | undefined>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value);
  }
  const ownName = 'name' in file && typeof file.name === 'string' ? file.name : undefined;
  form.append('file', file, options.filename ?? ownName ?? 'audio');
  return form;
}

/** Counts the file's bytes: the form around them is a few hundred more, which nobody wants to see. */
export function fileProgress(
  file: FileInput,
  onProgress: ((progress: UploadProgress) => void) | undefined,
): ((bytes: number) => void) | undefined {
  if (!onProgress) return undefined;
  return (bytes) => onProgress({ sentBytes: Math.min(bytes, file.size), totalBytes: file.size });
}
