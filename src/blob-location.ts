/** Where uploads are, from the settings that name the place. */
import { resolve } from 'node:path';

export type BlobLocation =
  | { readonly kind: 'disk'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucketUrl: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Before every key, with a slash at its end; '' for none. */
      readonly prefix: string;
      /** For local copies that computing reads. */
      readonly cacheBytes: number;
    };

export const s3Url = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[a-z0-9_-]+)*)\/?$/;

interface BlobSettings {
  readonly CONTRAFACT_BLOBS?: string | undefined;
  readonly CONTRAFACT_S3_ENDPOINT?: string | undefined;
  readonly CONTRAFACT_S3_REGION: string;
  readonly CONTRAFACT_S3_PATH_STYLE?: 'true' | 'false' | undefined;
  readonly CONTRAFACT_S3_ACCESS_KEY_ID?: string | undefined;
  readonly CONTRAFACT_S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly CONTRAFACT_BLOB_CACHE_MB: number;
}

/** Of settings that were validated. */
export function blobLocation(env: BlobSettings, dataDir: string): BlobLocation {
  const [, bucket, folders] = s3Url.exec(env.CONTRAFACT_BLOBS ?? '') ?? [];
  if (bucket === undefined) {
    return { kind: 'disk', folder: resolve(env.CONTRAFACT_BLOBS ?? `${dataDir}/blobs`) };
  }
  const region = env.CONTRAFACT_S3_REGION;
  const endpoint = new URL(env.CONTRAFACT_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`);
  // Amazon wants the bucket in the host's name, nearly everyone else takes it in the path.
  const isPathStyle =
    (env.CONTRAFACT_S3_PATH_STYLE ?? String(env.CONTRAFACT_S3_ENDPOINT !== undefined)) === 'true';
  if (isPathStyle) endpoint.pathname = `${endpoint.pathname.replace(/\/$/, '')}/${bucket}`;
  else endpoint.hostname = `${bucket}.${endpoint.hostname}`;
  return {
    kind: 's3',
    bucketUrl: endpoint.href.replace(/\/$/, ''),
    region,
    accessKeyId: env.CONTRAFACT_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.CONTRAFACT_S3_SECRET_ACCESS_KEY ?? '',
    prefix: folders ? `${folders.slice(1)}/` : '',
    cacheBytes: env.CONTRAFACT_BLOB_CACHE_MB * 1_000_000,
  };
}
