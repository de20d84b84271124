import { isIP, isIPv4 } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import {
  bucket,
  flag,
  LOG_LEVELS,
  languageModelUrl,
  mailSenderAddress,
  mailServer,
  namesEverybody,
  namesProxies,
  origins,
  passphrase,
  postgresUrl,
  providerIssuer,
  timeZone,
  walArchive,
  wholeNumber,
} from './config-values.ts';
import type { MailServer } from './modules/mail/server.ts';
import type { LanguageModelSettings } from './modules/reports/public.ts';
import { hostInUrl } from './platform/http/host-in-url.ts';
import { isTileUrl, type MapTiles } from './platform/http/map-tiles.ts';
import {
  LONGEST_PASSWORD,
  SHORTEST_OPERATOR_PASSWORD,
} from './platform/identity/passwords/password.ts';
import type { ProviderSettings } from './platform/identity/provider/provider.ts';
import type { CertificateSettings } from './platform/paper/read-certificate.ts';
import { StartupError } from './platform/startup-error.ts';
import type { Bucket } from './platform/storage/bucket.ts';
import type { S3Credentials } from './platform/storage/s3-store.ts';
import { readSecretFiles, SECRETS } from './secret-files.ts';

const environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(10, 500).default(10),
  FILES_URL: bucket.optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  CLINIC_TIME_ZONE: timeZone.default('America/Mexico_City'),
  MAIL_URL: mailServer.optional(),
  MAIL_FROM: mailSenderAddress.optional(),
  OIDC_ISSUER: providerIssuer.optional(),
  OIDC_CLIENT_ID: z.string().max(500, 'es demasiado largo').optional(),
  OIDC_CLIENT_SECRET: z.string().max(2000, 'es demasiado largo').optional(),
  OIDC_NAME: z.string().trim().max(40, 'debe tener como máximo 40 caracteres').optional(),
  AI_URL: languageModelUrl.optional(),
  AI_MODEL: z.string().trim().max(200, 'debe tener como máximo 200 caracteres').optional(),
  AI_KEY: z.string().max(2000, 'es demasiado largo').optional(),
  SIGNING_P12: z.string().optional(),
  SIGNING_P12_PASSPHRASE: z.string().max(500, 'es demasiado larga').optional(),
  MAP_TILES_URL: z
    .string()
    .refine(
      isTileUrl,
      'no es una dirección de teselas de un solo origen (por ejemplo: https://mapas.example/{z}/{x}/{y}.png)',
    )
    .optional(),
  MAP_TILES_ATTRIBUTION: z
    .string()
    .max(200, 'debe tener como máximo 200 caracteres')
    .default('© OpenStreetMap'),
  DEMO: flag.default(false),
  DEMO_PATIENTS: wholeNumber(1, 100_000).default(250),
  ADMIN_EMAIL: z.email({ error: 'no es un correo electrónico' }).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(SHORTEST_OPERATOR_PASSWORD, `debe tener al menos ${SHORTEST_OPERATOR_PASSWORD} caracteres`)
    .max(LONGEST_PASSWORD, `debe tener como máximo ${LONGEST_PASSWORD} caracteres`)
    .optional(),
  AUTH_SECRET: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
  AUDIT_SECRET: z
    .string()
    .refine(
      (keys) => keys.split(',').every((key) => key.trim().length >= 32),
      'debe tener al menos 32 caracteres, también cada una si son varias separadas por comas',
    )
    .optional(),
  AUTH_SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(z.string().min(32, 'debe tener al menos 32 caracteres')))
    .default([]),
  REQUIRE_TWO_FACTOR: flag.default(false),
  CALENDLY_WEBHOOK_SECRET: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
  INTAKE_ORIGINS: origins.default([]),
  TRUST_PROXY: z
    .string()
    .refine(
      namesProxies,
      'no es una lista de direcciones de proxies (por ejemplo: 10.0.0.5, 10.1.0.0/16, loopback)',
    )
    .refine(
      (list) => !namesEverybody(list),
      'debe nombrar solo a tus proxies y no a todo el mundo (/0): cualquiera podría decir que viene de otra dirección',
    )
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'no es una dirección http o https' }).optional(),
  SESSION_IDLE_MINUTES: wholeNumber(1, 720).default(30),
  SESSION_HOURS: wholeNumber(1, 168).default(12),
  BACKUP_DIR: z.string().optional(),
  BACKUP_DAILY: flag.optional(),
  BACKUP_DATABASE_URL: postgresUrl.optional(),
  WAL_ARCHIVE: walArchive.optional(),
  WAL_ARCHIVE_DAYS: wholeNumber(1, 365).default(14),
  BACKUP_PASSPHRASE: passphrase.optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `debe ser uno de ${LOG_LEVELS.join(', ')}` }).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'debe tener al menos 16 caracteres').optional(),
  DRAIN_SECONDS: wholeNumber(0, 300).optional(),
  STOP_SECONDS: wholeNumber(1, 600).default(30),
});

/** Every variable that is read, as `docs/es/operacion.md` lists them. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(environment.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/** Where metrics are served; see `docs/es/operacion.md`. */
export interface MetricsConfig {
  /** Null: at the public port, which then requires the token. */
  readonly port: number | null;
  readonly host: string;
  /** Null: any client that reaches the port may read them. */
  readonly token: string | null;
}

/** The configuration, validated. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly databaseOwnerUrl: string | null;
  /** A standby for lists, figures and searches; null: the database answers them. */
  readonly databaseReplicaUrl: string | null;
  /** Connections of a server to the database, without the one for changes; and to its standby. */
  readonly databasePoolSize: number;
  /** Null: files are in `DATA_DIR/files`. */
  readonly filesBucket: Bucket | null;
  /** Null: those of the machine's provider. */
  readonly filesCredentials: S3Credentials | null;
  readonly clinicTimeZone: string;
  /** Null: maps show our own outlines, and no other origin is called. */
  readonly mapTiles: MapTiles | null;
  /** Null: no e-mail is sent, and links are shown to administration instead. */
  readonly mail: {
    readonly server: MailServer;
    /** The sender. */
    readonly from: string;
  } | null;
  /** Null: sign-in with OpenID Connect is off. */
  readonly provider: ProviderSettings | null;
  /** Null: no language model words drafts, and no server of one is called. */
  readonly languageModel: LanguageModelSettings | null;
  /** Null: papers have no signature of a certificate. */
  readonly certificate: CertificateSettings | null;
  readonly demo: boolean;
  readonly demoPatients: number;
  readonly admin: { readonly email: string | null; readonly password: string | null };
  readonly authSecret: string | null;
  /** The key of the audit's seals; several, separated by commas, after a change. */
  readonly auditSecret: string | null;
  /** Earlier secrets, newest first, which still decrypt. */
  readonly previousAuthSecrets: readonly string[];
  /** Whether every account must set up a second step. */
  readonly requireTwoFactor: boolean;
  /** The signing key of Calendly's deliveries; null: there is no webhook. */
  readonly calendlyWebhookSecret: string | null;
  /** Origins of the pages whose visitors may use the intake. */
  readonly intakeOrigins: readonly string[];
  /** Addresses of proxies whose X-Forwarded-For is trusted; false for none. */
  readonly trustProxy: string | false;
  /** True where clients use TLS. */
  readonly secure: boolean;
  readonly publicUrl: string | null;
  /** The address of the installation in messages, links and QR codes, without a path. */
  readonly linkOrigin: string;
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
  readonly backups: {
    /** Absolute. */
    readonly folder: string;
    /** Whether the server makes one a day. */
    readonly daily: boolean;
    /** Whether backups were configured, or declined: false for an external database with neither. */
    readonly decided: boolean;
    /** A standby to read backups from, under the role that owns the tables. */
    readonly databaseUrl: string | null;
    readonly passphrase: string | null;
    /** A file with the passphrase, instead of the passphrase. */
    readonly passphraseFile: string | null;
  };
  /** Where the write-ahead log goes, for recovery to a moment; null: nowhere. */
  readonly walArchive: {
    /** An absolute folder, or a bucket. */
    readonly location: string | Bucket;
    readonly days: number;
    readonly credentials: S3Credentials | null;
  } | null;
  readonly logLevel: string;
  /** Null: there are no metrics. */
  readonly metrics: MetricsConfig | null;
  /** How long it reports that it is stopping, and still answers, before it stops listening. */
  readonly drainSeconds: number;
  /** How long requests under way have afterwards. */
  readonly stopSeconds: number;
}

/**
 * Reads the environment.
 * @throws StartupError with every wrong variable and why, in one line
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  // A variable that is set to nothing counts as not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { data: env, error } = environment.safeParse({ ...given, ...readSecretFiles(given) });
  if (error) {
    const wrong = error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`);
    throw new StartupError('config-invalid', `Configuración no válida: ${wrong.join('; ')}.`);
  }
  if (env.BACKUP_PASSPHRASE !== undefined && env.BACKUP_PASSPHRASE_FILE !== undefined) {
    throw new StartupError(
      'config-invalid',
      'Configuración no válida: usa BACKUP_PASSPHRASE o BACKUP_PASSPHRASE_FILE, no las dos.',
    );
  }
  const production = env.NODE_ENV === 'production';
  const demo = env.DEMO && !production;
  if (demo && !isLoopback(env.HOST)) {
    throw new StartupError(
      'demo-exposed',
      `El modo de demostración solo escucha en este equipo: quita HOST=${env.HOST} o usa DEMO=0.`,
    );
  }
  refuseOpenMetrics(env);
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    databaseReplicaUrl: replicaUrlOf(env),
    databasePoolSize: env.DATABASE_POOL_SIZE,
    filesBucket: env.FILES_URL ?? null,
    filesCredentials: credentialsOf(env, 'FILES_URL', env.FILES_URL),
    clinicTimeZone: env.CLINIC_TIME_ZONE,
    mapTiles:
      env.MAP_TILES_URL === undefined
        ? null
        : { url: env.MAP_TILES_URL, attribution: env.MAP_TILES_ATTRIBUTION },
    mail: mailOf(env),
    provider: providerOf(env),
    languageModel: languageModelOf(env),
    certificate: certificateOf(env),
    demo,
    demoPatients: env.DEMO_PATIENTS,
    admin: { email: env.ADMIN_EMAIL ?? null, password: env.ADMIN_PASSWORD ?? null },
    authSecret: env.AUTH_SECRET ?? null,
    auditSecret: env.AUDIT_SECRET ?? null,
    previousAuthSecrets: env.AUTH_SECRET_PREVIOUS,
    requireTwoFactor: env.REQUIRE_TWO_FACTOR,
    calendlyWebhookSecret: env.CALENDLY_WEBHOOK_SECRET ?? null,
    intakeOrigins: env.INTAKE_ORIGINS,
    trustProxy: env.TRUST_PROXY ?? false,
    secure: env.PUBLIC_URL?.startsWith('https:') ?? false,
    publicUrl: env.PUBLIC_URL ?? null,
    linkOrigin: linkOriginOf(env),
    idleSeconds: env.SESSION_IDLE_MINUTES * 60,
    absoluteSeconds: env.SESSION_HOURS * 3600,
    backups: {
      folder: path.resolve(env.BACKUP_DIR ?? path.join(env.DATA_DIR, 'backups')),
      daily: env.BACKUP_DAILY ?? env.DATABASE_URL === undefined,
      decided: env.BACKUP_DAILY !== undefined || env.DATABASE_URL === undefined,
      databaseUrl: env.BACKUP_DATABASE_URL ?? null,
      passphrase: env.BACKUP_PASSPHRASE ?? null,
      passphraseFile: env.BACKUP_PASSPHRASE_FILE ?? null,
    },
    walArchive: walArchiveOf(env),
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    metrics:
      env.METRICS_PORT === undefined && env.METRICS_TOKEN === undefined
        ? null
        : {
            port: env.METRICS_PORT ?? null,
            host: env.METRICS_HOST,
            token: env.METRICS_TOKEN ?? null,
          },
    drainSeconds: env.DRAIN_SECONDS ?? (production ? 5 : 0),
    stopSeconds: env.STOP_SECONDS,
  };
}

type Environment = z.output<typeof environment>;

function mailOf(env: Environment): Config['mail'] {
  const { MAIL_URL: server, MAIL_FROM: from } = env;
  if (server === undefined) return null;
  const isAddress = z.email().safeParse(server.user).success;
  const { hostname } = new URL(linkOriginOf(env));
  const usual = isAddress
    ? String(server.user)
    : `simiente@${isIP(hostname) ? 'localhost' : hostname}`;
  return { server, from: from ?? `Simiente <${usual}>` };
}

function linkOriginOf({ PUBLIC_URL: publicUrl, HOST, PORT }: Environment): string {
  return publicUrl === undefined ? `http://${hostInUrl(HOST)}:${PORT}` : new URL(publicUrl).origin;
}

/** @throws StartupError for a part of the settings without the others */
function providerOf(env: Environment): ProviderSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    return { issuer, clientId, clientSecret, name: env.OIDC_NAME ?? new URL(issuer).hostname };
  }
  const some = [issuer, clientId, clientSecret, env.OIDC_NAME];
  if (some.every((one) => one === undefined)) return null;
  throw new StartupError(
    'config-invalid',
    'Configuración no válida: OIDC_ISSUER, OIDC_CLIENT_ID y OIDC_CLIENT_SECRET van juntas; falta alguna.',
  );
}

/** @throws StartupError for an address without a model, or the reverse */
function languageModelOf(env: Environment): LanguageModelSettings | null {
  const { AI_URL: url, AI_MODEL: model, AI_KEY: key } = env;
  if (url !== undefined && model !== undefined) return { url, model, key: key ?? null };
  if ([url, model, key].every((one) => one === undefined)) return null;
  throw new StartupError(
    'config-invalid',
    'Configuración no válida: AI_URL y AI_MODEL van juntas, y AI_KEY con ellas; falta alguna.',
  );
}

/** @throws StartupError for a file without its passphrase, or the reverse */
function certificateOf(env: Environment): CertificateSettings | null {
  const { SIGNING_P12: file, SIGNING_P12_PASSPHRASE: passphrase } = env;
  if (file !== undefined && passphrase !== undefined) {
    return { file: path.resolve(file), passphrase };
  }
  if (file === undefined && passphrase === undefined) return null;
  throw new StartupError(
    'config-invalid',
    'Configuración no válida: SIGNING_P12 y SIGNING_P12_PASSPHRASE van juntas; falta una.',
  );
}

/** @throws StartupError with the embedded database, which has no standbys */
function replicaUrlOf({ DATABASE_REPLICA_URL: url, DATABASE_URL }: Environment): string | null {
  if (url !== undefined && DATABASE_URL === undefined) {
    throw new StartupError(
      'config-invalid',
      'Configuración no válida: DATABASE_REPLICA_URL va con DATABASE_URL; la base incluida no tiene réplicas.',
    );
  }
  return url ?? null;
}

/** @throws StartupError with an external database, whose log is not ours */
function walArchiveOf(env: Environment): Config['walArchive'] {
  const { WAL_ARCHIVE: location, WAL_ARCHIVE_DAYS: days } = env;
  if (location === undefined) return null;
  if (env.DATABASE_URL !== undefined) {
    throw new StartupError(
      'config-invalid',
      'Configuración no válida: WAL_ARCHIVE es de la base incluida; para una externa usa las herramientas de su PostgreSQL (como pgBackRest).',
    );
  }
  return {
    location: typeof location === 'string' ? path.resolve(location) : location,
    days,
    credentials: typeof location === 'string' ? null : credentialsOf(env, 'WAL_ARCHIVE', location),
  };
}

function credentialsOf(
  env: Environment,
  variable: 'FILES_URL' | 'WAL_ARCHIVE',
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
  // Only Amazon's own machines get credentials from Amazon.
  const isPartial = accessKeyId !== undefined || secretAccessKey !== undefined;
  if (!isPartial && bucket.endpoint === null) return null;
  throw new StartupError(
    'config-invalid',
    `Configuración no válida: ${variable} necesita AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY.`,
  );
}

/** Metrics name no patient, but are not for every client that reaches the machine. */
function refuseOpenMetrics(env: Environment): void {
  const isOpen = env.METRICS_PORT !== undefined && env.METRICS_TOKEN === undefined;
  if (isOpen && !isLoopback(env.METRICS_HOST)) {
    throw new StartupError(
      'metrics-exposed',
      `Las métricas en METRICS_HOST=${env.METRICS_HOST} necesitan METRICS_TOKEN.`,
    );
  }
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT !== 0 && env.METRICS_PORT === env.PORT) {
    throw new StartupError(
      'config-invalid',
      'Configuración no válida: METRICS_PORT debe ser distinto de PORT.',
    );
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
