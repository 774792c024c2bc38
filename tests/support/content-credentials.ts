/** Writes Content Credentials (C2PA) into audio, signed with a certificate made for the occasion. */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as x509 from '@peculiar/x509';

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;
/** Bytes that a manifest leaves for its signature. */
const reservedBytes = 4096;

interface Certified {
  readonly keys: Awaited<ReturnType<typeof newKeys>>;
  readonly der: Uint8Array;
}

/** @param sourceType the last word of an IPTC digital source type, such as `trainedAlgorithmicMedia` */
export async function withCredentials(audio: Buffer, mediaType: string, sourceType: string): Promise<Buffer> {
  const { initSync, WasmBuilder } = await import('@contentauth/c2pa-wasm');
  const wasm = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
  initSync({ module: readFileSync(wasm) });
  standInForBrowser();
  const builder = WasmBuilder.fromJson(
    JSON.stringify({
      claim_generator_info: [{ name: 'Music Maker', version: '2' }],
      assertions: [
        {
          label: 'c2pa.actions',
          data: {
            actions: [
              {
                action: 'c2pa.created',
                digitalSourceType: `http://cv.iptc.org/newscodes/digitalsourcetype/${sourceType}`,
              },
            ],
          },
        },
      ],
    }),
  );
  const authority = await certify('CN=Test authority, O=Test', null);
  const signer = await certify('CN=Music Maker, O=Test', authority);
  const definition = {
    alg: 'es256',
    reserveSize: reservedBytes,
    sign: (claim: Uint8Array) => coseSignature(claim, signer, authority),
  };
  return Buffer.from(await builder.sign(definition as never, [], mediaType, new HeldBlob(audio)));
}

/** The library reads its source as a browser's worker does, at once; Node's Blob can only be awaited. */
class HeldBlob extends Blob {
  constructor(readonly content: Uint8Array) {
    super([new Uint8Array(content)]);
  }
  override slice(start?: number, end?: number): HeldBlob {
    return new HeldBlob(this.content.subarray(start, end));
  }
}

function standInForBrowser(): void {
  Object.assign(globalThis, {
    FileReaderSync: class {
      readAsArrayBuffer(blob: HeldBlob): ArrayBuffer {
        return new Uint8Array(blob.content).buffer;
      }
    },
  });
}

const newKeys = () => crypto.subtle.generateKey(curve, true, ['sign', 'verify']);

/** An authority certifies itself. */
async function certify(subject: string, authority: Certified | null): Promise<Certified> {
  const keys = await newKeys();
  const issuer = authority ? new x509.X509Certificate(new Uint8Array(authority.der)).subject : subject;
  const signingKeys = authority?.keys ?? keys;
  const { digitalSignature, keyCertSign } = x509.KeyUsageFlags;
  const emailProtection = '1.3.6.1.5.5.7.3.4';
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: authority ? '02' : '01',
    subject,
    issuer,
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(Date.now() + dayMs),
    signingAlgorithm: curve,
    publicKey: keys.publicKey,
    signingKey: signingKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(authority === null, undefined, true),
      new x509.KeyUsagesExtension(authority ? digitalSignature : keyCertSign, true),
      ...(authority ? [new x509.ExtendedKeyUsageExtension([emailProtection], true)] : []),
      await x509.AuthorityKeyIdentifierExtension.create(signingKeys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { keys, der: new Uint8Array(certificate.rawData) };
}

/** COSE_Sign1 (RFC 9052, section 4.2) with the certificates in its header and the payload detached. */
async function coseSignature(
  claim: Uint8Array,
  signer: Certified,
  authority: Certified,
): Promise<Uint8Array> {
  const algorithm = [Buffer.from([1]), Buffer.from([0x26])];
  const chain = [Buffer.from([0x18, 33]), array([bytes(signer.der), bytes(authority.der)])];
  const header = map([...algorithm, ...chain]);
  const signed = array([text('Signature1'), bytes(header), bytes(Buffer.alloc(0)), bytes(claim)]);
  const signature = await crypto.subtle.sign(curve, signer.keys.privateKey, new Uint8Array(signed));
  const padded = (padBytes: number): Buffer => {
    const padding = map([text('pad'), bytes(Buffer.alloc(padBytes))]);
    const nothing = Buffer.from([0xf6]);
    const parts = array([bytes(header), padding, nothing, bytes(new Uint8Array(signature))]);
    return Buffer.concat([Buffer.from([0xd2]), parts]);
  };
  return padded(300 + reservedBytes - padded(300).length);
}

/** The few forms of CBOR (RFC 8949) that a signature needs. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const array = (items: readonly Buffer[]): Buffer => Buffer.concat([head(4, items.length), ...items]);
const map = (items: readonly Buffer[]): Buffer => Buffer.concat([head(5, items.length / 2), ...items]);
