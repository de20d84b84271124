import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role } from '@simiente/contract/common/access/roles';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import type { AppOptions } from '../app-options.ts';
import { createOutbox } from '../modules/mail/public.ts';
import { slotLimitsFor } from '../platform/http/load/admission.ts';
import { toEncryptionKey } from '../platform/identity/identity.ts';
import {
  createPasswordHashing,
  type HashCost,
} from '../platform/identity/passwords/password-hash.ts';
import type { AttemptLimits } from '../platform/identity/sign-in/attempts.ts';
import { addStaff } from '../platform/identity/staff-accounts.ts';
import { type FileStore, openLocalFileStore } from '../platform/storage/storage.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export const TEST_SECRET = 'a secret of the tests, of forty letters…';
export const TEST_PASSWORD = 'contraseña de prueba';
/** The cost of a password's hash, low because the tests sign in thousands of times. */
export const TEST_COST: HashCost = { ln: 4, r: 8, p: 1 };

const MANY = { max: 1_000_000, windowSeconds: 900 };
/** Limits for tests that fail often on purpose, and do not test limits. */
export const MANY_ATTEMPTS: AttemptLimits = {
  device: MANY,
  network: MANY,
  account: MANY,
  address: MANY,
  session: MANY,
};

export interface TestApplication {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly store: FileStore;
  /** A signed-in user, with requests in their session. */
  readonly staff: TestStaff;
  /** Creates another user, signed in; with the role `todo` by default. */
  signInAs(email: string, roles?: readonly Role[]): Promise<TestStaff>;
}

export interface TestStaff {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** The cookie of the session, as a header. */
  readonly cookie: string;
  /** Sends a request with the session's cookie. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  /**
   * Sends a GET.
   * @returns status and body
   */
  get(url: string): Promise<{ status: number; body: unknown }>;
}

/** Queue of the tests' applications with a mail server. */
export const TEST_OUTBOX = createOutbox(TEST_SECRET);

/** Parts of the application that a test may replace; the caller then closes a given database. */
export type TestOptions = Partial<Omit<AppOptions, 'database'>> & {
  readonly database?: TestDatabase;
  /** Roles of the signed-in account; `todo` by default. */
  readonly staffRoles?: readonly Role[];
};

/** One application for all the tests of a file, whose records therefore must not conflict. */
export function sharedApplication(overrides: TestOptions = {}): () => TestApplication {
  let started: TestApplication | undefined;
  const cleanUps: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    started = await startApplication(overrides, (cleanUp) => cleanUps.push(cleanUp));
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  return () => {
    if (!started) throw new Error('The application of this file has not started');
    return started;
  };
}

/** The whole application on its own database, with one user signed in. */
export async function startApplication(
  { staffRoles, ...overrides }: TestOptions = {},
  whenDone: (cleanUp: () => Promise<void>) => void = onTestFinished,
  email = 'mariana@simiente.example',
): Promise<TestApplication> {
  const database = overrides.database ?? (await createTestDatabase(whenDone));
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-files-'));
  const store = openLocalFileStore(folder);
  const log = pino({ level: 'silent' });
  const app = await buildApp({
    database,
    store,
    uploadFolder: path.join(folder, 'uploads'),
    secret: TEST_SECRET,
    log,
    webFolder: null,
    passwordCost: TEST_COST,
    // A busy machine may let a request wait; the tests about that have their own limits.
    requestSlotLimits: { ...slotLimitsFor(database.pool.options.max), maxWait: 60_000 },
    ...overrides,
  });
  whenDone(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  const signInAs = (email: string, roles?: readonly Role[]) =>
    makeStaff(app, database, email, roles);
  return { app, database, store, staff: await signInAs(email, staffRoles), signInAs };
}

export const testPasswords = createPasswordHashing(TEST_COST);
export const TEST_KEY = toEncryptionKey({ current: TEST_SECRET, previous: [] });

/** Sends e-mail and password as a client would. */
export function signIn(
  app: FastifyInstance,
  credentials: { email: string; password?: string },
  options: InjectOptions = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { password: TEST_PASSWORD, ...credentials },
    ...options,
  });
}

/** The cookie of the session that an answer began, as a header. */
export function getSessionCookie(answer: LightMyRequestResponse): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

/** The known-device cookie of an answer, as a header; empty without one. */
export function getDeviceCookie({ headers }: LightMyRequestResponse): string {
  const cookies = [headers['set-cookie'] ?? []].flat();
  return cookies.find((cookie) => cookie.includes('simiente.device='))?.split(';')[0] ?? '';
}

async function makeStaff(
  app: FastifyInstance,
  database: TestDatabase,
  email: string,
  roles: readonly Role[] = ['todo'],
): Promise<TestStaff> {
  const { db } = database;
  const id = await db.transaction((transaction) =>
    addStaff(transaction, testPasswords, {
      name: 'Mariana Solórzano',
      email,
      password: TEST_PASSWORD,
      roles,
    }),
  );
  const cookie = getSessionCookie(await signIn(app, { email }));
  const request = (options: InjectOptions) =>
    app.inject({ ...options, headers: { cookie, ...options.headers } });
  return {
    id,
    email,
    password: TEST_PASSWORD,
    cookie,
    request,
    get: async (url) => {
      const response = await request({ url });
      return { status: response.statusCode, body: response.json() };
    },
  };
}
