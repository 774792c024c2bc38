/**
 * A process that reads the Content Credentials of one file and ends: what a hostile manifest breaks ends with it.
 * Arguments: the file's path and media type. Prints one C2paAnswer as JSON.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';

/** The manifest store as the library reports it, or why there is none. */
export type C2paAnswer = { readonly store: unknown } | { readonly failure: string };

/** Nothing is fetched: neither manifests nor certificates' states. */
const settings = { verify: { remote_manifest_fetch: false, ocsp_fetch: false } };

async function read(path: string, mediaType: string): Promise<C2paAnswer> {
  initSync({
    module: readFileSync(createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm')),
  });
  try {
    const reader = await WasmReader.fromBytes(mediaType, readFileSync(path), JSON.stringify(settings));
    return { store: JSON.parse(reader.json()) as unknown };
  } catch (error) {
    return { failure: String(error) };
  }
}

const [path = '', mediaType = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await read(path, mediaType)));
