import { type ErrorCode, errorBody } from '@simiente/contract/common/errors';
import { and, asc, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createProvider, type Provider } from '../../platform/identity/provider/provider.ts';
import { auditEvents } from '../../schema/audit.ts';
import { staffSessions } from '../../schema/staff.ts';
import {
  MANY_ATTEMPTS,
  sharedApplication,
  startApplication,
  TEST_PASSWORD,
  type TestApplication,
  type TestStaff,
} from '../application.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../services/identity-provider.ts';
import { signInWithProvider } from './provider-calls.ts';

export const newEmail = () => `${crypto.randomUUID()}@simiente.example`;

/** Start, in seconds, of a provider session that is too old to confirm the user's identity. */
export const anHourAgo = () => Math.floor(Date.now() / 1000) - 3600;

export function expectRejected(
  answer: { statusCode: number; json(): unknown; headers: Record<string, unknown> },
  code: ErrorCode,
) {
  expect(answer.json()).toMatchObject({ code });
  expect(answer.statusCode).toBe(errorBody(code).status);
  expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('session_token=');
}

/** One application and one provider for all the tests of a file. */
export function applicationWithProvider() {
  const cleanUps: (() => Promise<void>)[] = [];
  const log = pino({ level: 'silent' });
  let identityProvider: TestIdentityProvider;
  let provider: Provider;
  // Delegates to `provider`, which exists only after the application has started.
  const providerProxy: Provider = {
    name: 'Almena ID',
    issuer: '',
    authorizationUrl: (...input) => provider.authorizationUrl(...input),
    redeem: (...input) => provider.redeem(...input),
  };
  const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS, provider: providerProxy });
  const db = () => testApp().database.db;

  beforeAll(async () => {
    identityProvider = await startIdentityProvider((cleanUp) => cleanUps.push(cleanUp));
    provider = createProvider(identityProvider.settings, log);
  });
  afterEach(() => {
    identityProvider.deviate(null);
    identityProvider.authenticatedAt(undefined);
    identityProvider.answer('usual');
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  /** Binds an account to a login of the provider, and returns the login. */
  async function bind(
    { app }: Pick<TestApplication, 'app'>,
    person: Pick<TestStaff, 'cookie'>,
    login: string = crypto.randomUUID(),
    confirmation: object = { password: TEST_PASSWORD },
  ): Promise<string> {
    const visit = { login, payload: { confirmation }, cookie: person.cookie };
    const bound = await signInWithProvider(app, identityProvider, 'bind', visit);
    if (bound.statusCode !== 200) throw new Error(`not bound: ${bound.body}`);
    return login;
  }

  return {
    testApp,
    /** The provider that the application uses. */
    identityProvider: () => identityProvider,
    /** The provider, as a part with which a test builds another application. */
    provider: providerProxy,
    log,
    bind,

    async boundPerson() {
      const person = await testApp().signInAs(newEmail());
      return { person, login: await bind(testApp(), person) };
    },

    enter: (login: string, cookie = '') =>
      signInWithProvider(testApp().app, identityProvider, 'sign-in', { login, cookie }),

    /** The rows of the audit about an account. */
    readAuditRows: (id: string) =>
      db()
        .select({ action: auditEvents.action, details: auditEvents.details })
        .from(auditEvents)
        .where(and(eq(auditEvents.subjectKind, 'staff'), eq(auditEvents.subjectId, id)))
        .orderBy(asc(auditEvents.id)),

    readSessions: (id: string) =>
      db().select().from(staffSessions).where(eq(staffSessions.userId, id)),

    startAnother: (options: Parameters<typeof startApplication>[0]) =>
      startApplication(
        { database: testApp().database, attemptLimits: MANY_ATTEMPTS, ...options },
        undefined,
        newEmail(),
      ),
  };
}
