import { readFileSync } from 'node:fs';
import path from 'node:path';
import { environment } from './config/environment.ts';
import {
  findPlainConnections,
  invalidConfig,
  isLoopback,
  readCertificate,
  readLanguageModel,
  readLinkOrigin,
  readMail,
  readProvider,
  readS3Credentials,
  readStore,
  readWalArchive,
} from './config/services.ts';
import type { TwoFactorRule } from './platform/identity/guard.ts';
import { StartupError } from './platform/system-errors.ts';

/** Variables that may be in a file instead, whose path is in the variable with the suffix `_FILE`. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
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
 * @throws StartupError for a secret that is set twice, or cannot be read
 */
function readSecretFiles(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secrets: NodeJS.ProcessEnv = {};
  for (const name of SECRETS) {
    const file = variables[`${name}_FILE`];
    if (file === undefined) continue;
    if (variables[name] !== undefined) {
      throw invalidConfig(`${name} y ${name}_FILE están configuradas las dos; deja solo una.`);
    }
    try {
      secrets[name] = readFileSync(file, 'utf8').trim();
    } catch (cause) {
      throw invalidConfig(`no se puede leer el archivo de ${name}_FILE, ${file}.`, cause);
    }
  }
  return secrets;
}

/** Every variable of the product, which `docs/es/instalar.md` lists. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(environment.shape),
  ...SECRETS.map((name) => `${name}_FILE`),
];

/** The validated configuration, with null for a service that is not configured. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment.
 * @throws StartupError with the problem of every invalid variable, in one line
 */
export function readConfig(variables: NodeJS.ProcessEnv) {
  // An empty variable counts as not set.
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { data: env, error } = environment.safeParse({ ...set, ...readSecretFiles(set) });
  if (error) {
    const problems = error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`);
    throw invalidConfig(`${problems.join('; ')}.`);
  }
  if (env.BACKUP_PASSPHRASE !== undefined && env.BACKUP_PASSPHRASE_FILE !== undefined) {
    throw invalidConfig('usa BACKUP_PASSPHRASE o BACKUP_PASSPHRASE_FILE, no las dos.');
  }
  const unencrypted = env.REQUIRE_TLS ? findPlainConnections(env) : [];
  if (unencrypted.length > 0) {
    throw invalidConfig(
      `con REQUIRE_TLS=1 ninguna conexión con otra máquina puede ir sin cifrar, y así irían las de ${unencrypted.join(', ')}. Usa https, smtps, sslmode=verify-full o un servicio en esta máquina, o quita REQUIRE_TLS.`,
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
      `HOST=${env.HOST} atiende a otras máquinas, y sin TLS cualquiera en la red lee contraseñas y expedientes: deja HOST=127.0.0.1 con un proxy con TLS delante, o pon en PUBLIC_URL la dirección https que abren los usuarios. Para aceptarlo de todos modos, ALLOW_PLAIN_HTTP=1.`,
    );
  }
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
    /** The key of the audit's seals. After a change, several keys, separated by commas, the current one first. */
    auditSecret: env.AUDIT_SECRET ?? null,
    previousAuthSecrets: env.AUTH_SECRET_PREVIOUS,
    requireTwoFactor: toTwoFactorRule(env.REQUIRE_TWO_FACTOR, production),
    /** Maximum patients whose records one account may open in an hour. */
    readsPerHour: env.READS_PER_HOUR,
    calendlyWebhookSecret: env.CALENDLY_WEBHOOK_SECRET ?? null,
    intakeOrigins: env.INTAKE_ORIGINS,
    /** Addresses of proxies whose forwarded headers are trusted. */
    trustProxy: env.TRUST_PROXY ?? (false as const),
    secure,
    publicUrl: env.PUBLIC_URL ?? null,
    /** The address of the installation in messages, links and QR codes, without a path. */
    linkOrigin: readLinkOrigin(env),
    idleSeconds: env.SESSION_IDLE_MINUTES * 60,
    absoluteSeconds: env.SESSION_HOURS * 3600,
    backups: {
      folder: path.resolve(env.BACKUP_DIR ?? path.join(env.DATA_DIR, 'backups')),
      daily: env.BACKUP_DAILY ?? env.DATABASE_URL === undefined,
      /** False for an external database for which backups are neither configured nor declined. */
      isConfigured: env.BACKUP_DAILY !== undefined || env.DATABASE_URL === undefined,
      passphrase: env.BACKUP_PASSPHRASE ?? null,
      passphraseFile: env.BACKUP_PASSPHRASE_FILE ?? null,
    },
    walArchive: readWalArchive(env),
    auditCopy: readStore(env, 'AUDIT_COPY'),
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Seconds in which the server is not ready but still answers, before it stops listening. */
    drainSeconds: env.DRAIN_SECONDS ?? (production ? 5 : 0),
    /** Seconds after that in which running requests can finish. */
    stopSeconds: env.STOP_SECONDS,
  };
}

function toTwoFactorRule(required: boolean | undefined, production: boolean): TwoFactorRule {
  if (required === undefined) return production ? 'clinical' : 'none';
  return required ? 'all' : 'none';
}
