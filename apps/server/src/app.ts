import compress from '@fastify/compress';
import { contract } from '@simiente/contract';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod';
import { es } from 'zod/locales';
import { appointmentsRouter } from './modules/appointments/router.ts';
import { prescriptionUpload } from './modules/appointments/uploads.ts';
import { auditedSessionEvents } from './modules/audit/session-events.ts';
import { calendlyRouter } from './modules/calendly/router.ts';
import { registerCalendlyWebhook } from './modules/calendly/webhook.ts';
import { doctorsRouter } from './modules/doctors/router.ts';
import { examsRouter } from './modules/exams/router.ts';
import { examUploads } from './modules/exams/uploads.ts';
import { registerFileRoutes } from './modules/files/routes.ts';
import { healthRouter } from './modules/health/router.ts';
import { patientsRouter } from './modules/patients/router.ts';
import { trashRouter } from './modules/trash/router.ts';
import { createCursorCodec } from './platform/database/cursor.ts';
import type { DatabaseHandle } from './platform/database/database.ts';
import { registerApiDocs } from './platform/http/api-docs.ts';
import { registerCalls } from './platform/http/calls.ts';
import { registerDraining } from './platform/http/draining.ts';
import { registerFailureReplies, replyToFrameworkError } from './platform/http/failure-replies.ts';
import { registerGuard } from './platform/http/guard.ts';
import { Problem } from './platform/http/problem.ts';
import { registerRequestLog } from './platform/http/request-log.ts';
import { registerSecurityHeaders } from './platform/http/security-headers.ts';
import { registerUploads } from './platform/http/uploads.ts';
import { registerWebApp } from './platform/http/web-app.ts';
import {
  type AttemptLimits,
  createSignInAttempts,
  DEFAULT_ATTEMPT_LIMITS,
} from './platform/identity/attempts.ts';
import { createIdentity } from './platform/identity/identity.ts';
import { registerIdentityRoutes } from './platform/identity/routes.ts';
import {
  createSessionFinder,
  DEFAULT_SESSION_LIMITS,
  type SessionLimits,
} from './platform/identity/sessions.ts';
import type { FileStore } from './platform/storage/storage.ts';

// What is wrong with an input is read by people.
z.config(es());

/** Where the service is. */
const DEFAULT_CLINIC_TIME_ZONE = 'America/Mexico_City';

/** Bytes. No call of ours sends more JSON than this. */
const LARGEST_BODY = 512 * 1024;
/** Milliseconds for the whole of a request to arrive: the largest file, over a slow line. */
const REQUEST_TIMEOUT = 300_000;

export interface AppParts {
  readonly database: DatabaseHandle;
  readonly store: FileStore;
  /** Where files wait while they are looked at. */
  readonly uploadFolder: string;
  /** Signs sessions and cursors; the same in every process. */
  readonly secret: string;
  readonly log: Logger;
  /** The folder of the built web app, or null for the API alone. */
  readonly webFolder: string | null;
  /** IANA name; the clinic's own zone. */
  readonly clinicTimeZone?: string;
  /** Without it the call that Calendly makes does not exist. */
  readonly calendlyWebhookSecret?: string | null;
  readonly secure?: boolean;
  readonly trustProxy?: string | false;
  readonly sessionLimits?: SessionLimits;
  readonly attemptLimits?: AttemptLimits;
}

/** Builds the application from its parts. It listens to nothing yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { database, store, secret, log, secure = false } = parts;
  const { db, pool } = database;
  const clinicTimeZone = parts.clinicTimeZone ?? DEFAULT_CLINIC_TIME_ZONE;
  const sessionLimits = parts.sessionLimits ?? DEFAULT_SESSION_LIMITS;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LARGEST_BODY,
    requestTimeout: REQUEST_TIMEOUT,
    trustProxy: parts.trustProxy ?? false,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: 'idle',
    frameworkErrors: replyToFrameworkError,
    routerOptions: { ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance;

  const identity = createIdentity({
    db,
    secret,
    log,
    secure,
    idleSeconds: sessionLimits.idleSeconds,
  });
  const findSession = createSessionFinder(identity, db, sessionLimits);

  // Bodies are JSON; a call that takes something else says so itself.
  app.removeContentTypeParser('text/plain');
  registerDraining(app);
  registerFailureReplies(app);
  registerRequestLog(app);
  await registerSecurityHeaders(app, { secure });
  registerGuard(app, findSession);
  // Answers only: a compressed body of a request could unpack to anything.
  await app.register(compress, { threshold: 1024, globalDecompression: false });

  registerIdentityRoutes(app, {
    identity,
    findSession,
    attempts: createSignInAttempts(pool, parts.attemptLimits ?? DEFAULT_ATTEMPT_LIMITS, secret),
    events: auditedSessionEvents(db),
    clinicTimeZone,
  });
  const callParts = { db, cursors: createCursorCodec(secret), clinicTimeZone };
  registerCalls(
    app,
    contract,
    {
      appointments: appointmentsRouter,
      calendly: calendlyRouter,
      exams: examsRouter,
      doctors: doctorsRouter,
      health: healthRouter,
      patients: patientsRouter,
      trash: trashRouter,
    },
    callParts,
  );
  await registerUploads(app, { ...callParts, uploadFolder: parts.uploadFolder }, [
    ...examUploads(store),
    prescriptionUpload(store),
  ]);
  registerFileRoutes(app, { db, store });
  if (parts.calendlyWebhookSecret) {
    registerCalendlyWebhook(app, { db, secret: parts.calendlyWebhookSecret });
  }
  await registerApiDocs(app, contract);
  if (parts.webFolder === null) {
    app.setNotFoundHandler(() => {
      throw new Problem('ROUTE_NOT_FOUND');
    });
  } else {
    await registerWebApp(app, parts.webFolder);
  }
  return app;
}
