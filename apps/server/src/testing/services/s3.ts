import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { S3Client } from '@aws-sdk/client-s3';
import { vi } from 'vitest';
import { freePort } from '../../platform/postgres/testing/free-port.ts';
import { openS3FileStore, type S3Credentials } from '../../platform/storage/s3-store.ts';
import type { Bucket, FileStore } from '../../platform/storage/storage.ts';

const S3RVER = fileURLToPath(
  new URL('../../../../../node_modules/s3rver/bin/s3rver.js', import.meta.url),
);

/** The only credentials of the tests' service, which checks signatures. */
export const S3_CREDENTIALS: S3Credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** A store that waits as long as a busy machine needs, until a test shortens the idle timeout of later requests. */
export async function openUnhurriedStore(
  bucket: Bucket,
): Promise<{ store: FileStore; limitSilence(milliseconds: number): void }> {
  const send = vi.spyOn(S3Client.prototype, 'send');
  const longTimeouts = { connect: 60_000, idle: 60_000 };
  const store = await openS3FileStore(bucket, S3_CREDENTIALS, longTimeouts);
  const { config } = send.mock.contexts[0] as S3Client;
  send.mockRestore();
  // The store's handler is Node's, whose type is in a separate package of the library.
  const handler = config.requestHandler as unknown as {
    updateHttpClientConfig(key: 'socketTimeout', milliseconds: number): void;
  };
  return {
    store,
    limitSilence: (milliseconds) => handler.updateHttpClientConfig('socketTimeout', milliseconds),
  };
}

/** An S3-compatible service in a separate process. */
export interface S3Service {
  readonly bucket: Bucket;
  /** The folder of its objects. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Starts a service with one empty bucket. */
export async function startS3(at?: number): Promise<S3Service> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-s3-'));
  const port = at ?? (await freePort());
  const name = 'archivos';
  const child = spawn(
    process.execPath,
    [
      // The continuation tokens of its lists use a cipher that OpenSSL has moved to its legacy provider.
      '--openssl-legacy-provider',
      S3RVER,
      '-d',
      folder,
      '-a',
      '127.0.0.1',
      '-p',
      String(port),
      '--configure-bucket',
      name,
      '--no-vhost-buckets',
      '-s',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await waitUntilListening(child);
  return {
    bucket: {
      name,
      prefix: 'simiente/',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
    },
    folder,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilListening(child: ChildProcess): Promise<void> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (output.includes('listening')) return;
  }
  throw new Error(`The S3 service of the tests did not start: ${output}`);
}
