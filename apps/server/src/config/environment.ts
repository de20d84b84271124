import * as z from 'zod';
import { isTileUrl } from '../platform/http/security-headers.ts';
import {
  LONGEST_PASSWORD,
  SHORTEST_OPERATOR_PASSWORD,
} from '../platform/identity/passwords/password.ts';
import {
  bucket,
  clamdAddress,
  flag,
  folderOrBucket,
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
  wholeNumber,
} from './values.ts';

/** The environment variables with their allowed values. */
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
  ALLOW_PLAIN_HTTP: flag.default(false),
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
  REQUIRE_TWO_FACTOR: flag.optional(),
  READS_PER_HOUR: wholeNumber(1, 1_000_000_000).default(120),
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
      'debe nombrar solo a tus proxies y no a todo el mundo (/0): cualquiera podría falsificar su dirección',
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
