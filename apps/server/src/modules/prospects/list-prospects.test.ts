import { success } from '@simiente/contract/common/call';
import { prospect } from '@simiente/contract/prospects/calls';
import { prospectGroups } from '@simiente/contract/prospects/filters';
import { desc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { auditEvents } from '../../schema/audit.ts';
import { sharedApplication } from '../../testing/application.ts';
import { getNames, prospectList } from '../../testing/calls/prospect-list.ts';
import { addPatient } from '../../testing/records.ts';

const testApp = sharedApplication();
const { replaceProspects, list, findNames } = prospectList(testApp);

const at = (day: number) => new Date(Date.UTC(2026, 2, day));

describe('a prospect', () => {
  const row = {
    id: 'prs_uno',
    name: '=HYPERLINK("https://mal.example";"Luis")',
    email: 'luis@correo.mx',
    phone: '+52 55 1234 5678',
    reason: '<img src=x onerror=alert(1)>',
    status: 'archivado',
    notes: 'Llamar por la tarde',
    createdAt: at(3),
    consentAt: at(2),
    consentVersion: '2026-01',
  };

  test('E-3.61, E-7.23, E-7.120: is presented with the wire’s names, as stored', async () => {
    await replaceProspects([row]);
    const expected = {
      idProspect: 'prs_uno',
      name: row.name,
      mail: row.email,
      phone: row.phone,
      motivo: row.reason,
      status: 'archivado',
      notes: row.notes,
      createDate: '2026-03-03T00:00:00.000Z',
      consent: { at: '2026-03-02T00:00:00.000Z', version: '2026-01' },
      patient: null,
      convertedAt: null,
      version: 1,
    };
    expect((await list()).prospects).toEqual([expected]);
    const one = await testApp().staff.get('/v1/prospects/get-one?idProspect=prs_uno');
    expect(one).toEqual({ status: 200, body: { status: 200, data: expected } });
    const all = await testApp().staff.get('/v1/prospects/get-all');
    expect(all).toEqual({ status: 200, body: { status: 200, data: [expected] } });
  });

  test('has no other values if it has only a name', async () => {
    await replaceProspects([{ name: 'Sola' }]);
    expect((await list()).prospects).toMatchObject([
      { name: 'Sola', mail: null, phone: null, motivo: null, status: null, notes: '' },
    ]);
  });

  test('E-7.120: names the linked patient, unless the patient is deleted', async () => {
    const { db } = testApp().database;
    const here = await addPatient(db, { name: 'Aquí' });
    const deleted = await addPatient(db, { name: 'Ido', deletedAt: new Date() });
    await replaceProspects([
      { name: 'A', patientId: here, convertedAt: at(4) },
      { name: 'B', patientId: deleted, convertedAt: at(4) },
    ]);
    expect((await list({ sort: 'name' })).prospects).toMatchObject([
      { patient: { idUser: here, name: 'Aquí' }, convertedAt: at(4).toISOString() },
      { patient: null, convertedAt: at(4).toISOString() },
    ]);
    const address = (id: string) => `/v1/prospects/of-patient?idUser=${id}`;
    expect((await testApp().staff.get(address(here))).body).toMatchObject({
      data: { prospects: [{ name: 'A' }] },
    });
    const [newest] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(newest).toMatchObject({ action: 'prospects.listed', patientId: here });
    expect((await testApp().staff.get(address(deleted))).status).toBe(404);
  });

  test('E-10.2155: is suggested to a patient with its contact and name until it is converted', async () => {
    const { db } = testApp().database;
    const rosa = { name: 'Rosa Ávila', email: 'rosa@x.mx', phone: '55 1234 5678' };
    const here = await addPatient(db, rosa);
    await replaceProspects([
      { ...rosa, name: 'rosa avila', email: 'ROSA@x.mx', phone: null, createdAt: at(3) },
      { name: 'Rosa Avila M', phone: '+52 55 1234 5678', createdAt: at(4) },
      { name: 'Su esposo', email: 'rosa@x.mx' },
      { ...rosa, patientId: here, convertedAt: at(4) },
      { ...rosa, deletedAt: new Date() },
    ]);
    const { body } = await testApp().staff.get(`/v1/prospects/of-patient?idUser=${here}`);
    expect(body).toMatchObject({
      data: {
        prospects: [{ name: 'Rosa Ávila' }],
        similar: [{ name: 'Rosa Avila M' }, { name: 'rosa avila' }],
      },
    });
  });

  test('is not found if it is deleted or does not exist', async () => {
    const [deleted = ''] = await replaceProspects([{ name: 'Ido', deletedAt: new Date() }]);
    expect(await list()).toMatchObject({ prospects: [], total: 0 });
    const { body } = await testApp().staff.get('/v1/prospects/get-all');
    expect(success(z.array(prospect)).parse(body).data).toEqual([]);
    for (const id of [deleted, 'prs_nadie']) {
      expect((await testApp().staff.get(`/v1/prospects/get-one?idProspect=${id}`)).status).toBe(
        404,
      );
    }
  });
});

describe('the status filter of prospects', () => {
  const statuses = [
    'pending',
    'contacted',
    'converted',
    'rejected',
    'archivado',
    'Pending',
    '',
    null,
  ];
  const rows = statuses.map((status) => ({ status, name: `Estado ${status}` }));

  test.each([
    ['pending', ['Estado pending']],
    ['contacted', ['Estado contacted']],
    ['converted', ['Estado converted']],
    ['rejected', ['Estado rejected']],
    ['none', ['Estado ', 'Estado archivado', 'Estado null', 'Estado Pending']],
  ])(
    'E-7.25: %s keeps its prospects, and the last group keeps unknown statuses',
    async (status, names) => {
      await replaceProspects(rows);
      const page = await list({ status, sort: 'name' });
      expect(getNames(page)).toEqual(names);
      expect(page.total).toBe(names.length);
      // The counters do not depend on the chosen status.
      expect(page.counts).toEqual({ pending: 1, contacted: 1, converted: 1, rejected: 1, none: 4 });
    },
  );

  test.each(['all', '0', 'archivado', ''])('rejects the group %j with a 400', async (status) => {
    const { status: answered } = await testApp().staff.get(`/v1/prospects/list?status=${status}`);
    expect(answered).toBe(400);
  });
});

describe('the search of prospects', () => {
  const rows = [
    {
      name: 'Ñandú Peña',
      email: 'nandu@correo.mx',
      phone: '+52 55 1234 5678',
      reason: 'Vasectomía',
    },
    { name: 'Otra', email: 'otra@correo.mx', phone: '(33) 9999-0000', reason: '50% más barato' },
  ];

  test.each([
    ['nandu pena', ['Ñandú Peña']],
    ['PEÑA', ['Ñandú Peña']],
    ['nandu@', ['Ñandú Peña']],
    ['vasectomia', ['Ñandú Peña']],
    ['55-1234', ['Ñandú Peña']],
    ['+52 (55) 1234 5678', ['Ñandú Peña']],
    ['3399990000', ['Otra']],
    ['50%', ['Otra']],
    ['5_%', []],
    ['CORREO', ['Ñandú Peña', 'Otra']],
    ["' or 1=1 --", []],
  ])('E-5.18: %j is searched in name, e-mail, phone and motivo', async (search, names) => {
    await replaceProspects(rows);
    expect(await findNames(search)).toEqual(names);
  });

  test('counts its results by status', async () => {
    await replaceProspects([
      { name: 'Ana', status: 'pending' },
      { name: 'Anabel', status: 'rejected' },
      { name: 'Beto', status: 'pending' },
    ]);
    expect(await list({ search: 'ana', status: 'rejected' })).toMatchObject({
      total: 1,
      totalIsCapped: false,
      counts: { pending: 1, contacted: 0, converted: 0, rejected: 1, none: 0 },
    });
  });
});

test('E-2.133: counts and total of prospects equal an independent count', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    name: `P${index}`,
    status: [...prospectGroups, 'archivado', null][index % 7] ?? null,
    deletedAt: index % 11 === 0 ? new Date() : null,
  }));
  await replaceProspects(rows);
  const { rows: counted } = await testApp().database.pool.query(
    `select coalesce(status, '-') as status, count(*)::int as n from prospects
     where deleted_at is null group by 1`,
  );
  const buildEntries = (...names: string[]) =>
    counted.filter(({ status }) => names.includes(status)).reduce((sum, { n }) => sum + n, 0);
  const { counts, total } = await list({ limit: '1' });
  expect(counts).toEqual({
    pending: buildEntries('pending'),
    contacted: buildEntries('contacted'),
    converted: buildEntries('converted'),
    rejected: buildEntries('rejected'),
    none: buildEntries('none', 'archivado', '-'),
  });
  expect(total).toBe(54);
});

test('the list of prospects leaves one audit row with its filter and count, without the search text', async () => {
  await replaceProspects([{ name: 'Secreta', status: 'pending' }]);
  await list({ search: 'secreta', status: 'pending' });
  const { db } = testApp().database;
  const [last] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(last).toMatchObject({
    action: 'prospects.listed',
    actorId: testApp().staff.id,
    details: { filter: { status: 'pending', searched: true, continued: false }, count: 1 },
  });
  expect(JSON.stringify(last)).not.toMatch(/secreta/i);
});

test.each(['sort=mail', 'limit=0', 'limit=101', 'limit=x', 'search=a%00', 'estado=pending'])(
  'T-B3: an invalid list of prospects returns a 400: %s',
  async (query) => {
    expect((await testApp().staff.get(`/v1/prospects/list?${query}`)).status).toBe(400);
  },
);
