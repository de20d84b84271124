import { symmetricEncrypt } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { staffTwoFactors } from '../../../schema/staff.ts';
import {
  beginSignIn,
  personWithAuthenticator,
  setUpTwoFactor,
  type TestAuthenticator,
  twoFactorCall,
} from '../../../testing/accounts/two-factor.ts';
import {
  getSessionCookie,
  MANY_ATTEMPTS,
  sharedApplication,
  startApplication,
  TEST_KEY,
  TEST_SECRET,
} from '../../../testing/application.ts';
import { toEncryptionKey } from '../identity.ts';
import { deriveKey } from '../passwords/password-hash.ts';
import { reencryptTwoFactors } from './two-factor.ts';

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
});

describe('recovery codes', () => {
  const readBackupCodes = async (id: string) => {
    const rows = testApp().database.db.select().from(staffTwoFactors);
    const [row] = await rows.where(eq(staffTwoFactors.userId, id));
    return row?.backupCodes ?? '';
  };

  test('are stored as salted hashes, which the installation’s secret does not decrypt', async () => {
    const { person, authenticator } = await personWithAuthenticator(testApp());
    const { salt, keys } = JSON.parse(await readBackupCodes(person.id));
    expect(Buffer.from(salt, 'base64')).toHaveLength(16);
    expect(new Set(keys).size).toBe(10);
    for (const key of keys) expect(Buffer.from(key, 'base64')).toHaveLength(32);
    for (const code of authenticator.recoveryCodes) expect(keys.join()).not.toContain(code);
  });

  test.each([
    ['verify-totp', async ({ code }: TestAuthenticator) => code(), 10],
    ['verify-backup-code', async ({ recoveryCodes: [first] }: TestAuthenticator) => first, 9],
  ] as const)(
    'earlier encrypted recovery codes are counted, and hashed at the next %s',
    async (name, toCode, remaining) => {
      const { app, database } = testApp();
      const { person, authenticator } = await personWithAuthenticator(testApp());
      const data = JSON.stringify(authenticator.recoveryCodes);
      await database.db
        .update(staffTwoFactors)
        .set({ backupCodes: await symmetricEncrypt({ key: TEST_KEY, data }) })
        .where(eq(staffTwoFactors.userId, person.id));
      const count = async (cookie: string) => {
        const answer = await app.inject({ url: '/v1/account/get-one', headers: { cookie } });
        return answer.json().data.twoFactor.recoveryCodesLeft;
      };
      expect(await count(authenticator.cookie)).toBe(10);
      const pendingCookie = await beginSignIn(app, person.email);
      const answered = await twoFactorCall(app, name, pendingCookie, {
        code: await toCode(authenticator),
      });
      expect(answered.statusCode).toBe(200);
      expect(JSON.parse(await readBackupCodes(person.id)).keys).toHaveLength(remaining);
      expect(await count(getSessionCookie(answered))).toBe(remaining);
      const again = await beginSignIn(app, person.email);
      const last = await twoFactorCall(app, 'verify-backup-code', again, {
        code: authenticator.recoveryCodes[9],
      });
      expect(last.statusCode).toBe(200);
    },
  );
});

test('recovery codes stored without their cost are verified at the earlier cost', async () => {
  const { app, database } = testApp();
  const { person, authenticator } = await personWithAuthenticator(testApp());
  const salt = Buffer.alloc(16, 7);
  const keys = await Promise.all(
    authenticator.recoveryCodes.map(async (code) =>
      (await deriveKey(code, salt, { ln: 13, r: 8, p: 1 })).toString('base64'),
    ),
  );
  await database.db
    .update(staffTwoFactors)
    .set({ backupCodes: JSON.stringify({ salt: salt.toString('base64'), keys }) })
    .where(eq(staffTwoFactors.userId, person.id));
  for (const code of authenticator.recoveryCodes.slice(0, 2)) {
    const pendingCookie = await beginSignIn(app, person.email);
    const answered = await twoFactorCall(app, 'verify-backup-code', pendingCookie, { code });
    expect(answered.statusCode).toBe(200);
  }
});

describe('a rotation of secrets', () => {
  test('E-10.177, T-A13: ends sessions, and the second step works with the same app', async () => {
    const { app, database, staff: person } = await startApplication();
    const authenticator = await setUpTwoFactor(app, person);
    const secret = 'another secret of the tests, also of forty letters';
    const before = { database, secret, previousSecrets: [TEST_SECRET] };
    const { app: rotated } = await startApplication(
      before,
      onTestFinished,
      'otra@simiente.example',
    );
    const old = await rotated.inject({
      url: '/v1/account/get-one',
      headers: { cookie: authenticator.cookie },
    });
    expect(old.statusCode).toBe(401);
    const pendingCookie = await beginSignIn(rotated, person.email);
    const answered = await twoFactorCall(rotated, 'verify-totp', pendingCookie, {
      code: await authenticator.code(),
    });
    expect(answered.statusCode).toBe(200);

    // After the new encryption the earlier secret is not needed.
    const key = toEncryptionKey({ current: secret, previous: [TEST_SECRET] });
    await database.db.transaction((transaction) => reencryptTwoFactors(transaction, key));
    const currentOnly = { database, secret };
    const { app: retired } = await startApplication(
      currentOnly,
      onTestFinished,
      'tercera@simiente.example',
    );
    const again = await beginSignIn(retired, person.email);
    const code = await authenticator.code(1);
    expect((await twoFactorCall(retired, 'verify-totp', again, { code })).statusCode).toBe(200);
    const recovering = await beginSignIn(retired, person.email);
    const recovered = await twoFactorCall(retired, 'verify-backup-code', recovering, {
      code: authenticator.recoveryCodes[0],
    });
    expect(recovered.statusCode).toBe(200);
  });
});
