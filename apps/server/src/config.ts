import { readFileSync } from 'node:fs';
import path from 'node:path';
import { environment } from './config/environment.ts';
import {
  checkMetrics,
  isLoopback,
  type MailConfig,
  readAuditCopy,
  readCertificate,
  readLanguageModel,
  readLinkOrigin,
  readMail,
  readProvider,
  readS3Credentials,
  readWalArchive,
  type StoreConfig,
  type WalArchiveConfig,
} from './config/services.ts';
import type { LanguageModelSettings } from './modules/reports/public.ts';
import type { MapTiles } from './platform/http/security-headers.ts';
import type { ProviderSettings } from './platform/identity/provider/provider.ts';
import type { TwoFactorRule } from './platform/identity/two-factor/two-factor-rule.ts';
import type { CertificateSettings } from './platform/paper/read-certificate.ts';
import type { S3Credentials } from './platform/storage/s3-store.ts';
import type { Bucket } from './platform/storage/storage.ts';
import { StartupError } from './platform/system-errors.ts';
import type { ClamdAddress } from './platform/uploads/antivirus.ts';

/** Settings that may be in a file instead, named by the variable with the suffix `_FILE`. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'BACKUP_DATABASE_URL',
  'AUTH_SECRET',
  'AUTH_SECRET_PREVIOUS',
  'AUDIT_SECRET',
  'ADMIN_PASSWORD',
  'CALENDLY_WEBHOOK_SECRET',
  'MAIL_URL',
  'OIDC_CLIENT_SECRET',
  'AI_KEY',
  'SIGNING_P12_PASSPHRASE',
  'METRICS_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
] as const;

/**
 * Reads secrets that containers and service managers provide as files.
 * @throws StartupError for one that is set twice, or cannot be read
 */
function readSecretFiles(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {};
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) {
      throw new StartupError(
        'config-invalid',
        `Configuración no válida: ${name} y ${name}_FILE están configuradas las dos; deja solo una.`,
      );
    }
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch (cause) {
      throw new StartupError(
        'config-invalid',
        `Configuración no válida: no se puede leer el archivo de ${name}_FILE, ${file}.`,
        { cause },
      );
    }
  }
  return read;
}

/** Every variable that is read, as `docs/es/instalar.md` lists them. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(environment.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/** Address and access of the metrics; see `docs/es/operacion.md`. */
interface MetricsConfig {
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
  /** Connections of a server to the database, without the one for changes. */
  readonly databasePoolSize: number;
  /** Null: files are in `DATA_DIR/files`. */
  readonly filesBucket: Bucket | null;
  /** Null: those of the machine's provider. */
  readonly filesCredentials: S3Credentials | null;
  /** Null: uploads are not scanned for viruses. */
  readonly clamd: ClamdAddress | null;
  readonly clinicTimeZone: string;
  /** Null: maps show our own outlines, and no other origin is called. */
  readonly mapTiles: MapTiles | null;
  /** Null: no e-mail is sent, and links are shown to administration instead. */
  readonly mail: MailConfig | null;
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
  readonly requireTwoFactor: TwoFactorRule;
  /** Patients whose records one account opens in an hour. */
  readonly readsPerHour: number;
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
  /** Archive of the write-ahead log, for recovery to a moment; null without one. */
  readonly walArchive: WalArchiveConfig | null;
  /** Another store that gets a copy of the sealed audit; null for none. */
  readonly auditCopy: StoreConfig | null;
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
  const secure = env.PUBLIC_URL?.startsWith('https:') ?? false;
  if (production && !secure && !isLoopback(env.HOST) && !env.ALLOW_PLAIN_HTTP) {
    throw new StartupError(
      'plain-http',
      `HOST=${env.HOST} atiende a otras máquinas, y sin TLS cualquiera en la red lee contraseñas y expedientes: deja HOST=127.0.0.1 con un proxy con TLS delante, o pon en PUBLIC_URL la dirección https por la que llega la gente. Para aceptarlo de todos modos, ALLOW_PLAIN_HTTP=1.`,
    );
  }
  checkMetrics(env);
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    filesBucket: env.FILES_URL ?? null,
    filesCredentials: readS3Credentials(env, 'FILES_URL', env.FILES_URL),
    clamd: env.CLAMD ?? null,
    clinicTimeZone: env.CLINIC_TIME_ZONE,
    mapTiles:
      env.MAP_TILES_URL === undefined
        ? null
        : { url: env.MAP_TILES_URL, attribution: env.MAP_TILES_ATTRIBUTION },
    mail: readMail(env),
    provider: readProvider(env),
    languageModel: readLanguageModel(env),
    certificate: readCertificate(env),
    demo,
    demoPatients: env.DEMO_PATIENTS,
    admin: { email: env.ADMIN_EMAIL ?? null, password: env.ADMIN_PASSWORD ?? null },
    authSecret: env.AUTH_SECRET ?? null,
    auditSecret: env.AUDIT_SECRET ?? null,
    previousAuthSecrets: env.AUTH_SECRET_PREVIOUS,
    requireTwoFactor: toTwoFactorRule(env.REQUIRE_TWO_FACTOR, production),
    readsPerHour: env.READS_PER_HOUR,
    calendlyWebhookSecret: env.CALENDLY_WEBHOOK_SECRET ?? null,
    intakeOrigins: env.INTAKE_ORIGINS,
    trustProxy: env.TRUST_PROXY ?? false,
    secure,
    publicUrl: env.PUBLIC_URL ?? null,
    linkOrigin: readLinkOrigin(env),
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
    walArchive: readWalArchive(env),
    auditCopy: readAuditCopy(env),
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

function toTwoFactorRule(required: boolean | undefined, production: boolean): TwoFactorRule {
  if (required === undefined) return production ? 'clinical' : 'none';
  return required ? 'all' : 'none';
}
