import { BlockList, isIP } from 'node:net';
import { MAX_PASSWORD_LENGTH } from '@simiente/contract/account/calls';
import * as z from 'zod';
import { isTileUrl } from '../platform/http/security-headers.ts';
import { MIN_OPERATOR_PASSWORD_LENGTH } from '../platform/identity/passwords/password.ts';
import { readBucketUrl } from '../platform/storage/storage.ts';

const flag = z.enum(['0', '1'], { error: 'debe ser 0 o 1' }).transform((value) => value === '1');

function wholeNumber(min: number, max: number) {
  const error = `debe ser un número entero entre ${min} y ${max}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number({ error }).min(min, error).max(max, error));
}

const timeZone = z.string().refine((zone) => {
  // PostgreSQL reads '-06:00' as east of Greenwich.
  if (/^[+-]/.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('es-MX', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'no es una zona horaria (por ejemplo: America/Mexico_City)');

/** Recognizes libpq's lists of servers, which the driver does not support. */
function namesManyServers(url: string): boolean {
  const [, authority = '', search = ''] = /^[^:]*:\/\/([^/?]*)[^?]*\??(.*)$/.exec(url) ?? [];
  const hosts = [authority.slice(authority.lastIndexOf('@') + 1)];
  const options = new URLSearchParams(search);
  for (const name of ['host', 'port']) hosts.push(options.get(name) ?? '');
  return options.has('target_session_attrs') || hosts.some((host) => host.includes(','));
}

const postgresUrl = z
  .string()
  .refine((url) => !namesManyServers(url), {
    error:
      'debe nombrar un solo servidor, sin target_session_attrs: por ejemplo, un balanceador (como HAProxy) que dirija al principal',
    abort: true,
  })
  .pipe(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: 'no es una dirección de PostgreSQL (postgres://usuario:contraseña@servidor:5432/base)',
    }),
  );

/** Whether a text is an origin as browsers write it, such as `https://clinica.example`. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { protocol, origin } = new URL(text);
  return /^https?:$/.test(protocol) && origin === text;
}

const origins = z
  .string()
  .transform((list) => list.split(',').map((item) => item.trim()))
  .refine(
    (list) => list.every(isOrigin),
    'no es una lista de orígenes exactos (por ejemplo: https://www.clinica.example, https://clinica.example)',
  );

/** `antivirus.example:3310`, or `[::1]:3310`. */
const clamdAddress = z.string().transform((text, { addIssue }) => {
  const url = URL.parse(`tcp://${text}`);
  if (url !== null && url.port !== '' && url.host === text && url.hostname !== '') {
    return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port) };
  }
  addIssue('no es la dirección de un clamd (por ejemplo: 127.0.0.1:3310)');
  return z.NEVER;
});

/**
 * `smtp://usuario:contraseña@correo.example:587`, or `smtps://` for TLS from the first byte. A path and options are
 * rejected.
 */
const mailServer = z.string().transform((text, { addIssue }) => {
  const url = URL.parse(text);
  const [user, password] = [url?.username ?? '', url?.password ?? ''].map(decode);
  if (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    ['', '/'].includes(url.pathname) &&
    `${url.search}${url.hash}` === '' &&
    url.port !== '0' &&
    user !== undefined &&
    password !== undefined &&
    (user !== '') === (password !== '')
  ) {
    const secure = url.protocol === 'smtps:';
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      user: user || null,
      password: password || null,
    };
  }
  addIssue(
    'no es un servidor de correo (por ejemplo: smtps://usuario:contraseña@correo.example:465, o smtp://10.0.0.5:25 sin usuario)',
  );
  return z.NEVER;
});

/**
 * The URL of a server whose answers are trusted. Plain HTTP is allowed only for this machine and private networks.
 * @param server the name of the server in messages, with an example
 */
const trustedUrl = (server: string) =>
  z
    .string()
    .refine(
      isTrustedUrl,
      `no es la dirección https de ${server}; http solo se permite en este equipo o en una dirección privada`,
    );

const PRIVATE_NETWORKS = new BlockList();
PRIVATE_NETWORKS.addSubnet('127.0.0.0', 8);
PRIVATE_NETWORKS.addSubnet('10.0.0.0', 8);
PRIVATE_NETWORKS.addSubnet('172.16.0.0', 12);
PRIVATE_NETWORKS.addSubnet('192.168.0.0', 16);
PRIVATE_NETWORKS.addAddress('::1', 'ipv6');
PRIVATE_NETWORKS.addSubnet('fc00::', 7, 'ipv6');

function isTrustedUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || `${url.search}${url.hash}${url.username}${url.password}` !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateHost(url.hostname));
}

function isPrivateHost(hostname: string): boolean {
  if (hostname === 'localhost') return true;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family !== 0 && PRIVATE_NETWORKS.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `Clínica Almena <no-responder@clinica.example>`, or only the address. */
const mailSenderAddress = z.string().refine((text) => {
  const [, named] = /^[^<>"\r\n]+<([^<>]+)>$/.exec(text) ?? [];
  return z.email().safeParse(named ?? text).success;
}, 'no es un correo (por ejemplo: Simiente <no-responder@clinica.example>)');

function toBucket(text: string, { addIssue }: z.core.$RefinementCtx, alternative = '') {
  const bucket = readBucketUrl(text);
  if (bucket) return bucket;
  addIssue(
    `no es ${alternative}la dirección de un bucket, sin credenciales (por ejemplo: s3://archivos/simiente?endpoint=https://s3.example&region=us-east-1)`,
  );
  return z.NEVER;
}

const bucket = z.string().transform((text, context) => toBucket(text, context));

const folderOrBucket = z
  .string()
  .transform((text, context) =>
    text.startsWith('s3:') ? toBucket(text, context, 'una carpeta ni ') : text,
  );

/** Long, because an attacker with the file could try passphrases without limit. */
const passphrase = z
  .string()
  .min(16, 'debe tener al menos 16 caracteres')
  .max(1024, 'es demasiado larga');

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Fastify's names of address ranges in `trustProxy`. */
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyList(list: string): boolean {
  return list.split(',').every((item) => {
    const [address = '', bits, ...others] = item.trim().split('/');
    if (bits === undefined && PROXY_RANGES.includes(address)) return true;
    const maxBits = isIP(address) === 4 ? 32 : 128;
    const areBitsValid = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
    return isIP(address) !== 0 && areBitsValid && others.length === 0;
  });
}

export const environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(10, 500).default(10),
  FILES_URL: bucket.optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  CLAMD: clamdAddress.optional(),
  CLINIC_TIME_ZONE: timeZone.default('America/Mexico_City'),
  MAIL_URL: mailServer.optional(),
  MAIL_FROM: mailSenderAddress.optional(),
  OIDC_ISSUER: trustedUrl(
    'un proveedor de OpenID Connect (por ejemplo: https://entrar.example/realms/clinica)',
  ).optional(),
  OIDC_CLIENT_ID: z.string().max(500, 'es demasiado largo').optional(),
  OIDC_CLIENT_SECRET: z.string().max(2000, 'es demasiado largo').optional(),
  OIDC_NAME: z.string().trim().max(40, 'debe tener como máximo 40 caracteres').optional(),
  AI_URL: trustedUrl(
    'un servidor con el formato de OpenAI (por ejemplo: https://modelos.example/v1)',
  ).optional(),
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
  ALLOW_PLAIN_HTTP: flag.default(false),
  REQUIRE_TLS: flag.default(false),
  DEMO: flag.default(false),
  DEMO_PATIENTS: wholeNumber(1, 100_000).default(250),
  ADMIN_EMAIL: z.email({ error: 'no es un correo electrónico' }).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(
      MIN_OPERATOR_PASSWORD_LENGTH,
      `debe tener al menos ${MIN_OPERATOR_PASSWORD_LENGTH} caracteres`,
    )
    .max(MAX_PASSWORD_LENGTH, `debe tener como máximo ${MAX_PASSWORD_LENGTH} caracteres`)
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
  REQUIRE_TWO_FACTOR: flag.optional(),
  READS_PER_HOUR: wholeNumber(1, 1_000_000_000).default(120),
  CALENDLY_WEBHOOK_SECRET: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
  INTAKE_ORIGINS: origins.default([]),
  TRUST_PROXY: z
    .string()
    .refine(
      isProxyList,
      'no es una lista de direcciones de proxies (por ejemplo: 10.0.0.5, 10.1.0.0/16, loopback)',
    )
    .refine(
      (list) => !list.split(',').some((range) => /\/0+$/.test(range.trim())),
      'debe incluir solo a tus proxies y no a todas las direcciones (/0): cualquiera podría falsificar su dirección',
    )
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'no es una dirección http o https' }).optional(),
  SESSION_IDLE_MINUTES: wholeNumber(1, 720).default(30),
  SESSION_HOURS: wholeNumber(1, 168).default(12),
  BACKUP_DIR: z.string().optional(),
  BACKUP_DAILY: flag.optional(),
  AUDIT_COPY: folderOrBucket.optional(),
  WAL_ARCHIVE: folderOrBucket.optional(),
  WAL_ARCHIVE_DAYS: wholeNumber(1, 365).default(14),
  BACKUP_PASSPHRASE: passphrase.optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `debe ser uno de ${LOG_LEVELS.join(', ')}` }).optional(),
  METRICS_TOKEN: z.string().min(16, 'debe tener al menos 16 caracteres').optional(),
  DRAIN_SECONDS: wholeNumber(0, 300).optional(),
  STOP_SECONDS: wholeNumber(1, 600).default(30),
});

export type Environment = z.output<typeof environment>;
