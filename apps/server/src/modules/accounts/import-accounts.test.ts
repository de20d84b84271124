import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { SYSTEM_ACT } from '../../platform/act.ts';
import {
  convertFirebaseHash,
  verifyFirebaseHash,
} from '../../platform/identity/passwords/firebase-hash.ts';
import { auditEvents } from '../../schema/audit.ts';
import { SUSPENDED, staff, staffAccounts } from '../../schema/staff.ts';
import { sharedApplication, signIn } from '../../testing/application.ts';
import {
  type FirebaseUser,
  importAccounts,
  readFirebaseParameters,
  readFirebaseUsers,
} from './import-accounts.ts';

/** Published by github.com/firebase/scrypt. */
const CONSOLE = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`;
const PUBLISHED = {
  localId: 'kYi4EvWQlQTKSfnJ3dRSP6IH3ed2',
  email: 'user1@test.com',
  passwordHash:
    'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
  displayName: 'Test User 1',
};
const PASSWORD = 'user1password';

function readProject(text = CONSOLE) {
  const hashing = readFirebaseParameters(text);
  if (hashing === null) throw new Error('no parameters');
  return hashing;
}

describe('E-10.392: a hash of Firebase Authentication', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const storedHash = convertFirebaseHash(readProject(), {
    salt: bytes(PUBLISHED.salt),
    hash: bytes(PUBLISHED.passwordHash),
  });

  test('verifies the published test vector without the signer key', async () => {
    expect(storedHash).toMatch(/^\$firebase-scrypt\$ln=14,r=8\$/);
    expect(await verifyFirebaseHash(String(storedHash), PASSWORD)).toBe(true);
    expect(await verifyFirebaseHash(String(storedHash), 'user1Password')).toBe(false);
    expect(storedHash).not.toContain('jxspr8Ki0RYycVU8');
    const other = readProject(CONSOLE.replace('jxspr8', 'kxspr8'));
    const foreign = convertFirebaseHash(other, {
      salt: bytes(PUBLISHED.salt),
      hash: bytes(PUBLISHED.passwordHash),
    });
    expect(await verifyFirebaseHash(String(foreign), PASSWORD)).toBe(false);
  });

  test.each(['$firebase-scrypt$', '$firebase-scrypt$ln=14,r=8$Bw==$', 'x'])(
    'an invalid hash is rejected: %s',
    (hash) => expect(verifyFirebaseHash(hash, '')).rejects.toThrow('malformed'),
  );

  test('the parameters are accepted as the console shows them or as JSON, within Firebase’s limits', () => {
    const { signerKey, rounds, memCost } = readProject();
    expect([signerKey.length, rounds, memCost]).toEqual([64, 8, 14]);
    const json = {
      algorithm: 'SCRYPT',
      base64_signer_key: signerKey.toString('base64'),
      base64_salt_separator: 'Bw==',
      rounds: 8,
      mem_cost: 14,
    };
    expect(readFirebaseParameters(JSON.stringify(json))).toEqual(readProject());
    for (const wrong of [
      '',
      'x',
      CONSOLE.replace('14', '24'),
      CONSOLE.replace('rounds', 'turns'),
    ]) {
      expect(readFirebaseParameters(wrong)).toBeNull();
    }
    for (const wrong of ['', '{', '{"patients":[]}', '[{"email":3}]', 'a,b,c']) {
      expect(readFirebaseUsers(wrong)).toBeNull();
    }
  });
});

describe('E-10.393: an import of accounts', () => {
  const testApp = sharedApplication();

  const importAll = (users: readonly FirebaseUser[], roles: readonly 'medico'[] = ['medico']) =>
    testApp().database.db.transaction((transaction) =>
      importAccounts(transaction, SYSTEM_ACT, users, { hashing: readProject(), roles }),
    );

  async function readAccount(email: string) {
    const [row] = await testApp()
      .database.db.select({
        id: staff.id,
        status: staff.status,
        roles: staff.roles,
        hash: staffAccounts.password,
      })
      .from(staff)
      .innerJoin(staffAccounts, eq(staffAccounts.userId, staff.id))
      .where(eq(staff.email, email));
    if (!row) throw new Error(`no account of ${email}`);
    return row;
  }

  test('people sign in with their earlier password, which is hashed again and audited', async () => {
    const { app, database } = testApp();
    const { email } = PUBLISHED;
    expect(await importAll([PUBLISHED])).toEqual({
      imported: [{ email, disabled: false, isVerified: false, hadSecondStep: false }],
      skipped: [],
    });
    const { id, hash, roles } = await readAccount(email);
    expect(roles).toEqual(['medico']);
    expect((await signIn(app, { email, password: 'otra' })).statusCode).toBe(401);
    expect((await readAccount(email)).hash).toBe(hash);
    const answers = await Promise.all(
      Array.from({ length: 2 }, () => signIn(app, { email, password: PASSWORD })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const fresh = (await readAccount(email)).hash;
    expect(fresh).toMatch(/^\$scrypt\$/);
    expect((await signIn(app, { email, password: PASSWORD })).statusCode).toBe(200);
    expect((await readAccount(email)).hash).toBe(fresh);
    const rows = await database.db
      .select({ action: auditEvents.action, details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, id))
      .orderBy(asc(auditEvents.id));
    expect(rows.filter(({ action }) => action === 'account.password_rehashed')).toEqual([
      { action: 'account.password_rehashed', details: { method: 'firebase-scrypt' } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(String(hash));
  });

  test('skipped accounts are reported with the reason, and a second import changes nothing', async () => {
    const { app, staff: mariana } = testApp();
    const firebaseUser = (
      email: string | undefined,
      more: Partial<FirebaseUser> = {},
    ): FirebaseUser => ({
      ...PUBLISHED,
      localId: 'uid',
      email,
      ...more,
    });
    const users = [
      firebaseUser('Una@Clinica.example', { displayName: '  Una\nPersona ', emailVerified: true }),
      firebaseUser('disabled@clinica.example', {
        disabled: true,
        mfaInfo: [{ phoneInfo: '+525555555555' }],
      }),
      firebaseUser(undefined),
      firebaseUser('nadie'),
      firebaseUser('google@clinica.example', { passwordHash: null }),
      firebaseUser('corta@clinica.example', { passwordHash: 'Bw==' }),
      firebaseUser('una@clinica.example'),
      firebaseUser(mariana.email),
    ];
    const skipped = [
      { user: 'uid', reason: 'no-email' },
      { user: 'nadie', reason: 'wrong-email' },
      { user: 'google@clinica.example', reason: 'no-password' },
      { user: 'corta@clinica.example', reason: 'wrong-password' },
      { user: 'una@clinica.example', reason: 'repeated' },
      { user: mariana.email, reason: 'taken' },
    ];
    expect(await importAll(users)).toEqual({
      imported: [
        {
          email: 'una@clinica.example',
          disabled: false,
          isVerified: true,
          hadSecondStep: false,
        },
        {
          email: 'disabled@clinica.example',
          disabled: true,
          isVerified: false,
          hadSecondStep: true,
        },
      ],
      skipped,
    });
    const disabled = await readAccount('disabled@clinica.example');
    expect(disabled.status).toBe(SUSPENDED);
    const rejected = await signIn(app, { email: 'disabled@clinica.example', password: PASSWORD });
    expect(rejected.json()).toMatchObject({ code: 'ACCOUNT_INACTIVE' });
    const before = await readAccount('una@clinica.example');
    const again = await importAll(users);
    expect(again.imported).toEqual([]);
    expect(again.skipped).toHaveLength(users.length);
    expect(await readAccount('una@clinica.example')).toEqual(before);
    expect((await signIn(app, { email: mariana.email })).statusCode).toBe(200);
  });

  test('requires a role if accounts have roles', async () => {
    const { db } = testApp().database;
    await importAll([{ ...PUBLISHED, email: 'medico@clinica.example' }]);
    const without = db.transaction((transaction) =>
      importAccounts(transaction, SYSTEM_ACT, [PUBLISHED], { hashing: readProject() }),
    );
    await expect(without).rejects.toMatchObject({ code: 'ROLE_MISSING' });
  });
});
