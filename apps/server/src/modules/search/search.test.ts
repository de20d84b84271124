import { success } from '@simiente/contract/common/call';
import { errorBody } from '@simiente/contract/common/errors';
import { formatFolio } from '@simiente/contract/exam-orders/calls';
import { type SearchResult, searchAnswer } from '@simiente/contract/search/calls';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { sharedApplication, type TestStaff } from '../../testing/application.ts';
import {
  addBranch,
  addDoctor,
  addExamOrder,
  addPartner,
  addPatient,
  addPatients,
  addProspect,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;

beforeEach(async () => {
  for (const table of [examOrders, prospects, branches, partners, doctors, patients])
    await db().delete(table);
});

async function sendSearch(text?: string, person: TestStaff = testApp().staff) {
  const response = await person.request({
    method: 'POST',
    url: '/v1/search',
    payload: text === undefined ? {} : { text },
  });
  expect(response.statusCode, response.body).toBe(200);
  return success(searchAnswer).parse(response.json()).data;
}

const labels = (results: readonly SearchResult[]) =>
  results.map(({ kind, name }) => `${kind} ${name}`);
const findLabels = async (text: string, person?: TestStaff) =>
  labels((await sendSearch(text, person)).results);

/** Opens a record as a page does. */
async function open(kind: 'patient' | 'doctor', id: string, person: TestStaff = testApp().staff) {
  const url =
    kind === 'patient' ? `/v1/user/get-one?idUser=${id}` : `/v1/doctor/get-one?idDoctor=${id}`;
  expect((await person.get(url)).status).toBe(200);
}

async function addEachKind() {
  const patient = await addPatient(db(), {
    name: 'Alejandro Villaseñor',
    email: 'alex@correo.example',
    phone: '+52 55 1234 5678',
    status: 2,
  });
  const doctor = await addDoctor(db(), {
    name: 'Elena Villa',
    specialties: ['Andrología', 'Otra'],
  });
  const partner = await addPartner(db(), { name: 'Clínica Villa Verde', type: 'Laboratorio' });
  const branch = await addBranch(db(), partner, { name: 'Villahermosa' });
  const prospect = await addProspect(db(), {
    name: 'Laura Vílchis',
    email: 'laura@otro.example',
    phone: '3399990000',
    reason: 'Dudas',
    status: 'pending',
    createdAt: new Date('2026-10-29T15:00:00.123Z'),
  });
  return { patient, doctor, partner, branch, prospect };
}

describe('the global search', () => {
  test('E-10.131: finds every kind in its section, each with its facts', async () => {
    const ids = await addEachKind();
    const { results, more } = await sendSearch('vil');
    expect(more).toEqual([]);
    expect(results).toEqual([
      {
        kind: 'patient',
        id: ids.patient,
        name: 'Alejandro Villaseñor',
        email: 'alex@correo.example',
        phone: '+52 55 1234 5678',
        earlier: null,
        status: 2,
      },
      {
        kind: 'doctor',
        id: ids.doctor,
        name: 'Elena Villa',
        email: null,
        specialty: 'Andrología',
        isRetired: false,
      },
      { kind: 'partner', id: ids.partner, name: 'Clínica Villa Verde', type: 'Laboratorio' },
      {
        kind: 'branch',
        id: ids.branch,
        name: 'Villahermosa',
        partner: { id: ids.partner, name: 'Clínica Villa Verde' },
      },
      {
        kind: 'prospect',
        id: ids.prospect,
        name: 'Laura Vílchis',
        email: 'laura@otro.example',
        phone: '3399990000',
        reason: 'Dudas',
        status: 'pending',
        createDate: '2026-10-29T15:00:00.123Z',
      },
    ]);
  });

  test.each([
    ['VILLASEÑOR', 'patient Alejandro Villaseñor'],
    ['villasenor', 'patient Alejandro Villaseñor'],
    ['villasen\u0303or', 'patient Alejandro Villaseñor'],
    ['  alejandro   villa ', 'patient Alejandro Villaseñor'],
    ['ALEX@correo', 'patient Alejandro Villaseñor'],
    ['5512345678', 'patient Alejandro Villaseñor'],
    ['(55) 1234-5678', 'patient Alejandro Villaseñor'],
    ['+52 55 1234', 'patient Alejandro Villaseñor'],
    ['33 9999', 'prospect Laura Vílchis'],
    ['+52 33 9999 0000', 'prospect Laura Vílchis'],
    ['vílchis', 'prospect Laura Vílchis'],
    ['villahermosa', 'branch Villahermosa'],
    ['clinica', 'partner Clínica Villa Verde'],
    ['elena v', 'doctor Elena Villa'],
    ['villa elena', 'doctor Elena Villa'],
    ['senor alej', 'patient Alejandro Villaseñor'],
    ['alejandro 5512', 'patient Alejandro Villaseñor'],
    ['alejandro 55', 'patient Alejandro Villaseñor'],
    ['otro.example laura', 'prospect Laura Vílchis'],
  ])('E-10.131: %j finds a record by name, e-mail or phone', async (text, label) => {
    await addEachKind();
    expect(await findLabels(text)).toEqual([label]);
  });

  test.each([
    ['a', ['patient Ana Zúñiga', 'patient Beto Ávila']],
    ['Á', ['patient Ana Zúñiga', 'patient Beto Ávila']],
    ['zu', ['patient Ana Zúñiga']],
    ['be', ['patient Beto Ávila']],
    ['x@', ['patient Beto Ávila']],
    ['to', []],
    ['an zu', ['patient Ana Zúñiga']],
    ['ana zu', ['patient Ana Zúñiga']],
    ['ana iga', ['patient Ana Zúñiga']],
    ['ana na', []],
    ['b z', []],
  ])(
    'E-10.131: matches one or two letters at the beginning of a word: %j',
    async (text, labelled) => {
      await addPatients(db(), [{ name: 'Ana Zúñiga' }, { name: 'Beto Ávila', email: 'x@otro.mx' }]);
      expect(await findLabels(text)).toEqual(labelled);
    },
  );

  test.each(['%', '_', '--', '%%%', '\\', '* *', "'"])('T-C4: %j finds nothing', async (text) => {
    await addEachKind();
    expect(await findLabels(text)).toEqual([]);
  });

  test.each(['%v', 'v_', "' or 1=1 --", "vil'; drop table patients; --", '%vil%'])(
    'T-C4: matches %j literally',
    async (text) => {
      await addEachKind();
      expect(await findLabels(text)).toEqual([]);
      expect(await findLabels('vil')).toHaveLength(5);
    },
  );

  test('shows neither deleted records nor branches of a deleted partner', async () => {
    const ids = await addEachKind();
    await open('patient', ids.patient);
    const deletedAt = new Date();
    await db().update(patients).set({ deletedAt });
    await db().update(partners).set({ deletedAt });
    expect(await findLabels('vil')).toEqual(['doctor Elena Villa', 'prospect Laura Vílchis']);
    expect((await sendSearch()).results).toEqual([]);
  });

  test('returns at most five of a kind, by name, and tells which kinds have more', async () => {
    await addPatients(
      db(),
      ['Zoe', 'Íñigo', 'Ana', 'Ñandú', 'Beto', 'Nora'].map((name) => ({ name: `${name} Gómez` })),
    );
    await addProspect(db(), { name: 'Luis Gómez' });
    const { results, more } = await sendSearch('gomez');
    expect(labels(results)).toEqual([
      'patient Ana Gómez',
      'patient Beto Gómez',
      'patient Íñigo Gómez',
      'patient Nora Gómez',
      'patient Ñandú Gómez',
      'prospect Luis Gómez',
    ]);
    expect(more).toEqual(['patient']);
  });

  test('T-C3: accepts up to 200 characters, and rejects those that cannot be stored', async () => {
    expect(await findLabels('x'.repeat(200))).toEqual([]);
    for (const text of ['x'.repeat(201), 'a\u0000b', '\ud800', 7, null, ['a']]) {
      const response = await testApp().staff.request({
        method: 'POST',
        url: '/v1/search',
        payload: { text },
      });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  test('T-B1: needs a session', async () => {
    await addEachKind();
    const response = await testApp().app.inject({
      method: 'POST',
      url: '/v1/search',
      payload: { text: 'vil' },
    });
    expect([response.statusCode, response.json()]).toEqual([401, errorBody('UNAUTHORIZED')]);
  });
});

describe('an exam order in the search', () => {
  async function addOrder(row: Parameters<typeof addPatient>[1] = {}) {
    const patient = await addPatient(db(), { name: 'Emilio Zurita', ...row });
    const partnerId = await addPartner(db());
    const branch = await addBranch(db(), partnerId, { name: 'Providencia' });
    const id = await addExamOrder(
      db(),
      { patientId: patient, branchId: branch, partnerId },
      { createdAt: new Date('2026-11-18T15:00:00.000Z') },
    );
    const [order] = await db().select().from(examOrders).where(eq(examOrders.id, id));
    return { id, patient, branch, folio: order?.folio ?? 0 };
  }

  test('E-10.131: is found by its folio, with its patient and branch', async () => {
    const { id, patient, branch, folio } = await addOrder();
    const written = formatFolio(folio);
    for (const text of [written, written.toLowerCase(), `OE${folio}`, `oe ${folio}`, `${folio}`]) {
      expect((await sendSearch(text)).results).toEqual([
        {
          kind: 'exam_order',
          id,
          name: written,
          patient: { id: patient, name: 'Emilio Zurita' },
          branch: { id: branch, name: 'Providencia' },
          createDate: '2026-11-18T15:00:00.000Z',
        },
      ]);
    }
    for (const text of [`${folio}0`, `1${folio}`, 'OE-', `OE-${folio}x`, '9'.repeat(15)]) {
      expect(await findLabels(text)).toEqual([]);
    }
  });

  test('is not found when it or its patient is deleted', async () => {
    const { folio } = await addOrder({ deletedAt: new Date() });
    expect(await findLabels(formatFolio(folio))).toEqual([]);
    const other = await addOrder();
    await db().update(examOrders).set({ deletedAt: new Date() });
    expect(await findLabels(formatFolio(other.folio))).toEqual([]);
  });
});

describe('recently opened records', () => {
  test('E-10.132: come first in their section, latest first', async () => {
    const [ana = '', , carla = ''] = await addPatients(
      db(),
      ['Ana', 'Beto', 'Carla'].map((name) => ({ name: `${name} Ruiz` })),
    );
    await open('patient', ana);
    await open('patient', carla);
    expect(await findLabels('ruiz')).toEqual([
      'patient Carla Ruiz',
      'patient Ana Ruiz',
      'patient Beto Ruiz',
    ]);
  });

  test('E-10.132: are the results of a search without text, latest first, without duplicates', async () => {
    const ids = await addEachKind();
    expect((await sendSearch()).results).toEqual([]);
    await open('patient', ids.patient);
    await open('doctor', ids.doctor);
    await open('patient', ids.patient);
    expect(labels((await sendSearch()).results)).toEqual([
      'patient Alejandro Villaseñor',
      'doctor Elena Villa',
    ]);
    expect(labels((await sendSearch(' \u00a0 ')).results)).toHaveLength(2);
  });

  test('are at most eight', async () => {
    const ids = await addPatients(
      db(),
      Array.from({ length: 10 }, (_, index) => ({ name: `Paciente ${index}` })),
    );
    for (const id of ids) await open('patient', id);
    expect(labels((await sendSearch()).results)).toEqual(
      [9, 8, 7, 6, 5, 4, 3, 2].map((index) => `patient Paciente ${index}`),
    );
  });

  test('E-10.132: are only records that the same user opened', async () => {
    const { patient } = await addEachKind();
    await open('patient', patient);
    const other = await testApp().signInAs('otra@simiente.example');
    expect((await sendSearch(undefined, other)).results).toEqual([]);
  });

  test('come neither from lists nor from deletions', async () => {
    const { patient } = await addEachKind();
    const other = await testApp().signInAs('listadora@simiente.example');
    await other.get('/v1/user/list');
    const deletion = {
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: [patient] },
    } as const;
    expect((await other.request(deletion)).statusCode).toBe(200);
    await db().update(patients).set({ deletedAt: null });
    expect((await sendSearch(undefined, other)).results).toEqual([]);
  });
});

test('E-10.134, T-F1: each search leaves one audit row, without the text', async () => {
  await addEachKind();
  const { staff } = testApp();
  await sendSearch('villaseñor');
  await sendSearch();
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actorId, staff.id))
    .orderBy(desc(auditEvents.id))
    .limit(2);
  const noCounts = { exam_order: 0, patient: 0, doctor: 0, partner: 0, branch: 0, prospect: 0 };
  expect(rows.map(({ action, details }) => [action, details])).toEqual([
    ['records.searched', { searched: false, found: expect.any(Object) }],
    ['records.searched', { searched: true, found: { ...noCounts, patient: 1 } }],
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/villase/i);
});
