import { BlockList, isIP } from 'node:net';
import * as z from 'zod';
import { readBucketUrl } from '../platform/storage/storage.ts';

export const flag = z
  .enum(['0', '1'], { error: 'debe ser 0 o 1' })
  .transform((value) => value === '1');

export function wholeNumber(min: number, max: number) {
  const error = `debe ser un número entero entre ${min} y ${max}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number({ error }).min(min, error).max(max, error));
}

export const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('es-MX', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'no es una zona horaria (por ejemplo: America/Mexico_City)');

/** libpq's list of servers, which the driver does not know: it would use the first, or none. */
function namesManyServers(url: string): boolean {
  const [, authority = '', search = ''] = /^[^:]*:\/\/([^/?]*)[^?]*\??(.*)$/.exec(url) ?? [];
  const hosts = [authority.slice(authority.lastIndexOf('@') + 1)];
  const options = new URLSearchParams(search);
  for (const name of ['host', 'port']) hosts.push(options.get(name) ?? '');
  return options.has('target_session_attrs') || hosts.some((host) => host.includes(','));
}

export const postgresUrl = z
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

/** `https://clinica.example`, as a browser sends it: no path, no wildcard. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { protocol, origin } = new URL(text);
  return /^https?:$/.test(protocol) && origin === text;
}

export const origins = z
  .string()
  .transform((list) => list.split(',').map((item) => item.trim()))
  .refine(
    (list) => list.every(isOrigin),
    'no es una lista de orígenes exactos (por ejemplo: https://www.clinica.example, https://clinica.example)',
  );

/** `antivirus.example:3310`, or `[::1]:3310`. */
export const clamdAddress = z.string().transform((text, { addIssue }) => {
  const url = URL.parse(`tcp://${text}`);
  if (url !== null && url.port !== '' && url.host === text && url.hostname !== '') {
    return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port) };
  }
  addIssue('no es la dirección de un clamd (por ejemplo: 127.0.0.1:3310)');
  return z.NEVER;
});

/**
 * `smtp://usuario:contraseña@correo.example:587`, or `smtps://` for TLS from the first byte. Nothing but a
 * server: no path, no options.
 */
export const mailServer = z.string().transform((text, { addIssue }) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const secure = url?.protocol === 'smtps:';
  const isServer =
    url !== null &&
    (secure || url.protocol === 'smtp:') &&
    url.hostname !== '' &&
    ['', '/'].includes(url.pathname) &&
    `${url.search}${url.hash}` === '' &&
    url.port !== '0';
  const [user, password] = isServer ? [url.username, url.password].map(unescaped) : [];
  if (
    isServer &&
    user !== undefined &&
    password !== undefined &&
    (user !== '') === (password !== '')
  ) {
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
 * The issuer of an OpenID Connect provider, exactly as its tokens name it. Without TLS only at an address
 * of this machine or of its own network: its keys come from there.
 */
export const providerIssuer = z
  .string()
  .refine(
    isTrustedUrl,
    'no es la dirección https de un proveedor de OpenID Connect (por ejemplo: https://entrar.example/realms/clinica); http solo se permite en este equipo o en una dirección privada',
  );

/**
 * The base of the addresses of a language model's server. Without TLS only at an address of this machine or of its own
 * network: values of patients go there.
 */
export const languageModelUrl = z
  .string()
  .refine(
    isTrustedUrl,
    'no es la dirección https de un servidor con el formato de OpenAI (por ejemplo: https://modelos.example/v1); http solo se permite en este equipo o en una dirección privada',
  );

const PRIVATE = new BlockList();
PRIVATE.addSubnet('127.0.0.0', 8);
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

function isTrustedUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || `${url.search}${url.hash}${url.username}${url.password}` !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateHost(url.hostname));
}

function isPrivateHost(hostname: string): boolean {
  if (hostname === 'localhost') return true;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `Clínica Almena <no-responder@clinica.example>`, or the address alone. */
export const mailSenderAddress = z.string().refine((text) => {
  const [, named] = /^[^<>"\r\n]+<([^<>]+)>$/.exec(text) ?? [];
  return z.email().safeParse(named ?? text).success;
}, 'no es un correo (por ejemplo: Simiente <no-responder@clinica.example>)');

function toBucket(text: string, { addIssue }: z.core.$RefinementCtx, otherwise = '') {
  const read = readBucketUrl(text);
  if (read) return read;
  addIssue(
    `no es ${otherwise}la dirección de un depósito, sin credenciales (por ejemplo: s3://archivos/simiente?endpoint=https://s3.example&region=us-east-1)`,
  );
  return z.NEVER;
}

export const bucket = z.string().transform((text, context) => toBucket(text, context));

/** A folder or a bucket. */
export const folderOrBucket = z
  .string()
  .transform((text, context) =>
    text.startsWith('s3:') ? toBucket(text, context, 'una carpeta ni ') : text,
  );

/** It must withstand an attacker who has the file and unlimited time. */
export const passphrase = z
  .string()
  .min(16, 'debe tener al menos 16 caracteres')
  .max(1024, 'es demasiado larga');

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Fastify's names for ranges of addresses. */
const PROXY_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

export function namesProxies(list: string): boolean {
  return list.split(',').every((item) => {
    const [address = '', bits, ...rest] = item.trim().split('/');
    if (bits === undefined && PROXY_RANGES.has(address)) return true;
    const longest = isIP(address) === 4 ? 32 : 128;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
    return isIP(address) !== 0 && fits && rest.length === 0;
  });
}

/** Whether a list of proxies has a range that contains every address. */
export function namesEverybody(list: string): boolean {
  return list.split(',').some((item) => /\/0+$/.test(item.trim()));
}
