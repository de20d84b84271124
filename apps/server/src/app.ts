import compress from '@fastify/compress';
import { contract } from '@simiente/contract';
import { LARGEST_BODY } from '@simiente/contract/common/call';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import { es } from 'zod/locales';
import { accountCalls } from './modules/account/calls.ts';
import { appointmentCalls } from './modules/appointments/calls.ts';
import { auditProblems } from './modules/audit/audit-problems.ts';
import { auditCalls } from './modules/audit/calls.ts';
import { auditedSessionEvents } from './modules/audit/session-events.ts';
import { branchCalls } from './modules/branches/calls.ts';
import { calendlyCalls } from './modules/calendly/calls.ts';
import { DEFAULT_UNSIGNED_LIMIT, registerCalendlyWebhook } from './modules/calendly/webhook.ts';
import { dashboardCalls } from './modules/dashboard/calls.ts';
import { doctorCalls } from './modules/doctors/calls.ts';
import { examOrderCalls } from './modules/exam-orders/calls.ts';
import { examCalls } from './modules/exams/calls.ts';
import { fileCalls } from './modules/files/calls.ts';
import { healthCalls } from './modules/health/calls.ts';
import { intakeCalls } from './modules/intake/calls.ts';
import { registerIntakePreflight } from './modules/intake/origins.ts';
import { DEFAULT_INTAKE_LIMITS, type IntakeLimits } from './modules/intake/places.ts';
import { listExportCalls } from './modules/list-exports/calls.ts';
import { DEFAULT_EXPORT_LIMITS, type ExportLimits } from './modules/list-exports/stream-export.ts';
import { partnerCalls } from './modules/partners/calls.ts';
import { patientRecordCalls } from './modules/patient-export/calls.ts';
import { patientCalls } from './modules/patients/calls.ts';
import { prospectCalls } from './modules/prospects/calls.ts';
import { searchCalls } from './modules/search/calls.ts';
import { trashCalls } from './modules/trash/calls.ts';
import { serveCalls } from './platform/calls/serve-calls.ts';
import { createCursorCodec } from './platform/database/cursor.ts';
import type { DatabaseHandle } from './platform/database/database.ts';
import { registerEvents } from './platform/events/routes.ts';
import { DEFAULT_STREAM_LIMITS, type StreamLimits } from './platform/events/streams.ts';
import { registerAdmission, turnsFor } from './platform/http/admission.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import { createDigest } from './platform/http/digest.ts';
import { registerDraining } from './platform/http/draining.ts';
import { createFrameworkReply, registerFailureReplies } from './platform/http/failure-replies.ts';
import { registerForwardedFor } from './platform/http/forwarded-for.ts';
import { registerGuard } from './platform/http/guard.ts';
import { type MapTiles, tileOrigin } from './platform/http/map-tiles.ts';
import { ownOrigins } from './platform/http/own-origin.ts';
import { Problem } from './platform/http/problem.ts';
import { createReadiness } from './platform/http/readiness.ts';
import { nameRequests, registerRequestIds } from './platform/http/request-ids.ts';
import { registerRequestLog } from './platform/http/request-log.ts';
import { type Room, refuseChangesWithoutRoom } from './platform/http/room.ts';
import { registerSecurityHeaders, securityHeaders } from './platform/http/security-headers.ts';
import {
  type ClientLimits,
  cutOffSlowClients,
  DEFAULT_CLIENT_LIMITS,
} from './platform/http/slow-clients.ts';
import type { TurnLimits } from './platform/http/turns.ts';
import {
  createUnreadableReply,
  registerUnreadableRequests,
} from './platform/http/unreadable-requests.ts';
import { registerWebApp } from './platform/http/web-app.ts';
import {
  type AttemptLimits,
  createSignInAttempts,
  DEFAULT_ATTEMPT_LIMITS,
} from './platform/identity/attempts.ts';
import { createIdentity } from './platform/identity/identity.ts';
import { createKnownDevices } from './platform/identity/known-devices.ts';
import { createPasswordHashing, type HashCost } from './platform/identity/password-hash.ts';
import { registerIdentityRoutes } from './platform/identity/routes.ts';
import { registerSessionMemory, SESSIONS_CHANNEL } from './platform/identity/session-memory.ts';
import { createSessionQuestions } from './platform/identity/session-questions.ts';
import {
  createLiveSessionFinder,
  createSessionFinder,
  DEFAULT_SESSION_LIMITS,
  type SessionLimits,
} from './platform/identity/sessions.ts';
import {
  type CostLimits,
  DEFAULT_COST_LIMITS,
  registerCostlyCalls,
} from './platform/limits/costly-calls.ts';
import type { Limit } from './platform/limits/limiter.ts';
import { createMetrics, type Metrics } from './platform/metrics/metrics.ts';
import { measurePool, measureRequests, registerMetricsRoute } from './platform/metrics/routes.ts';
import type { FileStore } from './platform/storage/storage.ts';

// What is wrong with an input is read by people.
z.config(es());

/** Where the service is. */
const DEFAULT_CLINIC_TIME_ZONE = 'America/Mexico_City';

/** Milliseconds for the whole of a request to arrive: the largest file, over a slow line. */
const REQUEST_TIMEOUT = 300_000;

export interface AppParts {
  readonly database: DatabaseHandle;
  readonly store: FileStore;
  /** Where files wait while they are looked at. */
  readonly uploadFolder: string;
  /** Signs sessions and cursors; the same in every process. */
  readonly secret: string;
  /** Secrets of before, which still read what they encrypted. */
  readonly previousSecrets?: readonly string[];
  readonly log: Logger;
  /** The folder of the built web app, or null for the API alone. */
  readonly webFolder: string | null;
  /** IANA name; the clinic's own zone. */
  readonly clinicTimeZone?: string;
  /** Where maps take their tiles from; without it from nowhere. */
  readonly mapTiles?: MapTiles | null;
  /** Without it the call that Calendly makes does not exist. */
  readonly calendlyWebhookSecret?: string | null;
  /** Origins of the pages whose visitors may write in. */
  readonly intakeOrigins?: readonly string[];
  readonly intakeLimits?: IntakeLimits;
  /** Whether everybody has to set up a second step. */
  readonly requireTwoFactor?: boolean;
  /** Of a password's hash. */
  readonly passwordCost?: HashCost;
  /** How often an address may send deliveries that nobody signed. */
  readonly unsignedLimit?: Limit;
  readonly secure?: boolean;
  /** The address by which people come, if somebody said it. */
  readonly publicUrl?: string | null;
  readonly trustProxy?: string | false;
  readonly sessionLimits?: SessionLimits;
  /** Milliseconds for which a session is not looked up again, unless it ends. */
  readonly sessionsRemembered?: number;
  readonly attemptLimits?: Partial<AttemptLimits>;
  readonly streamLimits?: StreamLimits;
  readonly exportLimits?: ExportLimits;
  readonly metrics?: Metrics;
  /** Who has it reads the figures at the public address; without it they are not there. */
  readonly metricsToken?: string | null;
  readonly turnLimits?: TurnLimits;
  readonly clientLimits?: ClientLimits;
  /** Whether answers are checked against the contract before they are sent; not in production. */
  readonly checkAnswers?: boolean;
  /** Whether there is room for changes; without it there always is. */
  readonly room?: Room;
  readonly costLimits?: CostLimits;
}

/** Builds the application from its parts. It listens to nothing yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, store, secret, log, secure = false } = parts;
  const { db, pool } = database;
  const clinicTimeZone = parts.clinicTimeZone ?? DEFAULT_CLINIC_TIME_ZONE;
  const mapTiles = parts.mapTiles ?? null;
  const sessionLimits = parts.sessionLimits ?? DEFAULT_SESSION_LIMITS;
  const clientLimits = parts.clientLimits ?? DEFAULT_CLIENT_LIMITS;
  const intakeOrigins = new Set(parts.intakeOrigins);
  const trustProxy = parts.trustProxy ?? false;
  const headers = securityHeaders(secure);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A route that takes more says so itself.
    bodyLimit: LARGEST_BODY,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: clientLimits.silence,
    http: {
      headersTimeout: clientLimits.head,
      connectionsCheckingInterval: clientLimits.lookEvery,
      requireHostHeader: false,
    },
    trustProxy,
    requestIdHeader: false,
    genReqId: nameRequests(trustProxy),
    forceCloseConnections: 'idle',
    frameworkErrors: createFrameworkReply(headers),
    clientErrorHandler: createUnreadableReply(headers),
    // Fastify's own word for it would have none of the headers; it is answered, and is the last.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance;

  const requireTwoFactor = parts.requireTwoFactor ?? false;
  const passwords = createPasswordHashing(parts.passwordCost);
  const identityParts = {
    passwords,
    secrets: { current: secret, previous: parts.previousSecrets ?? [] },
    log,
    secure,
    idleSeconds: sessionLimits.idleSeconds,
  };
  const identity = createIdentity({ db, ...identityParts });
  const attemptLimits = { ...DEFAULT_ATTEMPT_LIMITS, ...parts.attemptLimits };
  const attempts = createSignInAttempts(pool, attemptLimits, secret);
  const questions = createSessionQuestions(pool, db, attemptLimits.session);
  const findSession = createSessionFinder(identity, db, sessionLimits);

  // Bodies are JSON; a call that takes something else says so itself.
  app.removeContentTypeParser('text/plain');
  const metrics = parts.metrics ?? createMetrics();
  registerForwardedFor(app);
  measureRequests(app, metrics);
  measurePool(metrics, pool);
  registerRequestIds(app);
  registerSecurityHeaders(app, headers);
  registerDraining(app);
  const onProblem = auditProblems(database);
  registerFailureReplies(app, onProblem);
  registerRequestLog(app);
  cutOffSlowClients(app, clientLimits);
  registerAdmission(app, parts.turnLimits ?? turnsFor(pool.options.max), secret);
  registerUnreadableRequests(app);
  const sessions = registerSessionMemory(app, findSession, parts.sessionsRemembered);
  registerGuard(app, sessions.find, {
    requireTwoFactor,
    isOwnOrigin: ownOrigins(parts.publicUrl ?? null),
  });
  if (parts.room) refuseChangesWithoutRoom(app, parts.room);
  registerCostlyCalls(app, pool, parts.costLimits ?? DEFAULT_COST_LIMITS);
  // Answers only: a compressed body of a request could unpack to anything.
  await app.register(compress, { threshold: 1024, globalDecompression: false });

  await app.register(async (scope) =>
    registerIdentityRoutes(scope, {
      db,
      identity,
      identityWithin: (transaction) => createIdentity({ db: transaction, ...identityParts }),
      passwords,
      requireTwoFactor,
      findSession,
      attempts,
      devices: createKnownDevices(secret, secure),
      questions,
      events: auditedSessionEvents(db),
      clinicTimeZone,
      mapTiles,
    }),
  );
  const digest = createDigest(secret);
  await serveCalls(
    app,
    contract,
    {
      account: accountCalls({ identity, questions, sessionLimits, requireTwoFactor }),
      appointments: appointmentCalls(store),
      audit: auditCalls,
      branches: branchCalls,
      calendly: calendlyCalls,
      dashboard: dashboardCalls,
      examOrders: examOrderCalls(store),
      exams: examCalls(store),
      doctors: doctorCalls,
      files: fileCalls(store),
      health: healthCalls(createReadiness({ db, store, log, isDraining: () => app.isDraining })),
      listExports: listExportCalls(app, parts.exportLimits ?? DEFAULT_EXPORT_LIMITS),
      partners: partnerCalls(store),
      intake: intakeCalls(pool, intakeOrigins, parts.intakeLimits ?? DEFAULT_INTAKE_LIMITS),
      patientRecord: patientRecordCalls(store),
      patients: patientCalls,
      prospects: prospectCalls,
      search: searchCalls,
      trash: trashCalls,
    },
    {
      db,
      cursors: createCursorCodec(secret),
      clinicTimeZone,
      digest,
      uploadFolder: parts.uploadFolder,
      checkAnswers: parts.checkAnswers ?? true,
    },
  );
  registerIntakePreflight(app, intakeOrigins);
  registerEvents(app, {
    pool,
    findLiveSessions: createLiveSessionFinder(db, sessionLimits),
    limits: parts.streamLimits ?? DEFAULT_STREAM_LIMITS,
    listeners: { [SESSIONS_CHANNEL]: sessions },
  });
  if (parts.calendlyWebhookSecret) {
    registerCalendlyWebhook(app, {
      db,
      digest,
      pool,
      secret: parts.calendlyWebhookSecret,
      limit: parts.unsignedLimit ?? DEFAULT_UNSIGNED_LIMIT,
    });
  }
  if (parts.metricsToken) registerMetricsRoute(app, metrics, parts.metricsToken);
  registerApiDocs(app, contract);
  if (parts.webFolder === null) {
    app.setNotFoundHandler(() => {
      throw new Problem('ROUTE_NOT_FOUND');
    });
  } else {
    await registerWebApp(app, {
      folder: parts.webFolder,
      tileOrigin: mapTiles && tileOrigin(mapTiles.url),
    });
  }
  return app;
}
