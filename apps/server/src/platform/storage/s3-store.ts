import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Disk } from 'flydrive';
import { isDiskFull, StartupError } from '../system-errors.ts';
import {
  type Bucket,
  type FileStore,
  FileStoreUnavailable,
  hashFile,
  isTempKey,
  makeTempKey,
} from './storage.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Timeouts in milliseconds. */
export interface S3Timeouts {
  readonly connect: number;
  /** Without any traffic on a connection. Less than 6 000, because the library adds 3 s to a longer timeout. */
  readonly idle: number;
}

export const DEFAULT_TIMEOUTS: S3Timeouts = { connect: 3_000, idle: 5_500 };
/** Attempts at a request after broken connections and temporary rejections. A timeout is not retried. */
const ATTEMPTS = 2;

/** Services' errors for a full store; the standard defines none. */
const FULL = new Set([
  'XMinioStorageFull',
  'QuotaExceeded',
  'StorageLimitExceeded',
  'EntityTooLarge',
]);

/**
 * Files in a bucket of an S3-compatible service.
 * @param credentials null for those that the library finds, such as the role of an Amazon machine
 * @throws StartupError when the bucket cannot be written to
 */
export async function openS3FileStore(
  bucket: Bucket,
  credentials: S3Credentials | null,
  timeouts = DEFAULT_TIMEOUTS,
): Promise<FileStore> {
  const { client, disk } = await connect(bucket, credentials, timeouts);
  const toFullKey = (key: string) => `${bucket.prefix}${key}`;
  const store: FileStore = {
    put: (key, bytes) => withStoreErrors(() => disk.put(toFullKey(key), bytes)),
    putFile: (key, path) =>
      withStoreErrors(async () => {
        const { size } = await stat(path);
        const ContentMD5 = (await hashFile(path, 'md5')).toString('base64');
        const content = createReadStream(path);
        // The library does not close a stream that it could not send.
        const close = () => content.destroy();
        // The service rejects bytes that do not match the digest.
        await disk
          .putStream(toFullKey(key), content, { contentLength: size, ContentMD5 })
          .finally(close);
      }),
    read: (key) => withStoreErrors(() => disk.getStream(toFullKey(key))),
    delete: (key) => withStoreErrors(() => disk.delete(toFullKey(key))),
    list: () => listBucket(client, bucket),
    check: () =>
      withStoreErrors(async () => {
        const key = toFullKey(makeTempKey());
        await disk.put(key, 'x');
        await disk.delete(key);
      }),
  };
  await store.check().catch((cause: unknown) => {
    // Files of a full bucket can still be read.
    if (isDiskFull(cause)) return;
    client.destroy();
    throw toStartupError(bucket, cause);
  });
  return store;
}

/** Loads the large library only in installations with a bucket. */
async function connect(
  { name, endpoint, region }: Bucket,
  credentials: S3Credentials | null,
  timeouts: S3Timeouts,
): Promise<{ client: S3Client; disk: Disk }> {
  const [{ S3Client }, { Disk }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive'),
    import('flydrive/drivers/s3'),
  ]);
  const client = new S3Client({
    region,
    ...(credentials ? { credentials } : {}),
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: timeouts.connect, socketTimeout: timeouts.idle },
    // Other services do not support Amazon's newer checksums. `putFile` sends an MD5 digest instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (fault) {
        throw isTimeout(fault) ? new NoAnswer(fault.message) : fault;
      }
    },
    { name: 'timeoutIsFinal', step: 'deserialize' },
  );
  const driver = new S3Driver({ client, bucket: name, visibility: 'private', supportsACL: false });
  return { client, disk: new Disk(driver) };
}

/** A timeout under a name that the library does not retry. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Recognizes a timeout. The library also names broken connections TimeoutError, but those have a network code. */
function isTimeout(fault: unknown): fault is Error {
  return fault instanceof Error && fault.name === 'TimeoutError' && !('code' in fault);
}

async function* listBucket(client: S3Client, { name, prefix }: Bucket): AsyncGenerator<string> {
  const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
  const pages = paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix });
  while (true) {
    const { value, done } = await withStoreErrors(() => pages.next());
    if (done) return;
    for (const { Key = '' } of value.Contents ?? []) {
      const key = Key.slice(prefix.length);
      if (!isTempKey(key)) yield key;
    }
  }
}

/** Converts an error of the service or its connection to an error of a file store. */
async function withStoreErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (fault) {
    const { name, status } = findServiceError(fault);
    if (FULL.has(name) || status === 507) {
      throw Object.assign(new Error('The bucket is full', { cause: fault }), {
        code: 'ENOSPC',
      });
    }
    throw new FileStoreUnavailable(name, { cause: fault });
  }
}

/** Name and status of the service's error that flydrive wraps. */
function findServiceError(fault: unknown): { name: string; status: number | undefined } {
  for (let cause = fault, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    const { $metadata, code } = cause as {
      $metadata?: { httpStatusCode?: number };
      code?: string;
    };
    if ($metadata) return { name: code ?? cause.name, status: $metadata.httpStatusCode };
    cause = cause.cause;
  }
  return { name: fault instanceof Error ? fault.name : 'unknown', status: undefined };
}

function toStartupError({ name: bucket, endpoint }: Bucket, cause: unknown): StartupError {
  const { name, status } = findServiceError(cause instanceof Error ? cause.cause : cause);
  const where = endpoint ?? 'Amazon S3';
  const reject = (message: string) => new StartupError('files-refused', message, { cause });
  if (name === 'NoSuchBucket' || status === 404) {
    return reject(`El bucket ${bucket} de FILES_URL no existe en ${where}: créalo primero.`);
  }
  if (status === 401 || status === 403 || name === 'CredentialsProviderError') {
    return reject(
      `${where} no deja escribir en el bucket ${bucket} (${name}): revisa AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY y sus permisos.`,
    );
  }
  if (status === 301 || name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed') {
    return reject(`El bucket ${bucket} está en otra región: revisa region en FILES_URL.`);
  }
  return new StartupError(
    'files-unreachable',
    `No se puede usar el almacén de FILES_URL en ${where} (${name}): revisa la dirección y que esté encendido.`,
    { cause },
  );
}
