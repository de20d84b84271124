import compress from '@fastify/compress';
import { contract } from '@simiente/contract';
import { MAX_BODY_SIZE } from '@simiente/contract/common/call';
import { describeIssue } from '@simiente/contract/common/issue-words';
import { sql } from 'drizzle-orm';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import * as z from 'zod';
import type { AppOptions, ClientLimits } from './app-options.ts';
import { everyCall } from './every-call.ts';
import { createBindingLinks } from './modules/accounts/public.ts';
import { auditProblems } from './modules/audit/audit-problems.ts';
import { auditedSessionEvents } from './modules/audit/session-events.ts';
import { DEFAULT_UNSIGNED_LIMIT, registerCalendlyWebhook } from './modules/calendly/webhook.ts';
import {
  createDeliverySecrets,
  DEFAULT_PUBLIC_LIMITS,
  registerPublicPages,
} from './modules/deliveries/public.ts';
import { registerIntakePreflight } from './modules/intake/limits.ts';
import { resolveMoved } from './modules/patients/public.ts';
import {
  createAppointmentTokens,
  DEFAULT_APPOINTMENT_LIMIT,
  registerAppointmentPages,
} from './modules/reminders/public.ts';
import { registerLaboratoryMessages } from './modules/results/public.ts';
import { serveCalls } from './platform/calls/serve-calls.ts';
import type { Database, Transaction } from './platform/database/database.ts';
import { createCursorCodec } from './platform/database/pages/cursor.ts';
import { DEFAULT_STREAM_LIMITS, registerEvents } from './platform/events/routes.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import { createDigest } from './platform/http/digest.ts';
import {
  createFrameworkReply,
  createUnreadableReply,
  registerFailureReplies,
  registerUnreadableRequests,
} from './platform/http/failure-replies.ts';
import {
  registerAdmission,
  registerDraining,
  slotLimitsFor,
} from './platform/http/load/admission.ts';
import { rejectChangesWithoutDiskSpace } from './platform/http/load/disk-space.ts';
import { createOriginCheck, registerForwardedFor } from './platform/http/origin.ts';
import { makeRequestIds, registerRequestLog } from './platform/http/request-log.ts';
import {
  registerSecurityHeaders,
  type SecurityHeaders,
  securityHeaders,
  tileOrigin,
} from './platform/http/security-headers.ts';
import { registerWebApp } from './platform/http/web-app.ts';
import { registerGuard } from './platform/identity/guard.ts';
import { createIdentity, toEncryptionKey } from './platform/identity/identity.ts';
import type { IdentityDeps } from './platform/identity/identity-deps.ts';
import { PASSKEY_LIMIT } from './platform/identity/passkeys/passkey-sign-in.ts';
import { makeRelyingParty } from './platform/identity/passkeys/passkeys.ts';
import { createPasswordHashing } from './platform/identity/passwords/password-hash.ts';
import { createProviderVisits } from './platform/identity/provider/pending.ts';
import { PROVIDER_LIMIT } from './platform/identity/provider/provider-routes.ts';
import { registerIdentityRoutes } from './platform/identity/routes.ts';
import {
  DEFAULT_TOKEN_LIMIT,
  defineCookie,
  getClientKey,
} from './platform/identity/sessions/session-token.ts';
import {
  createSessionFinder,
  DEFAULT_SESSION_LIMITS,
  findLiveSessions,
  hasRecentProof,
} from './platform/identity/sessions/sessions.ts';
import {
  createSignInAttempts,
  DEFAULT_ATTEMPT_LIMITS,
} from './platform/identity/sign-in/attempts.ts';
import { createKnownDevices } from './platform/identity/sign-in/known-devices.ts';
import { DEFAULT_COST_LIMITS, registerCostlyCalls } from './platform/limits/costly-calls.ts';
import { createLimiter } from './platform/limits/limiter.ts';
import {
  createMetrics,
  measurePool,
  measureRequests,
  registerMetricsRoute,
} from './platform/metrics/metrics.ts';
import { Problem } from './platform/problem.ts';

// Validation messages are shown to users.
z.config({ localeError: describeIssue });

const DEFAULT_CLINIC_TIME_ZONE = 'America/Mexico_City';

/** `idle` is longer than any answer takes. `request` is enough for the largest file over a slow connection. */
const DEFAULT_CLIENT_LIMITS: ClientLimits = { idle: 75_000, headers: 15_000, request: 300_000 };

/**
 * Builds the application, without listening. Hooks run in the order of their registration, so a request passes the steps
 * in their order.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, store, secret, log, secure = false } = options;
  const { db, pool } = database;
  const clinicTimeZone = options.clinicTimeZone ?? DEFAULT_CLINIC_TIME_ZONE;
  // Commands skip this, because they may lack the server's CLINIC_TIME_ZONE.
  // A transaction is repeated after a deadlock with writers of other servers.
  await db.transaction((counting) => counting.execute(sql`select count_days(${clinicTimeZone})`));
  const mapTiles = options.mapTiles ?? null;
  const sessionLimits = options.sessionLimits ?? DEFAULT_SESSION_LIMITS;
  const clientLimits = options.clientLimits ?? DEFAULT_CLIENT_LIMITS;
  const requireTwoFactor = options.requireTwoFactor ?? 'none';
  const intakeOrigins = new Set(options.intakeOrigins);
  const headers = securityHeaders(secure);
  const metrics = options.metrics ?? createMetrics();
  const digest = createDigest(secret);
  const passwords = createPasswordHashing(options.passwordCost, log);
  const relyingParty = makeRelyingParty(options.publicUrl ?? null);
  const provider = options.provider ?? null;
  const publicOrigin = options.publicUrl ? new URL(options.publicUrl).origin : null;
  const linkOrigin = options.linkOrigin ?? publicOrigin ?? 'http://localhost';
  const deliverySecrets = createDeliverySecrets([secret, ...(options.previousSecrets ?? [])]);
  const secrets = { current: secret, previous: options.previousSecrets ?? [] };
  const { idleSeconds } = sessionLimits;
  const identityWithin = (within: Database | Transaction) =>
    createIdentity({ db: within, secrets, log, secure, idleSeconds });
  const encryptionKey = toEncryptionKey(secrets);
  const attemptLimits = { ...DEFAULT_ATTEMPT_LIMITS, ...options.attemptLimits };
  const attempts = createSignInAttempts(pool, attemptLimits, secret);
  const limits = sessionLimits;
  const findSession = createSessionFinder({ identityWithin, db, limits, secret, secure });
  const app = createServer(options, clientLimits, headers);
  const identityDeps: IdentityDeps = {
    db,
    identityWithin,
    passwords,
    encryptionKey,
    requireTwoFactor,
    findSession,
    attempts,
    devices: createKnownDevices(secret, secure),
    secondStepCookie: defineCookie('two_factor', secure, 'Lax'),
    sessionAttempts: createLimiter(pool, 'session-question', attemptLimits.session),
    relyingParty,
    passkeyCookie: defineCookie('passkey', secure, 'Strict'),
    provider,
    providerVisits: createProviderVisits(db, secure),
    bindingLinks: createBindingLinks(pool, db, attemptLimits.address),
    providerLimit: createLimiter(pool, 'provider', PROVIDER_LIMIT),
    publicOrigin,
    passkeyLimit: createLimiter(pool, 'passkey-options', PASSKEY_LIMIT),
    events: auditedSessionEvents(db),
    clinicTimeZone,
    mapTiles,
  };

  const steps: Readonly<Record<string, () => unknown>> = {
    // Registered first, because every later step may be measured.
    measure() {
      registerForwardedFor(app);
      measureRequests(app, metrics);
      measurePool(metrics, pool);
    },
    // Before any step that can reject, so that a rejection has an id, headers, the common form and a log line.
    answerEveryRequest() {
      registerSecurityHeaders(app, headers);
      registerDraining(app);
      registerFailureReplies(app, auditProblems(database, options.readsPerHour));
      registerRequestLog(app);
    },
    // Before the guard, which queries the database, so that waiting requests need no connection.
    limitLoad() {
      const limits = options.requestSlotLimits ?? slotLimitsFor(pool.options.max);
      registerAdmission(app, limits, (request) => getClientKey(request, secret, secure));
      registerUnreadableRequests(app);
    },
    // Before any route, and before a body is read.
    guard() {
      registerGuard(app, findSession, {
        requireTwoFactor,
        hasRecentProof: (sessionId) => hasRecentProof(db, sessionId),
        isOwnOrigin: createOriginCheck(options.publicUrl ?? null),
      });
    },
    // After the guard, because limits count per user.
    limitCost() {
      rejectChangesWithoutDiskSpace(app, options.diskSpace);
      registerCostlyCalls(app, pool, options.costLimits ?? DEFAULT_COST_LIMITS);
    },
    // Before the routes, whose options it reads. Compressed request bodies are not accepted, because they could expand
    // to any size.
    compress: () => app.register(compress, { threshold: 1024, globalDecompression: false }),
    // A separate scope, because its hooks must not apply to other routes.
    identity: () => app.register(async (scope) => registerIdentityRoutes(scope, identityDeps)),
    async calls() {
      const handlers = everyCall(app, {
        ...options,
        passwords,
        encryptionKey,
        sessionLimits,
        requireTwoFactor,
        origins: intakeOrigins,
        linkLimit: attemptLimits.address,
        publicOrigin,
        linkOrigin,
        deliverySecrets,
      });
      await serveCalls(app, contract, handlers, {
        db,
        cursors: createCursorCodec(secret),
        clinicTimeZone,
        digest,
        identityDeps,
        readsPerHour: options.readsPerHour,
        uploadFolder: options.uploadFolder,
        clamd: options.clamd ?? null,
        checkAnswers: options.checkAnswers ?? true,
        resolveIds: resolveMoved,
      });
    },
    // Routes outside the contract, because their input, answers or formats do not follow it.
    otherRoutes() {
      registerIntakePreflight(app, intakeOrigins);
      registerEvents(app, {
        db,
        pool,
        findLiveSessions: (ids) => findLiveSessions(db, sessionLimits, ids),
        limits: options.streamLimits ?? DEFAULT_STREAM_LIMITS,
      });
      if (options.calendlyWebhookSecret) {
        registerCalendlyWebhook(app, {
          db,
          digest,
          pool,
          secret: options.calendlyWebhookSecret,
          limit: options.unsignedLimit ?? DEFAULT_UNSIGNED_LIMIT,
        });
      }
      const shared = { db, pool, store, timeZone: clinicTimeZone, origin: linkOrigin };
      registerLaboratoryMessages(app, {
        ...shared,
        uploadFolder: options.uploadFolder,
        clamd: options.clamd ?? null,
        limit: options.tokenLimit ?? DEFAULT_TOKEN_LIMIT,
      });
      registerPublicPages(app, {
        ...shared,
        secrets: deliverySecrets,
        certificate: options.certificate ?? null,
        limits: { ...DEFAULT_PUBLIC_LIMITS, ...options.publicLimits },
      });
      registerAppointmentPages(app, {
        ...shared,
        tokens: createAppointmentTokens(secret),
        limit: options.publicAppointmentLimit ?? DEFAULT_APPOINTMENT_LIMIT,
      });
      if (options.metricsToken) registerMetricsRoute(app, metrics, options.metricsToken);
      registerApiDocs(app, contract);
    },
    // Last, because the page answers every path without a route.
    async webApp() {
      if (options.webFolder === null) {
        app.setNotFoundHandler(() => {
          throw new Problem('ROUTE_NOT_FOUND');
        });
        return;
      }
      await registerWebApp(app, {
        folder: options.webFolder,
        tileOrigin: mapTiles && tileOrigin(mapTiles.url),
        sendsMail: Boolean(options.outbox),
        passkeyDomain: relyingParty?.id ?? null,
        providerName: provider?.name ?? null,
      });
    },
  };
  for (const step of Object.values(steps)) await step();
  return app;
}

function createServer(
  { log, trustProxy = false }: AppOptions,
  clientLimits: ClientLimits,
  headers: SecurityHeaders,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A route with a larger limit declares it.
    bodyLimit: MAX_BODY_SIZE,
    requestTimeout: clientLimits.request,
    connectionTimeout: clientLimits.idle,
    http: {
      headersTimeout: clientLimits.headers,
      connectionsCheckingInterval: clientLimits.timeoutCheckInterval ?? 2_500,
      requireHostHeader: false,
    },
    trustProxy,
    requestIdHeader: false,
    genReqId: makeRequestIds(trustProxy),
    forceCloseConnections: 'idle',
    frameworkErrors: createFrameworkReply(headers),
    clientErrorHandler: createUnreadableReply(headers),
    // While the server stops, requests are still answered. Fastify's 503 would lack our headers.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    // Input and answers are checked by the contract's schemas, not by Fastify's.
    schemaController: {
      compilersFactory: { buildValidator: rejectSchema, buildSerializer: rejectSchema },
    },
  }) as unknown as FastifyInstance;
  // Bodies are JSON; a call that accepts another type declares it.
  app.removeContentTypeParser('text/plain');
  return app;
}

function rejectSchema(): never {
  throw new Error('Routes have no Fastify schemas; the contract describes them');
}
