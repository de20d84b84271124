import { createHook } from 'node:async_hooks';
import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { staffAccounts } from '../../../schema/staff.ts';
import {
  sharedApplication,
  signIn,
  TEST_COST,
  TEST_PASSWORD,
} from '../../../testing/application.ts';
import { createPasswordHashing, PASSWORD_COST } from './password-hash.ts';

const hashing = createPasswordHashing(TEST_COST);

describe('a password hash', () => {
  test('is scrypt with N=2^15, r=8, p=3, names these parameters, and has a random salt', async () => {
    const { hash, verify, isOutdated } = createPasswordHashing();
    expect(PASSWORD_COST).toEqual({ ln: 15, r: 8, p: 3 });
    const [one, other] = [await hash('ñandú'), await hash('ñandú')];
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(one);
    expect(isOutdated(one)).toBe(false);
    // Equal letters in another Unicode normalization form.
    expect(await verify({ hash: one, password: 'ñandú'.normalize('NFD') })).toBe(true);
    expect(await verify({ hash: one, password: 'nandu' })).toBe(false);
  });

  test('is verified with its own parameters, and is reported as outdated if they are not the current ones', async () => {
    const { verify, isOutdated } = createPasswordHashing({ ...TEST_COST, p: 2 });
    const hash = await hashing.hash(TEST_PASSWORD);
    expect(await verify({ hash, password: TEST_PASSWORD })).toBe(true);
    expect(await verify({ hash, password: 'otra contraseña' })).toBe(false);
    expect(isOutdated(hash)).toBe(true);
  });

  test.each(['', 'x', '$scrypt$ln=10,r=8,p=1$$', '$argon2id$v=19$m=1,t=1,p=1$c2Fs$a2V5'])(
    'is rejected if it is invalid: %j',
    async (hash) => {
      const verified = hashing.verify({ hash, password: '' }).catch(() => false);
      expect(await verified).toBe(false);
    },
  );
});

test('at most two are computed simultaneously, and others wait', async () => {
  const { hash, verify } = createPasswordHashing(TEST_COST);
  const storedHash = await hash(TEST_PASSWORD);
  // Node.js reports the start and end of each scrypt.
  const underWay = new Set<number>();
  let maxUnderWay = 0;
  let started = 0;
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return;
      started += 1;
      maxUnderWay = Math.max(maxUnderWay, underWay.add(id).size);
    },
    before: (id) => underWay.delete(id),
  }).enable();
  const all = Array.from({ length: 8 }, () =>
    verify({ hash: storedHash, password: TEST_PASSWORD }),
  );
  expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
  hook.disable();
  expect([started, maxUnderWay]).toEqual([8, 2]);
});

describe('an account with a hash from the identity library', () => {
  const testApp = sharedApplication({ passwordCost: TEST_COST });

  async function personWithLibraryHash() {
    const { database, signInAs } = testApp();
    const person = await signInAs(`${crypto.randomUUID()}@simiente.example`);
    const hash = await hashPassword(TEST_PASSWORD);
    const ofPerson = eq(staffAccounts.userId, person.id);
    await database.db.update(staffAccounts).set({ password: hash }).where(ofPerson);
    const readHash = async () => {
      const [row] = await database.db.select().from(staffAccounts).where(ofPerson);
      return row?.password ?? '';
    };
    return { ...person, hash, readHash };
  }

  test('a sign-in replaces a hash that the identity library made', async () => {
    const { app } = testApp();
    const { email, hash, readHash } = await personWithLibraryHash();
    expect((await signIn(app, { email, password: 'otra contraseña' })).statusCode).toBe(401);
    expect(await readHash()).toBe(hash);
    expect((await signIn(app, { email })).statusCode).toBe(200);
    const fresh = await readHash();
    expect(hashing.isOutdated(fresh)).toBe(false);
    expect((await signIn(app, { email })).statusCode).toBe(200);
    expect(await readHash()).toBe(fresh);
  });

  test('several devices can sign in while the hash is replaced', async () => {
    const { app } = testApp();
    const { email, readHash } = await personWithLibraryHash();
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(app, { email })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(hashing.isOutdated(await readHash())).toBe(false);
  });
});
