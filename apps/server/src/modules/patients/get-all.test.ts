import { text } from 'node:stream/consumers';
import { success } from '@simiente/contract/common/call';
import { patientSummary } from '@simiente/contract/patients/calls';
import { desc, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addPatient, addPatients, addReport } from '../../testing/records.ts';

const testApp = sharedApplication();
const at = (day: number) => new Date(Date.UTC(2026, 2, day, 21, 15, 7, 123));
const iso = (day: number) => at(day).toISOString();

describe('get-all', () => {
  test('E-7.14: returns flat patients, newest first, without deleted ones', async () => {
    const { database, staff } = testApp();
    const { db } = database;
    const old = await addPatient(db, { name: 'Antigua', createdAt: at(1), status: 1 });
    const undated = await addPatient(db, { name: 'Sin fecha' });
    const recent = await addPatient(db, {
      name: 'Reciente',
      email: 'r@x.mx',
      phone: '55',
      createdAt: at(3),
      lastAccessAt: at(4),
      status: 9,
      version: 3,
    });
    const trashed = await addPatient(db, { deletedAt: at(4) });
    await addReport(db, recent, 'exam_ai', 'Texto que no sale en una lista');

    const { status, body } = await staff.get('/v1/user/get-all');
    expect(status).toBe(200);
    const listed = success(z.strictObject({ userData: z.array(patientSummary) })).parse(body).data;
    const userData = listed.userData.filter(({ idUser }) =>
      [old, undated, recent].includes(idUser),
    );
    expect(userData.map(({ idUser }) => idUser)).toEqual([recent, old, undated]);
    expect(userData[0]).toMatchObject({
      idUser: recent,
      name: 'Reciente',
      email: 'r@x.mx',
      phone: '55',
      createDate: iso(3),
      lastConnection: iso(4),
      status: 9,
      version: 3,
    });
    expect(userData[2]).toMatchObject({ createDate: null, lastConnection: null, status: null });
    expect(JSON.stringify(body)).not.toContain(trashed);
    expect(JSON.stringify(body)).not.toContain('Texto que no sale');
  });
});

describe('get-all of many', () => {
  test('has each patient once, newest first, and audits their number', async () => {
    const { database, staff } = testApp();
    const listedCount = await database.db.$count(patients, isNull(patients.deletedAt));
    const added = 1001;
    const count = listedCount + added;
    const created = (index: number) => (index % 3 === 0 ? null : at(1 + (index % 7)));
    await addPatients(
      database.db,
      Array.from({ length: added }, (_, index) => ({ createdAt: created(index) })),
    );
    const { body } = await staff.get('/v1/user/get-all');
    const { userData } = success(z.strictObject({ userData: z.array(patientSummary) })).parse(
      body,
    ).data;
    expect(new Set(userData.map(({ idUser }) => idUser)).size).toBe(count);
    expect(userData).toHaveLength(count);
    const dates = userData.map(({ createDate }) => createDate ?? '');
    expect(dates).toEqual(dates.toSorted().toReversed());
    const [row] = await database.db
      .select()
      .from(auditEvents)
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect(row).toMatchObject({ action: 'patients.all_read', details: { count } });
  });
});

describe('get-all for a slow client', () => {
  test('is limited to four at the same time for one user, and allowed again once they are read', async () => {
    const { database, staff } = testApp();
    await addPatients(
      database.db,
      Array.from({ length: 600 }, () => ({})),
    );
    const begin = () => staff.request({ url: '/v1/user/get-all', payloadAsStream: true });
    const openAnswers = [await begin(), await begin(), await begin(), await begin()];
    const rejected = await staff.request({ url: '/v1/user/get-all' });
    expect(rejected.statusCode).toBe(503);
    expect(rejected.headers['retry-after']).toBe('10');
    for (const answer of openAnswers) {
      expect(answer.statusCode).toBe(200);
      await text(answer.stream());
    }
    expect((await staff.get('/v1/user/get-all')).status).toBe(200);
  });

  test('rejects HEAD, which would read everything to send nothing', async () => {
    const head = await testApp().staff.request({ method: 'HEAD', url: '/v1/user/get-all' });
    expect(head.statusCode).not.toBe(200);
  });
});
