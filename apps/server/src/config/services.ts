import { isIP, isIPv4 } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import type { LanguageModelSettings } from '../modules/reports/public.ts';
import { toUrlHost } from '../platform/http/origin.ts';
import type { ProviderSettings } from '../platform/identity/provider/provider.ts';
import type { CertificateSettings } from '../platform/paper/read-certificate.ts';
import type { S3Credentials } from '../platform/storage/s3-store.ts';
import type { Bucket } from '../platform/storage/storage.ts';
import { StartupError } from '../platform/system-errors.ts';
import type { Environment } from './environment.ts';

export interface StoreConfig {
  /** An absolute folder, or a bucket. */
  readonly location: string | Bucket;
  readonly credentials: S3Credentials | null;
}

export function readMail(env: Environment) {
  const { MAIL_URL: server, MAIL_FROM: from } = env;
  if (server === undefined) return null;
  const isAddress = z.email().safeParse(server.user).success;
  const { hostname } = new URL(readLinkOrigin(env));
  const address = isAddress
    ? String(server.user)
    : `simiente@${isIP(hostname) ? 'localhost' : hostname}`;
  return { server, from: from ?? `Simiente <${address}>` };
}

export function readLinkOrigin({ PUBLIC_URL: publicUrl, HOST, PORT }: Environment): string {
  return publicUrl === undefined ? `http://${toUrlHost(HOST)}:${PORT}` : new URL(publicUrl).origin;
}

export const invalidConfig = (problem: string, cause?: unknown) =>
  new StartupError('config-invalid', `Configuración no válida: ${problem}`, { cause });

/** @throws StartupError if only some of the variables that a service needs are set */
function rejectPartial(settings: readonly (string | undefined)[], rule: string): null {
  if (settings.every((setting) => setting === undefined)) return null;
  throw invalidConfig(rule);
}

export function readProvider(env: Environment): ProviderSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    return { issuer, clientId, clientSecret, name: env.OIDC_NAME ?? new URL(issuer).hostname };
  }
  return rejectPartial(
    [issuer, clientId, clientSecret, env.OIDC_NAME],
    'OIDC_ISSUER, OIDC_CLIENT_ID y OIDC_CLIENT_SECRET van juntas; falta alguna.',
  );
}

export function readLanguageModel(env: Environment): LanguageModelSettings | null {
  const { AI_URL: url, AI_MODEL: model, AI_KEY: key } = env;
  if (url !== undefined && model !== undefined) return { url, model, key: key ?? null };
  return rejectPartial(
    [url, model, key],
    'AI_URL y AI_MODEL van juntas, y AI_KEY solo con ellas; falta alguna.',
  );
}

export function readCertificate(env: Environment): CertificateSettings | null {
  const { SIGNING_P12: file, SIGNING_P12_PASSPHRASE: passphrase } = env;
  if (file !== undefined && passphrase !== undefined) {
    return { file: path.resolve(file), passphrase };
  }
  return rejectPartial(
    [file, passphrase],
    'SIGNING_P12 y SIGNING_P12_PASSPHRASE van juntas; falta una.',
  );
}

/** @throws StartupError with an external database, because only the embedded one can be archived */
export function readWalArchive(env: Environment) {
  if (env.WAL_ARCHIVE !== undefined && env.DATABASE_URL !== undefined) {
    throw invalidConfig(
      'WAL_ARCHIVE es de la base incluida; para una externa usa las herramientas de su PostgreSQL (como pgBackRest).',
    );
  }
  const store = readStore(env, 'WAL_ARCHIVE');
  return store && { ...store, days: env.WAL_ARCHIVE_DAYS };
}

export function readStore(
  env: Environment,
  variable: 'WAL_ARCHIVE' | 'AUDIT_COPY',
): StoreConfig | null {
  const location = env[variable];
  if (location === undefined) return null;
  if (typeof location === 'string') return { location: path.resolve(location), credentials: null };
  return { location, credentials: readS3Credentials(env, variable, location) };
}

export function readS3Credentials(
  env: Environment,
  variable: 'FILES_URL' | 'WAL_ARCHIVE' | 'AUDIT_COPY',
  bucket: Bucket | undefined,
): S3Credentials | null {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  if (bucket === undefined) return null;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  }
  // Without an endpoint, the bucket is Amazon's, and its machines get credentials by themselves.
  const isPartial = accessKeyId !== undefined || secretAccessKey !== undefined;
  if (!isPartial && bucket.endpoint === null) return null;
  throw invalidConfig(`${variable} necesita AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY.`);
}

/** Variables whose connections would leave this machine without TLS. */
export function findPlainConnections(env: Environment): string[] {
  const { MAIL_URL: mail, CLAMD: clamd } = env;
  const isPlain = (text: string | null | undefined, isEncrypted: (url: URL) => boolean) => {
    if (!text) return false;
    const url = new URL(text);
    const host = url.searchParams.get('host') ?? url.hostname;
    const isSocket = host === '' || /^(\/|%2f)/i.test(host);
    return !isSocket && !isLoopback(host.replace(/^\[(.*)\]$/, '$1')) && !isEncrypted(url);
  };
  const isHttps = ({ protocol }: URL) => protocol === 'https:';
  const isVerified = ({ searchParams }: URL) => searchParams.get('sslmode') === 'verify-full';
  const endpoint = (location: string | Bucket | undefined) =>
    typeof location === 'object' ? location.endpoint : null;
  const connections = {
    DATABASE_URL: isPlain(env.DATABASE_URL, isVerified),
    DATABASE_OWNER_URL: isPlain(env.DATABASE_OWNER_URL, isVerified),
    OIDC_ISSUER: isPlain(env.OIDC_ISSUER, isHttps),
    AI_URL: isPlain(env.AI_URL, isHttps),
    FILES_URL: isPlain(endpoint(env.FILES_URL), isHttps),
    WAL_ARCHIVE: isPlain(endpoint(env.WAL_ARCHIVE), isHttps),
    AUDIT_COPY: isPlain(endpoint(env.AUDIT_COPY), isHttps),
    MAIL_URL: mail && !mail.secure && mail.user === null && !isLoopback(mail.host),
    CLAMD: clamd && !isLoopback(clamd.host),
    ALLOW_PLAIN_HTTP: env.ALLOW_PLAIN_HTTP,
  };
  return Object.entries(connections).flatMap(([name, isUnencrypted]) =>
    isUnencrypted ? name : [],
  );
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
