import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { professionalIdentities } from '../../../schema/professional-identities.ts';
import { reportVersions } from '../../../schema/reports.ts';
import { applicationWithProvider } from '../../../testing/accounts/application-with-provider.ts';
import { getCookies, signInWithProvider } from '../../../testing/accounts/provider-calls.ts';
import { addIdentity } from '../../../testing/accounts/records.ts';
import { LONG_WAIT } from '../../../testing/long-wait.ts';
import { addPatient, addReport } from '../../../testing/records.ts';
import {
  callReports,
  freshCode,
  makeSignature,
  makeSigner,
  signCopy,
  startReview,
} from '../../../testing/reports/reports.ts';

const { testApp, identityProvider } = applicationWithProvider();
const db = () => testApp().database.db;

const addDraft = async () => addReport(db(), await addPatient(db()), 'exam_ai', 'Un texto.');

/** An invited doctor who signs in only through the provider. */
async function doctorWithoutPassword() {
  const { app, signInAs } = testApp();
  const admin = await signInAs(`${crypto.randomUUID()}@simiente.example`, ['administracion']);
  const second = await signInAs(`${crypto.randomUUID()}@simiente.example`, ['administracion']);
  const email = `${crypto.randomUUID()}@simiente.example`;
  const invited = await admin.request({
    method: 'POST',
    url: '/v1/accounts/invite',
    payload: { name: 'Eva Luna', email, roles: ['medico'] },
  });
  const { account, link } = invited.json().data;
  await second.request({
    method: 'POST',
    url: '/v1/accounts/confirm-roles',
    payload: { idAccount: account.idAccount, version: account.version },
  });
  const login = crypto.randomUUID();
  const payload = { token: link.path.split('#')[1], name: 'Eva Luna' };
  const cookie = getCookies(
    await signInWithProvider(app, identityProvider(), 'accept', { login, payload }),
  );
  const id = String(account.idAccount);
  await addIdentity(db(), id, { confirmedAt: new Date() });
  const call = (method: 'GET' | 'POST' | 'PUT', name: string, input: object) =>
    callReports((options) => app.inject(options), method, name, input, { cookie });
  const confirm = () => signInWithProvider(app, identityProvider(), 'confirm', { login, cookie });
  return { id, email, call, confirm };
}

test('E-10.604: an account without a password signs with the provider and a code, and without a second step is shown how to enrol', async () => {
  const { id, email, call, confirm } = await doctorWithoutPassword();
  const copy = await startReview({ call }, await addDraft());
  await confirm();
  const early = await call('POST', 'sign', makeSignature(copy, { provider: true }));
  expect(early.json()).toMatchObject({
    code: 'SECOND_STEP_NEEDED',
    errorMessage: expect.stringContaining('Mi cuenta'),
  });
  const code = await freshCode({ db: db() }, { id, email });
  const signed = await call('POST', 'sign', makeSignature(copy, { provider: true, code }));
  expect([signed.statusCode, signed.json().data?.version.proof]).toEqual([200, 'provider']);
  // The proof of the provider can be used once.
  const other = await startReview({ call }, await addDraft());
  const again = await call(
    'POST',
    'sign',
    makeSignature(other, { provider: true, code: await freshCode({ db: db() }, { id, email }) }),
  );
  expect([again.statusCode, again.json().code]).toEqual([403, 'PROVIDER_EXPIRED']);
});

test('E-10.610: a signature after a suspension of its identity is rejected', async () => {
  const signer = await makeSigner(testApp());
  const draft = await addDraft();
  const copy = await startReview(signer, draft);
  const { pending } = await db().transaction(async (transaction) => {
    await transaction
      .update(professionalIdentities)
      .set({ suspendedAt: new Date(), suspendedFor: 'password' })
      .where(eq(professionalIdentities.staffId, signer.id));
    const pending = signCopy(signer, copy);
    await vi.waitFor(async () => {
      const { rows } = await db().execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    }, LONG_WAIT);
    return { pending };
  });
  const rejected = await pending;
  expect([rejected.statusCode, rejected.json().code]).toEqual([403, 'IDENTITY_NEEDED']);
  expect(await db().$count(reportVersions, eq(reportVersions.fromDraft, draft))).toBe(0);
});

test('E-10.610: a signature during a suspension is either signed or rejected', async () => {
  const signer = await makeSigner(testApp());
  const draft = await addDraft();
  const copy = await startReview(signer, draft);
  const [answer] = await Promise.all([
    signCopy(signer, copy),
    db()
      .update(professionalIdentities)
      .set({ suspendedAt: new Date(), suspendedFor: 'password' })
      .where(eq(professionalIdentities.staffId, signer.id)),
  ]);
  const signed = await db().$count(reportVersions, eq(reportVersions.fromDraft, draft));
  expect([
    [200, 1],
    [403, 0],
  ]).toContainEqual([answer.statusCode, signed]);
});
