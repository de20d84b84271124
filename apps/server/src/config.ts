import { isIP, isIPv4 } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { StartupError } from './platform/postgres/startup-error.ts';

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
  try {
    return Boolean(new Intl.DateTimeFormat('es-MX', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'no es una zona horaria (por ejemplo: America/Mexico_City)');

const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'no es una dirección de PostgreSQL (postgres://usuario:contraseña@servidor:5432/base)',
});

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** The names that Fastify knows for ranges of addresses. */
const PROXY_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

function namesProxies(list: string): boolean {
  return list.split(',').every((item) => {
    const [address = '', bits, ...rest] = item.trim().split('/');
    if (bits === undefined && PROXY_RANGES.has(address)) return true;
    const longest = isIP(address) === 4 ? 32 : 128;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
    return isIP(address) !== 0 && fits && rest.length === 0;
  });
}

const environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  CLINIC_TIME_ZONE: timeZone.default('America/Mexico_City'),
  DEMO: flag.default(false),
  DEMO_PATIENTS: wholeNumber(1, 100_000).default(250),
  ADMIN_EMAIL: z.email({ error: 'no es un correo electrónico' }).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(6, 'debe tener al menos 6 caracteres')
    .max(128, 'debe tener como máximo 128 caracteres')
    .optional(),
  AUTH_SECRET: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
  CALENDLY_WEBHOOK_SECRET: z.string().min(32, 'debe tener al menos 32 caracteres').optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      namesProxies,
      'no es una lista de direcciones de proxies (por ejemplo: 10.0.0.5, 10.1.0.0/16, loopback)',
    )
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'no es una dirección http o https' }).optional(),
  SESSION_IDLE_MINUTES: wholeNumber(1, 720).default(30),
  SESSION_HOURS: wholeNumber(1, 168).default(12),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `debe ser uno de ${LOG_LEVELS.join(', ')}` }).optional(),
});

/** Everything that the environment decides, checked. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly databaseOwnerUrl: string | null;
  readonly clinicTimeZone: string;
  readonly demo: boolean;
  readonly demoPatients: number;
  readonly admin: { readonly email: string | null; readonly password: string | null };
  readonly authSecret: string | null;
  /** What Calendly signs its deliveries with; null: they are not taken. */
  readonly calendlyWebhookSecret: string | null;
  /** Addresses of proxies whose X-Forwarded-For is believed; false for none. */
  readonly trustProxy: string | false;
  /** True where people reach us over TLS. */
  readonly secure: boolean;
  readonly publicUrl: string | null;
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
  readonly logLevel: string;
}

/**
 * Reads the environment.
 * @throws StartupError with every wrong variable and why, in one line
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  // A variable that is set to nothing is a variable that is not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const { data: env, error } = environment.safeParse(given);
  if (error) {
    const wrong = error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`);
    throw new StartupError('config-invalid', `Configuración no válida: ${wrong.join('; ')}.`);
  }
  const production = env.NODE_ENV === 'production';
  const demo = env.DEMO && !production;
  if (demo && !isLoopback(env.HOST)) {
    throw new StartupError(
      'demo-exposed',
      `El modo de demostración solo escucha en este equipo: quita HOST=${env.HOST} o usa DEMO=0.`,
    );
  }
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    clinicTimeZone: env.CLINIC_TIME_ZONE,
    demo,
    demoPatients: env.DEMO_PATIENTS,
    admin: { email: env.ADMIN_EMAIL ?? null, password: env.ADMIN_PASSWORD ?? null },
    authSecret: env.AUTH_SECRET ?? null,
    calendlyWebhookSecret: env.CALENDLY_WEBHOOK_SECRET ?? null,
    trustProxy: env.TRUST_PROXY ?? false,
    secure: env.PUBLIC_URL?.startsWith('https:') ?? false,
    publicUrl: env.PUBLIC_URL ?? null,
    idleSeconds: env.SESSION_IDLE_MINUTES * 60,
    absoluteSeconds: env.SESSION_HOURS * 3600,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
