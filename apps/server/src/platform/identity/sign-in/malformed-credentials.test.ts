import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { staff, staffAccounts, staffSessions, staffTwoFactors } from '../../../schema/staff.ts';
import {
  beginSignIn,
  personWithAuthenticator,
  twoFactorCall,
} from '../../../testing/accounts/two-factor.ts';
import {
  getSessionCookie,
  MANY_ATTEMPTS,
  sharedApplication,
  signIn,
  startApplication,
  TEST_PASSWORD,
} from '../../../testing/application.ts';
import { queryAsOwner } from '../../../testing/database.ts';

const lines: string[] = [];
const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
  log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }),
});

const SALT = 'c2FsdHNhbHRzYWx0c2FsdA';
const KEY = 'a'.repeat(43);

describe('E-10.4062: a sign-in with a malformed stored credential is refused and logged', () => {
  test.each([
    'x',
    `$scrypt$ln=0,r=8,p=1$${SALT}$${KEY}`,
    `$scrypt$ln=30,r=8,p=1$${SALT}$${KEY}`,
    `$scrypt$ln=4,r=8,p=1$${SALT}$YQ`,
    `$firebase-scrypt$ln=40,r=8$${SALT}$${KEY}`,
    '$firebase-scrypt$',
    '$argon2id$v=19$m=1,t=1,p=1$c2Fs$a2V5',
  ])('password hash %j', async (password) => {
    const { app, database, signInAs } = testApp();
    const person = await signInAs(`${crypto.randomUUID()}@simiente.example`);
    await database.db
      .update(staffAccounts)
      .set({ password })
      .where(eq(staffAccounts.userId, person.id));
    lines.length = 0;
    const answer = await signIn(app, { email: person.email });
    expect(answer.json()).toEqual(errorBody('INVALID_EMAIL_OR_PASSWORD'));
    expect(lines.join('')).toContain('the stored password hash of an account is malformed');
    expect(lines.join('')).not.toContain(password);
    // The proof of identity in an open session.
    const payload = { password: TEST_PASSWORD };
    const proof = await person.request({ method: 'POST', url: '/api/auth/prove', payload });
    expect(proof.json()).toEqual(errorBody('WRONG_PASSWORD'));
  });

  test.each([
    ['verify-totp', { secret: 'x' }],
    ['verify-totp', { secret: '$ba$1$00' }],
    ['verify-backup-code', { backupCodes: 'x' }],
    ['verify-backup-code', { backupCodes: '{"salt":' }],
    ['verify-backup-code', { backupCodes: '{"salt":"","cost":{"ln":30,"r":8,"p":1},"keys":[]}' }],
  ])('%s with %j', async (name, columns) => {
    const { app, database } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    await database.db
      .update(staffTwoFactors)
      .set(columns)
      .where(eq(staffTwoFactors.userId, person.id));
    const code = 'secret' in columns ? await authenticator.code() : authenticator.recoveryCodes[0];
    lines.length = 0;
    const pendingCookie = await beginSignIn(app, person.email);
    const answer = await twoFactorCall(app, name, pendingCookie, { code });
    expect(answer.json()).toEqual(errorBody('WRONG_CODE'));
    expect(lines.join('')).toMatch(/the stored .* of an account (is|are) malformed/);
    const headers = { cookie: authenticator.cookie };
    expect((await app.inject({ url: '/v1/account/get-one', headers })).statusCode).toBe(200);
  });

  test('malformed recovery codes do not affect the authenticator', async () => {
    const { app, database } = testApp();
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const isOwn = eq(staffTwoFactors.userId, person.id);
    await database.db.update(staffTwoFactors).set({ backupCodes: 'x' }).where(isOwn);
    const pendingCookie = await beginSignIn(app, person.email);
    const code = await authenticator.code();
    const answer = await twoFactorCall(app, 'verify-totp', pendingCookie, { code });
    expect(answer.statusCode).toBe(200);
  });
});

test('E-10.4063: a sign-out whose session cannot be deleted fails, and the session stays open', async () => {
  const { app, database, staff: person } = await startApplication();
  await queryAsOwner(
    database,
    `create function refuse_delete() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
     create trigger refuse_delete before delete on staff_sessions
       for each row execute function refuse_delete()`,
  );
  const answer = await person.request({ method: 'POST', url: '/api/auth/sign-out' });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await person.get('/v1/account/get-one')).status).toBe(200);
  await queryAsOwner(database, 'drop trigger refuse_delete on staff_sessions');
  const repeated = await person.request({ method: 'POST', url: '/api/auth/sign-out' });
  expect(repeated.statusCode).toBe(200);
  expect(await database.db.$count(staffSessions)).toBe(0);
  const anonymous = await app.inject({ method: 'POST', url: '/api/auth/sign-out' });
  expect(anonymous.statusCode).toBe(200);
});

test.each([
  ['verify-totp', 1],
  ['verify-backup-code', 0],
])('E-10.4064: %s of an inactive account uses up no code', async (name, later) => {
  const { app, database } = testApp();
  const { person, authenticator } = await personWithAuthenticator(testApp());
  const code = later > 0 ? await authenticator.code(later) : authenticator.recoveryCodes[0];
  const pendingCookie = await beginSignIn(app, person.email);
  const attempt = () => twoFactorCall(app, name, pendingCookie, { code });
  const setStatus = (status: number) =>
    database.db.update(staff).set({ status }).where(eq(staff.id, person.id));
  await setStatus(0);
  expect((await attempt()).json()).toEqual(errorBody('ACCOUNT_INACTIVE'));
  await setStatus(1);
  expect(getSessionCookie(await attempt())).not.toBe('');
});
