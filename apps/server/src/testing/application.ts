import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type AppParts, buildApp } from '../app.ts';
import { createIdentity } from '../platform/identity/identity.ts';
import { DEFAULT_SESSION_LIMITS } from '../platform/identity/sessions.ts';
import { addStaff } from '../platform/identity/staff-accounts.ts';
import { type FileStore, openLocalFileStore } from '../platform/storage/storage.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

const SECRET = 'a secret of the tests, of forty letters…';
const PASSWORD = 'contraseña de prueba';

export interface TestApplication {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly store: FileStore;
  /** Signed-in requests of one member of the staff. */
  readonly staff: TestStaff;
  /** Makes another member of the staff, signed in. */
  signInAs(email: string): Promise<TestStaff>;
}

export interface TestStaff {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** The cookie of the session, as a header. */
  readonly cookie: string;
  /** Sends a request with the session's cookie. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Reads a call: the status, and the body as the caller gets it. */
  get(url: string): Promise<{ status: number; body: unknown }>;
}

/** The whole application on a database of its own, with one member of the staff signed in. */
export async function startApplication(
  overrides: Partial<AppParts> = {},
  whenDone: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<TestApplication> {
  const database = await createTestDatabase(whenDone);
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-files-'));
  const store = openLocalFileStore(folder);
  const log = pino({ level: 'silent' });
  const app = await buildApp({
    database,
    store,
    secret: SECRET,
    log,
    webFolder: null,
    ...overrides,
  });
  whenDone(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  const signInAs = (email: string) => makeStaff(app, database, email);
  return { app, database, store, staff: await signInAs('mariana@simiente.example'), signInAs };
}

async function makeStaff(
  app: FastifyInstance,
  { db }: TestDatabase,
  email: string,
): Promise<TestStaff> {
  const identity = createIdentity({
    db,
    secret: SECRET,
    log: pino({ level: 'silent' }),
    secure: false,
    idleSeconds: DEFAULT_SESSION_LIMITS.idleSeconds,
  });
  const id = await db.transaction((transaction) =>
    addStaff(transaction, identity, { name: 'Mariana Solórzano', email, password: PASSWORD }),
  );
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password: PASSWORD },
  });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const request = (options: InjectOptions) =>
    app.inject({ ...options, headers: { cookie, ...options.headers } });
  return {
    id,
    email,
    password: PASSWORD,
    cookie,
    request,
    get: async (url) => {
      const response = await request({ url });
      return { status: response.statusCode, body: response.json() };
    },
  };
}
