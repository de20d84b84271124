import type { SystemCheck } from '@simiente/contract/system/calls';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { PasswordRequestLimits } from './modules/accounts/public.ts';
import type { PublicLimits } from './modules/deliveries/public.ts';
import type { IntakeLimits } from './modules/intake/limits.ts';
import type { ExportLimits } from './modules/list-exports/stream-export.ts';
import type { Outbox } from './modules/mail/public.ts';
import type { LanguageModel } from './modules/reports/public.ts';
import type { DatabaseHandle } from './platform/database/database.ts';
import type { StreamLimits } from './platform/events/routes.ts';
import type { DiskSpace } from './platform/http/load/disk-space.ts';
import type { SemaphoreLimits } from './platform/http/load/semaphore.ts';
import type { HashCost } from './platform/identity/passwords/password-hash.ts';
import type { Provider } from './platform/identity/provider/provider.ts';
import type { SessionLimits } from './platform/identity/sessions/sessions.ts';
import type { AttemptLimits } from './platform/identity/sign-in/attempts.ts';
import type { CostLimits } from './platform/limits/costly-calls.ts';
import type { Limit } from './platform/limits/limiter.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { PdfCertificate } from './platform/paper/certificate.ts';
import type { FileStore } from './platform/storage/storage.ts';

/** Timeouts for slow clients, in milliseconds. */
export interface ClientLimits {
  /** Maximum time without a byte in either direction. */
  readonly idle: number;
  /** Maximum time for the headers of a request. */
  readonly headers: number;
  /** Maximum time for the complete request. */
  readonly request: number;
  /** Time between two checks of these timeouts. */
  readonly timeoutCheckInterval?: number;
}

/** Settings of the configuration; a missing setting has a default, or switches its service off. */
type Settings = Pick<
  Config,
  | 'calendlyWebhookSecret'
  | 'clamd'
  | 'clinicTimeZone'
  | 'intakeOrigins'
  | 'linkOrigin'
  | 'mapTiles'
  | 'metricsToken'
  | 'publicUrl'
  | 'readsPerHour'
  | 'requireTwoFactor'
  | 'secure'
  | 'trustProxy'
>;

export interface AppOptions extends Partial<Settings> {
  readonly database: DatabaseHandle;
  readonly store: FileStore;
  /** The folder of uploaded files during their checks. */
  readonly uploadFolder: string;
  /** Signs sessions and cursors, and encrypts stored secrets; the same in every process. */
  readonly secret: string;
  /** Earlier secrets, which are only used to decrypt. */
  readonly previousSecrets?: readonly string[];
  readonly log: Logger;
  /** The folder of the built web app, or null to serve only the API. */
  readonly webFolder: string | null;
  /** Runs the checks of the status page; if missing, the page is empty. */
  readonly readStatus?: () => Promise<SystemCheck[]>;
  readonly intakeLimits?: IntakeLimits;
  /** Queue of e-mails; null or absent without a mail server. */
  readonly outbox?: Outbox | null;
  readonly passwordRequestLimits?: PasswordRequestLimits;
  /** Identity provider for sign-in; null or absent without one. */
  readonly provider?: Provider | null;
  /** Language model that phrases drafts of reports; null or absent without one. */
  readonly languageModel?: LanguageModel | null;
  /** Certificate that signs PDFs; null or absent without one. */
  readonly certificate?: PdfCertificate | null;
  readonly passwordCost?: HashCost;
  /** Limit of Calendly webhooks without a valid signature, per client address. */
  readonly unsignedLimit?: Limit;
  /** Limit of requests of other systems with an invalid token, per client address. */
  readonly tokenLimit?: Limit;
  readonly sessionLimits?: SessionLimits;
  readonly attemptLimits?: Partial<AttemptLimits>;
  readonly streamLimits?: StreamLimits;
  readonly exportLimits?: ExportLimits;
  /** Limits of the public pages, per client address. */
  readonly publicLimits?: Partial<PublicLimits>;
  /** Limit of the public page of an appointment, per client address. */
  readonly publicAppointmentLimit?: Limit;
  readonly metrics?: Metrics;
  /** Limits of requests under way at once. */
  readonly requestSlotLimits?: SemaphoreLimits;
  readonly clientLimits?: ClientLimits;
  /** Whether answers are checked against the contract before they are sent; off in production. */
  readonly checkAnswers?: boolean;
  /** Checks whether the disk has space for changes; by default, it always has. */
  readonly diskSpace?: DiskSpace;
  readonly costLimits?: CostLimits;
}
