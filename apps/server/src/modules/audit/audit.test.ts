import { errorBody } from '@simiente/contract/common/errors';
import { gt, isNull, max } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { SUSPENDED, staffSessions, staff as staffTable } from '../../schema/staff.ts';
import {
  getSessionCookie,
  MANY_ATTEMPTS,
  sharedApplication,
  signIn,
  startApplication,
} from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import {
  addExam,
  addFertilityTest,
  addFile,
  addPatient,
  addReport,
  newId,
} from '../../testing/records.ts';

const testApp = sharedApplication({
  attemptLimits: { ...MANY_ATTEMPTS, network: { max: 3, windowSeconds: 900 } },
});

/** Texts that must never be in the audit. */
const NAME = 'Zenaida Xochitl';
const EMAIL = 'zenaida@correo.example';
const REPORT = 'azoospermia obstructiva';
let patientId: string;
let fileId: string;

beforeAll(async () => {
  const { database, store } = testApp();
  const { db } = database;
  patientId = await addPatient(db, { name: NAME, email: EMAIL, phone: '+52 55 7777 1234' });
  await addReport(db, patientId, 'exam_ai', REPORT);
  await addFertilityTest(db, patientId, 'zenaidax');
  fileId = await addFile(db, store, { name: `${NAME}.pdf` });
  await addExam(db, patientId, { fileId, type: 'Seminograma' });
});

const countPatients = () => testApp().database.db.$count(patients, isNull(patients.deletedAt));

async function rowsSince(last: number) {
  const { db } = testApp().database;
  return db.select().from(auditEvents).where(gt(auditEvents.id, last)).orderBy(auditEvents.id);
}

/** The audit rows that an action writes. */
async function rowsWrittenBy(act: () => Promise<unknown>) {
  const [latest] = await testApp()
    .database.db.select({ id: max(auditEvents.id) })
    .from(auditEvents);
  await act();
  const rows = await rowsSince(latest?.id ?? 0);
  // Eight digits of the phone: an id may contain four of them by chance.
  expect(JSON.stringify(rows)).not.toMatch(/zenaida|xochitl|7777 ?1234|azoospermia|seminograma/i);
  return rows;
}

const send = (options: InjectOptions) => testApp().staff.request(options);

describe('T-F1: exactly one audit row', () => {
  test('is left by a list, with its filter and count, and without names', async () => {
    const url = `/v1/user/list?${new URLSearchParams({ search: NAME, status: '4', sort: 'name' })}`;
    const rows = await rowsWrittenBy(() => send({ url, headers: { 'user-agent': 'Pruebas/1.0' } }));
    expect(rows).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(Date),
        actorKind: 'staff',
        actorId: testApp().staff.id,
        action: 'patients.listed',
        subjectKind: null,
        subjectId: null,
        patientId: null,
        address: '127.0.0.1',
        userAgent: 'Pruebas/1.0',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        details: {
          filter: {
            status: 4,
            upcoming: false,
            incomplete: false,
            withoutNotice: false,
            sort: 'name',
            limit: 50,
            searched: true,
            continued: false,
          },
          count: 1,
        },
        shown: [patientId],
        shownSet: null,
        sessionId: expect.any(String),
      },
    ]);
  });

  test('E-10.82: is left by a background request, and is marked as such', async () => {
    const headers = { 'x-simiente-background': '1' };
    const list = await rowsWrittenBy(() => send({ url: '/v1/user/list', headers }));
    expect(list).toMatchObject([
      { action: 'patients.listed', details: { count: await countPatients(), background: true } },
    ]);
    const url = `/v1/user/get-one?idUser=${patientId}`;
    const record = await rowsWrittenBy(() => send({ url, headers }));
    expect(record).toMatchObject([{ action: 'patient.read', details: { background: true } }]);
  });

  test('is left by the list of all patients', async () => {
    const rows = await rowsWrittenBy(() => send({ url: '/v1/user/get-all' }));
    const count = await countPatients();
    expect(rows).toMatchObject([{ action: 'patients.all_read', details: { count } }]);
  });

  test.each([
    ['get-one', 'patient.read'],
    ['get-medical-history-patient', 'patient.history_read'],
  ])('is left by %s, and names the patient of the record', async (call, action) => {
    const rows = await rowsWrittenBy(() => send({ url: `/v1/user/${call}?idUser=${patientId}` }));
    expect(rows).toMatchObject([
      { action, subjectKind: 'patient', subjectId: patientId, patientId, details: null },
    ]);
  });

  test('T-D7: is left by each read of a file', async () => {
    const rows = await rowsWrittenBy(() => send({ url: `/v1/files/${fileId}` }));
    expect(rows).toMatchObject([
      { action: 'file.read', subjectKind: 'file', subjectId: fileId, patientId },
    ]);
  });

  test('is left for each deleted or restored record', async () => {
    const { db } = testApp().database;
    const ids = [await addPatient(db), await addPatient(db)];
    const deletionRows = await rowsWrittenBy(() =>
      send({ method: 'POST', url: '/v1/user/delete', payload: { idUsers: ids } }),
    );
    expect(deletionRows.map(({ action, subjectId }) => [action, subjectId])).toEqual(
      ids.map((id) => ['record.deleted', id]),
    );
    const back = await rowsWrittenBy(() =>
      send({ method: 'POST', url: '/v1/trash/restore', payload: { ids } }),
    );
    expect(back.map(({ action, patientId: subjectPatient }) => [action, subjectPatient])).toEqual(
      ids.map((id) => ['record.restored', id]),
    );
  });

  test('is left by a sign-in and by a sign-out', async () => {
    const { app, staff } = testApp();
    const subject = { actorId: staff.id, subjectKind: 'staff', subjectId: staff.id };
    let cookie = '';
    const created = await rowsWrittenBy(async () => {
      cookie = getSessionCookie(await signIn(app, { email: staff.email }));
    });
    expect(created).toMatchObject([{ action: 'session.created', actorKind: 'staff', ...subject }]);
    const leave = () =>
      app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { cookie } });
    expect(await rowsWrittenBy(leave)).toMatchObject([
      { action: 'session.ended', actorKind: 'staff', ...subject },
    ]);
    // A sign-out without a session leaves no row.
    expect(await rowsWrittenBy(leave)).toEqual([]);
  });

  test('is left by a rejected sign-in, and names only an existing account', async () => {
    const { app, signInAs, database } = testApp();
    const person = await signInAs('rechazada@simiente.example');
    const wrong = await rowsWrittenBy(() => signIn(app, { email: person.email, password: 'otra' }));
    expect(wrong).toMatchObject([
      {
        action: 'session.refused',
        actorKind: 'anonymous',
        actorId: null,
        subjectKind: 'staff',
        subjectId: person.id,
        details: { code: 'INVALID_EMAIL_OR_PASSWORD' },
      },
    ]);
    const typed = 'clave-tecleada@en-el-correo.example';
    const unknown = await rowsWrittenBy(() => signIn(app, { email: typed, password: EMAIL }));
    expect(unknown).toMatchObject([
      { action: 'session.refused', subjectKind: null, subjectId: null },
    ]);
    expect(JSON.stringify(unknown)).not.toContain('tecleada');

    await database.db.update(staffTable).set({ status: SUSPENDED });
    onTestFinished(async () => {
      await database.db.update(staffTable).set({ status: 1 });
    });
    const inactive = await rowsWrittenBy(() => signIn(app, { email: person.email }));
    expect(inactive).toMatchObject([
      { action: 'session.refused', subjectId: person.id, details: { code: 'ACCOUNT_INACTIVE' } },
    ]);
  });

  test('is left by the first attempt above a limit only, so that a client cannot fill the audit', async () => {
    const { app, signInAs } = testApp();
    const person = await signInAs('insistente@simiente.example');
    const rows = await rowsWrittenBy(async () => {
      for (let attempt = 0; attempt < 7; attempt += 1) {
        await signIn(app, { email: person.email, password: 'otra' });
      }
    });
    expect(rows.map(({ details }) => details?.code)).toEqual([
      'INVALID_EMAIL_OR_PASSWORD',
      'INVALID_EMAIL_OR_PASSWORD',
      'INVALID_EMAIL_OR_PASSWORD',
      'TOO_MANY_REQUESTS',
    ]);
  });
});

describe('no audit row', () => {
  test('is left by an unknown record, a missing session, bad input or another origin', async () => {
    const { app } = testApp();
    const rows = await rowsWrittenBy(async () => {
      await send({ url: `/v1/user/get-one?idUser=${newId('usr')}` });
      await send({ url: '/v1/user/list?limit=0' });
      await send({
        method: 'POST',
        url: '/v1/user/delete',
        payload: { idUsers: [patientId, newId('usr')] },
      });
      await app.inject({ url: '/v1/user/get-all' });
      await app.inject({
        method: 'POST',
        url: '/v1/user/delete',
        payload: { idUsers: [patientId] },
        headers: { origin: 'https://evil.example' },
      });
      await app.inject({ url: '/health/ready' });
      await signIn(app, { email: 'una-contraseña-tecleada-en-el-correo', password: 'x' });
    });
    expect(rows).toEqual([]);
  });
});

test('T-F5: a client’s User-Agent is truncated, and cannot forge a row', async () => {
  const agent = `x', now(), 'staff') -- {"action":"session.created"} ${'y'.repeat(400)}`;
  const rows = await rowsWrittenBy(() =>
    send({ url: '/v1/user/get-all', headers: { 'user-agent': agent } }),
  );
  expect(rows).toMatchObject([{ action: 'patients.all_read', userAgent: agent.slice(0, 300) }]);
});

describe('T-F2: the application’s role', () => {
  test.each([
    ['update', `update audit_events set action = 'x'`],
    ['update', `update audit_events set at = now() where false`],
    ['delete', 'delete from audit_events'],
    ['truncate', 'truncate audit_events'],
    ['truncate', 'truncate audit_events cascade'],
    ['drop', 'drop table audit_events'],
    ['alter', 'alter table audit_events disable trigger all'],
    ['alter', 'alter table audit_events owner to current_user'],
    ['create a rule', 'create rule r as on insert to audit_events do instead nothing'],
    ['lend the right', 'grant update on audit_events to current_user'],
    ['update a seal', `update audit_seals set hash = hash`],
    ['delete a seal', 'delete from audit_seals'],
    ['truncate the seals', 'truncate audit_seals'],
    ['update the registry of ids', `update record_ids set kind = 'x'`],
    ['delete from the registry of ids', 'delete from record_ids'],
  ])('cannot %s (%#)', async (_, text) => {
    const { pool, db } = testApp().database;
    const before = await db.$count(auditEvents);
    const { rows } = await pool
      .query(text)
      .then(({ command }) => ({ rows: [command] }))
      .catch((error: { code?: string }) => ({ rows: [error.code] }));
    // PostgreSQL answers a grant without the right with a warning.
    if (rows[0] !== 'GRANT') expect(rows).toEqual(['42501']);
    await expect(pool.query(`update audit_events set action = 'x'`)).rejects.toMatchObject({
      code: '42501',
    });
    expect(await db.$count(auditEvents)).toBe(before);
  });
});

describe('T-F3: when the audit cannot be written', () => {
  async function startWithoutAudit() {
    const started = await startApplication();
    const { database, store } = started;
    const [present, trashed] = [
      await addPatient(database.db, { name: NAME }),
      await addPatient(database.db, { deletedAt: new Date() }),
    ];
    const file = await addFile(database.db, store);
    await addExam(database.db, present, { fileId: file });
    await queryAsOwner(database, `revoke insert on audit_events from "${database.app.user}"`);
    return { ...started, present, trashed, file };
  }

  test('no call reads or changes data, or starts a session', async () => {
    const { app, staff, database, present, trashed, file } = await startWithoutAudit();
    const before = await database.db.select().from(patients).orderBy(patients.id);
    const requests: InjectOptions[] = [
      { url: '/v1/user/get-all' },
      { url: '/v1/user/list' },
      { method: 'POST', url: '/v1/search', payload: { text: 'a' } },
      { url: `/v1/user/get-one?idUser=${present}` },
      { url: `/v1/user/get-medical-history-patient?idUser=${present}` },
      { url: `/v1/files/${file}` },
      { method: 'POST', url: '/v1/user/delete', payload: { idUsers: [present] } },
      { method: 'POST', url: '/v1/trash/restore', payload: { ids: [trashed] } },
    ];
    for (const request of requests) {
      const answer = await staff.request(request);
      expect(answer.statusCode, JSON.stringify(request)).toBe(500);
      expect(answer.json()).toMatchObject(errorBody('INTERNAL'));
    }
    expect(await database.db.select().from(patients).orderBy(patients.id)).toEqual(before);

    const left = await staff.request({ method: 'POST', url: '/api/auth/sign-out' });
    expect(left.statusCode).toBe(500);
    const sessions = await database.db.$count(staffSessions);
    const answer = await signIn(app, { email: staff.email });
    expect(answer.statusCode).toBe(500);
    expect(sessions).toBe(1);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.headers).not.toHaveProperty('set-auth-token');
    expect(answer.body).not.toContain('token');
    expect(await database.db.$count(staffSessions)).toBe(sessions);
  });
});
