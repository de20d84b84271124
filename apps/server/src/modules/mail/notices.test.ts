import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createProvider } from '../../platform/identity/provider/provider.ts';
import { jobs } from '../../schema/operation/installation.ts';
import { resultValues } from '../../schema/results.ts';
import { addPasskey, passkeyCall } from '../../testing/accounts/passkeys.ts';
import { providerCall, signInWithProvider } from '../../testing/accounts/provider-calls.ts';
import {
  getDeviceCookie,
  getSessionCookie,
  signIn,
  startApplication,
  TEST_PASSWORD,
} from '../../testing/application.ts';
import { addPatient, addReport, addResultSet, newId } from '../../testing/records.ts';
import { makeSigner, signVersion } from '../../testing/reports/reports.ts';
import { startIdentityProvider } from '../../testing/services/identity-provider.ts';
import { startMailServer } from '../../testing/services/mail.ts';
import { never, type Started, senderTo } from '../../testing/services/mail-sender.ts';

describe('E-10.331: an account is notified', () => {
  /** The subjects of the messages after an action. */
  async function subjectsAfter(started: Started, act: () => Promise<unknown>): Promise<string[]> {
    const { db } = started.database;
    const server = await startMailServer(onTestFinished);
    const readNewest = async () => {
      const { rows } = await db.execute<{ id: number }>(
        sql`select coalesce(max(id), 0)::float8 as id from audit_events`,
      );
      return rows[0]?.id ?? 0;
    };
    let goal = await readNewest();
    const sender = senderTo(started, server, { sealedUpTo: () => goal });
    await sender.run(never);
    server.messages.length = 0;
    await act();
    goal = await readNewest();
    await sender.run(never);
    // A second run in another process must not send it again.
    await senderTo(started, server, { sealedUpTo: () => goal }).run(never);
    return server.messages.map(({ subject = '' }) => subject).toSorted();
  }

  test('H-C1, E-10.1353: a signer is notified once of a changed quoted result, and of no other change', async () => {
    const started = await startApplication();
    const { db } = started.database;
    const patient = await addPatient(db, { name: 'Luis Mora' });
    const set = await addResultSet(db, patient, { status: 'validado' });
    const draft = await addReport(
      db,
      patient,
      'exam_ai',
      'La concentración fue de 14 millones/mL.',
    );
    const subjects = await subjectsAfter(started, async () => {
      await signVersion(await makeSigner(started), draft);
      const [value] = await db.select().from(resultValues).where(eq(resultValues.setId, set));
      await db.insert(resultValues).values({
        ...value,
        ...{ id: newId('val'), setId: set, position: 0, value: '41' },
        replaces: value?.id,
      });
    });
    expect(subjects).toContain('Revisa un documento que firmaste');
    expect(
      subjects.filter((subject) => subject === 'Revisa un documento que firmaste'),
    ).toHaveLength(1);
  });

  const NEW_DEVICE = 'Inicio de sesión desde un dispositivo nuevo';

  test('of a sign-in from a new device, once for each address, and not from a known one', async () => {
    const started = await startApplication();
    const { app, staff } = started;
    const from = (remoteAddress: string) => signIn(app, { email: staff.email }, { remoteAddress });
    expect(
      await subjectsAfter(started, async () => {
        await from('203.0.113.1');
        await from('203.0.113.1');
        await from('203.0.113.2');
      }),
    ).toEqual([NEW_DEVICE, NEW_DEVICE]);
    const deviceCookie = getDeviceCookie(await from('203.0.113.3'));
    expect(
      await subjectsAfter(started, () =>
        signIn(
          app,
          { email: staff.email },
          { remoteAddress: '203.0.113.4', headers: { cookie: deviceCookie } },
        ),
      ),
    ).toEqual([]);
    // A wrong password is not a sign-in.
    expect(
      await subjectsAfter(started, () =>
        signIn(app, { email: staff.email, password: 'otra' }, { remoteAddress: '203.0.113.5' }),
      ),
    ).toEqual([]);
  });

  test('of a change of the password', async () => {
    const started = await startApplication();
    const { staff } = started;
    const change = () =>
      staff.request({
        method: 'POST',
        url: '/v1/account/change-password',
        payload: { currentPassword: TEST_PASSWORD, newPassword: 'bugambilia junto al muro' },
      });
    expect(await subjectsAfter(started, change)).toEqual(['Cambió la contraseña de tu cuenta']);
  });

  test('E-10.359: of an added or removed passkey', async () => {
    const started = await startApplication();
    const { app, staff } = started;
    let idPasskey = '';
    const add = async () => {
      ({ idPasskey } = await addPasskey(app, staff));
    };
    expect(await subjectsAfter(started, add)).toEqual(['Se agregó una llave de acceso']);
    const remove = () =>
      passkeyCall(app, 'remove', staff.cookie, {
        idPasskey,
        confirmation: { password: TEST_PASSWORD },
      });
    expect(await subjectsAfter(started, remove)).toEqual(['Se quitó una llave de acceso']);
  });

  test('E-10.391: of a created or removed binding to the provider', async () => {
    const identityProvider = await startIdentityProvider(onTestFinished);
    const log = pino({ level: 'silent' });
    const started = await startApplication({
      provider: createProvider(identityProvider.settings, log),
    });
    const { app, staff } = started;
    const confirmation = { password: TEST_PASSWORD };
    const visit = { login: 'mariana', payload: { confirmation }, cookie: staff.cookie };
    const bind = () => signInWithProvider(app, identityProvider, 'bind', visit);
    expect(await subjectsAfter(started, bind)).toEqual([
      'Tu cuenta se vinculó a un servicio externo',
    ]);
    const remove = () => providerCall(app, 'remove', { confirmation }, staff.cookie);
    expect(await subjectsAfter(started, remove)).toEqual([
      'Se quitó el vínculo de tu cuenta con un servicio externo',
    ]);
  });

  test('E-10.1950: an administrator is notified once, when no backup was verified for two days', async () => {
    const started = await startApplication();
    const { db } = started.database;
    const server = await startMailServer(onTestFinished);
    await started.signInAs('admin@clinica.example', ['administracion']);
    const sender = senderTo(started, server, { backupJob: 'nightly' });
    const subjectsAt = async (succeededAt: string, failures: number) => {
      server.messages.length = 0;
      const run = { name: 'nightly', dueAt: sql`now()`, failures };
      const values = { ...run, succeededAt: sql.raw(succeededAt) };
      await db.insert(jobs).values(values).onConflictDoUpdate({ target: jobs.name, set: values });
      await sender.run(never);
      await sender.run(never);
      return server.messages.map(({ subject }) => subject);
    };
    expect(await subjectsAt("now() - interval '47 hours'", 9)).toEqual([]);
    // The server was off, and the backup is only due.
    expect(await subjectsAt("now() - interval '5 days'", 0)).toEqual([]);
    const lost = "timestamptz '2026-01-05T09:00Z'";
    const subject = 'Simiente lleva más de dos días sin un respaldo verificado';
    expect(await subjectsAt(lost, 3)).toEqual([subject]);
    expect(await subjectsAt(lost, 4)).toEqual([]);
  });

  test('of no event before the mail server was configured, nor of an old event', async () => {
    const started = await startApplication();
    const { app, staff, database } = started;
    const cookie = getSessionCookie(await signIn(app, { email: staff.email }));
    expect(cookie).not.toBe('');
    const server = await startMailServer(onTestFinished);
    const { rows } = await database.pool.query<{ id: number }>(
      'select max(id)::float8 as id from audit_events',
    );
    const sender = senderTo(started, server, { sealedUpTo: () => rows[0]?.id ?? 0 });
    await sender.run(never);
    await sender.run(never);
    expect(server.messages).toEqual([]);
  });
});
