/** Browsers report the progress of an upload only through XMLHttpRequest. */

/** The part of XMLHttpRequest used here, so that the types hold without a browser's library. */
interface Xhr {
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: FormData): void;
  abort(): void;
}

/** POSTs a form and answers as fetch does. */
export function sendWithProgress(
  url: string,
  headers: Record<string, string>,
  form: FormData,
  onBytesSent: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<Response> {
  // Not among the types that a client of Node, browsers and others can rely on.
  const { XMLHttpRequest: Request } = globalThis as unknown as { XMLHttpRequest: new () => Xhr };
  return new Promise((resolve, reject) => {
    const xhr = new Request();
    xhr.open('POST', url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded }) => onBytesSent(loaded);
    xhr.onload = () => {
      const retryAfter = xhr.getResponseHeader('retry-after');
      const headers = new Headers(retryAfter === null ? undefined : { 'retry-after': retryAfter });
      resolve(new Response(xhr.responseText, { status: xhr.status, headers }));
    };
    xhr.onerror = () => reject(new TypeError('the upload failed'));
    xhr.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    if (signal?.aborted) reject(signal.reason);
    else xhr.send(form);
  });
}
