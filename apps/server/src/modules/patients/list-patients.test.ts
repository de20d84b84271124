import { success } from '@simiente/contract/common/call';
import { errorBody } from '@simiente/contract/common/errors';
import type { PatientSort } from '@simiente/contract/patient-filters';
import { type PatientPage, patientPage } from '@simiente/contract/patients';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import {
  addDoctor,
  addDoctorAppointment,
  addPatient,
  addPatients,
  addRecipeAppointment,
} from '../../testing/records.ts';

const running = sharedApplication();

/** Patients of this test alone: they are gone when it is over. */
async function have(rows: Parameters<typeof addPatients>[1]): Promise<string[]> {
  const { db } = running().database;
  await db.delete(patients);
  onTestFinished(async () => {
    await db.delete(patients);
  });
  return addPatients(db, rows);
}

async function list(query: Record<string, string> | string = {}): Promise<PatientPage> {
  const { status, body } = await running().staff.get(`/v1/user/list?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return success(patientPage).parse(body).data;
}

const namesOf = ({ userData }: PatientPage) => userData.map(({ name }) => name);

async function found(search: string): Promise<string[]> {
  return namesOf(await list({ search, sort: 'name' }));
}

describe('the status filter', () => {
  const rows = [1, 2, 3, 4, 0, 5, -7, 99, null].map((status) => ({
    status,
    name: `Estatus ${status}`,
  }));

  test.each([
    ['0', rows.map(({ name }) => name)],
    ['1', ['Estatus 1']],
    ['2', ['Estatus 2']],
    ['3', ['Estatus 3']],
    ['4', ['Estatus 4', 'Estatus 0', 'Estatus 5', 'Estatus -7', 'Estatus 99', 'Estatus null']],
  ])(
    '%s keeps its own, where 4 is anything but 1, 2, 3, also a missing one',
    async (status, names) => {
      await have(rows);
      const page = await list({ status });
      expect(namesOf(page).toSorted()).toEqual(names.toSorted());
      expect(page.total).toBe(names.length);
      // The counts are those of the buttons: whatever status is chosen, each says its own.
      expect(page.counts).toEqual({ 1: 1, 2: 1, 3: 1, 4: 6 });
      expect(page.totalIsCapped).toBe(false);
    },
  );

  test('shows a status as it is stored', async () => {
    await have(rows);
    const { userData } = await list();
    expect(new Set(userData.map(({ status }) => status))).toEqual(
      new Set(rows.map(({ status }) => status)),
    );
  });

  test('never shows nor counts who is in the bin', async () => {
    await have([{ status: 1 }, { status: 1, deletedAt: new Date(), name: 'Eliminada' }]);
    for (const query of ['', 'status=1', 'search=e']) {
      const page = await list(query);
      expect(namesOf(page)).toEqual(['Ana Pérez']);
      expect([page.total, page.counts[1]]).toEqual([1, 1]);
    }
  });
});

describe('the search', () => {
  test.each([
    'Núñez',
    'nunez',
    'NUÑEZ',
    'NÚÑEZ',
    'nuñ',
    'n\u0303ez',
    ' núñez ',
    'fi\u0301a  Núñez',
  ])('%j finds Sofía Núñez', async (term) => {
    await have([{ name: 'Sofía Núñez' }, { name: 'Sofia Gomez' }]);
    expect(await found(term)).toEqual(['Sofía Núñez']);
  });

  test('regards neither accents nor case of the stored name, composed or not', async () => {
    const names = ['NUNEZ', 'Nu\u0301n\u0303ez', 'nuñez', 'Núñez'];
    await have([...names, 'Nuno'].map((name) => ({ name })));
    expect((await found('núñez')).toSorted()).toEqual(names.toSorted());
  });

  test.each(['sofia.n', 'SOFIA.N@', '@correo.example', 'sofia.n@correo.example'])(
    '%j finds by e-mail',
    async (term) => {
      await have([
        { name: 'Una', email: 'Sofia.N@correo.example' },
        { name: 'Otra', email: 'x@otro.mx' },
      ]);
      expect(await found(term)).toEqual(['Una']);
    },
  );

  test.each([
    '5512345678',
    '55 1234 5678',
    '(55) 1234-5678',
    '+52 55 1234 5678',
    '+525512345678',
    '+52 (55) 1234.5678',
    '52 55 1234',
    '1234 56',
    '+52 551',
    '567',
    '5 6 7',
  ])('%j finds the phone +52 55 1234 5678', async (term) => {
    await have([
      { name: 'Una', phone: '+52 55 1234 5678' },
      { name: 'Otra', phone: '+52 33 9999 0000' },
      { name: 'Sin teléfono' },
    ]);
    expect(await found(term)).toEqual(['Una']);
  });

  test.each(['+52 55 1234 5678', '+5255123', '55 12', '(55)12345678'])(
    '%j finds the phone that is kept as 5512345678',
    async (term) => {
      await have([
        { name: 'Una', phone: '5512345678' },
        { name: 'Otra', phone: '3399990000' },
      ]);
      expect(await found(term)).toEqual(['Una']);
    },
  );

  test.each([
    ['100%', '100% natural'],
    ['%', '100% natural'],
    ['％', '100% natural'],
    ['a_b', 'a_b'],
    ['_', 'a_b'],
    ['＿', 'a_b'],
    ['\\', 'c\\d'],
    ['＼', 'c\\d'],
    ['c\\d', 'c\\d'],
    ["O'Hara", "O'Hara"],
    ['<b>', '<b>negrita</b>'],
    ['"', 'com"illa'],
  ])('T-C4: %j is itself and no pattern', async (term, name) => {
    const names = ['100% natural', 'a_b', 'c\\d', "O'Hara", '<b>negrita</b>', 'com"illa', 'axb'];
    await have(names.map((given) => ({ name: given })));
    expect(await found(term)).toEqual([name]);
  });

  test.each([
    "' or 1=1 --",
    "'; drop table patients; --",
    '%%%',
    '___',
    "') union select password from staff_accounts --",
    String.raw`\' or true`,
    '$1',
    '{{7*7}}',
  ])('T-C4: %j finds nobody', async (term) => {
    await have([{ name: 'Ana Pérez' }]);
    expect(await found(term)).toEqual([]);
    expect(await found('Ana')).toEqual(['Ana Pérez']);
  });

  test.each(['', ' ', '\t \u00a0 '])('%j is no condition', async (term) => {
    await have([{ name: 'Ana' }, { name: 'Beto' }]);
    const page = await list({ search: term });
    expect(page.total).toBe(2);
    expect(page.totalIsCapped).toBe(false);
  });

  test.each([
    ['a', ['Ana', 'Zara']],
    ['A', ['Ana', 'Zara']],
    ['an', ['Ana']],
    ['á', ['Ana', 'Zara']],
    ['z', ['Zara']],
  ])('one or two letters will do: %j', async (term, names) => {
    await have([{ name: 'Ana' }, { name: 'Zara' }, { name: 'Lucio' }]);
    expect(await found(term)).toEqual(names);
  });

  test('does not run from one field into the next', async () => {
    await have([{ name: 'Ana', email: 'beto@x.mx', phone: '55' }]);
    for (const term of ['anab', 'ana b', 'mx55', 'mx 55']) expect(await found(term)).toEqual([]);
  });

  test('T-C3: takes 200 characters and no more, and none that cannot be stored', async () => {
    const { staff } = running();
    expect((await list({ search: 'x'.repeat(200) })).total).toBe(0);
    for (const search of ['x'.repeat(201), 'a\u0000b', '\u0000']) {
      const { status, body } = await staff.get(`/v1/user/list?${new URLSearchParams({ search })}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: 'search' }] });
    }
  });

  test('combines with the status, and its counts are those of the search', async () => {
    await have([
      { name: 'Ana Uno', status: 1 },
      { name: 'Ana Dos', status: 2 },
      { name: 'Beto Dos', status: 2 },
      { name: 'Ana Nueve', status: 9 },
    ]);
    const page = await list({ search: 'ana', status: '2' });
    expect(namesOf(page)).toEqual(['Ana Dos']);
    expect(page).toMatchObject({ total: 1, counts: { 1: 1, 2: 1, 3: 0, 4: 1 } });
  });
});

describe('the filter of upcoming appointments', () => {
  const soon = () => new Date(Date.now() + 3_600_000);
  const past = () => new Date(Date.now() - 3_600_000);

  test('keeps who has one of either kind ahead, and nobody else', async () => {
    const { db } = running().database;
    await have([]);
    const one = async (name: string, add: (patientId: string) => Promise<unknown>) =>
      add(await addPatient(db, { name, status: 2 }));
    // A doctor each, because nobody sees two patients at once.
    const doctor = (row: Parameters<typeof addDoctorAppointment>[2]) => async (patientId: string) =>
      addDoctorAppointment(db, { patientId, doctorId: await addDoctor(db) }, row);
    const recipe = (row: Parameters<typeof addRecipeAppointment>[2]) => (patientId: string) =>
      addRecipeAppointment(db, patientId, row);

    await one('Médico', doctor({ startsAt: soon() }));
    await one('Asignada', doctor({ startsAt: soon(), status: 'assigned' }));
    await one('Receta', recipe({ startsAt: soon() }));
    await one('Dos', async (patientId) => {
      await doctor({ startsAt: soon() })(patientId);
      await recipe({ startsAt: soon() })(patientId);
    });
    await one('Médico cancelada', doctor({ startsAt: soon(), status: 'cancelled' }));
    await one('Receta cancelada', recipe({ startsAt: soon(), status: 'cancelled' }));
    await one('Médico pasada', doctor({ startsAt: past() }));
    await one('Receta pasada', recipe({ startsAt: past() }));
    await one('Médico eliminada', doctor({ startsAt: soon(), deletedAt: new Date() }));
    await one('Receta eliminada', recipe({ startsAt: soon(), deletedAt: new Date() }));
    await one('Sin fecha', doctor({ startsAt: null }));
    await one('Sin citas', async () => {});

    const page = await list({ upcoming: 'true', sort: 'name' });
    expect(namesOf(page)).toEqual(['Asignada', 'Dos', 'Médico', 'Receta']);
    expect(page).toMatchObject({ total: 4, counts: { 1: 0, 2: 4, 3: 0, 4: 0 } });
    expect((await list({ upcoming: 'false' })).total).toBe(12);
    expect(namesOf(await list({ upcoming: 'true', search: 'RECETA' }))).toEqual(['Receta']);
    expect((await list({ upcoming: 'true', status: '1' })).total).toBe(0);
  });
});

describe('the order', () => {
  const sorted = async (sort: PatientSort) => namesOf(await list({ sort }));

  test('of dates puts the missing ones at the old end, both ways', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 2, day));
    await have([
      { name: 'segunda', createdAt: at(2), lastAccessAt: at(20) },
      { name: 'sin', createdAt: null, lastAccessAt: null },
      { name: 'tercera', createdAt: at(3), lastAccessAt: at(10) },
      {
        name: 'antigua',
        createdAt: new Date('1900-01-01'),
        lastAccessAt: new Date('1950-01-01'),
      },
    ]);
    expect(await sorted('-createDate')).toEqual(['tercera', 'segunda', 'antigua', 'sin']);
    expect(await sorted('createDate')).toEqual(['sin', 'antigua', 'segunda', 'tercera']);
    expect(await sorted('-lastConnection')).toEqual(['segunda', 'tercera', 'antigua', 'sin']);
    expect(await sorted('lastConnection')).toEqual(['sin', 'antigua', 'tercera', 'segunda']);
    expect(namesOf(await list())).toEqual(await sorted('-createDate'));
  });

  test('of names is that of Spanish: accents as their letters, ñ after n, case last', async () => {
    const names = [
      'Álvarez',
      'alvarez',
      'Alzate',
      'Nunez',
      'Núñez',
      'Nz',
      'Ñandú',
      'Oca',
      'Zúñiga',
    ];
    await have(names.toReversed().map((name) => ({ name })));
    const expected = [
      'alvarez',
      'Álvarez',
      'Alzate',
      'Nunez',
      'Núñez',
      'Nz',
      'Ñandú',
      'Oca',
      'Zúñiga',
    ];
    expect(await sorted('name')).toEqual(expected);
    expect(await sorted('-name')).toEqual(expected.toReversed());
    expect(expected).toEqual([...names].sort(new Intl.Collator('es').compare));
  });

  test('of status goes by its groups', async () => {
    await have(
      [7, 3, null, 1, 2].map((status, index) => ({
        id: `status-${index}`,
        status,
        name: `${status}`,
      })),
    );
    expect(await sorted('status')).toEqual(['1', '2', '3', '7', 'null']);
    expect(await sorted('-status')).toEqual(['null', '7', '3', '2', '1']);
  });

  test('is total: equals stand by their id, in the direction of the order', async () => {
    const ids = ['tie-a', 'tie-b', 'tie-c', 'tie-d'];
    const same = { name: 'Ana', status: 1, createdAt: new Date('2026-01-01'), lastAccessAt: null };
    await have(ids.map((id) => ({ id, ...same })).toReversed());
    for (const sort of ['createDate', 'lastConnection', 'name', 'status'] as const) {
      const asc = (await list({ sort })).userData.map(({ idUser }) => idUser);
      const desc = (await list({ sort: `-${sort}` })).userData.map(({ idUser }) => idUser);
      expect(asc).toEqual(ids);
      expect(desc).toEqual(ids.toReversed());
    }
  });
});

describe('what the list does not offer', () => {
  test.each([
    'limit=0',
    'limit=-1',
    'limit=101',
    'limit=10000000',
    'limit=99999999999999999999',
    'limit=1e308',
    'limit=abc',
    'limit=NaN',
    'limit=Infinity',
    'limit=1.5',
    'limit=',
    'limit=5&limit=6',
    'status=5',
    'status=-1',
    'status=',
    'status=uno',
    'status=1&status=2',
    'upcoming=si',
    'sort=email',
    'sort=id',
    'sort=--name',
    'sort=name desc',
    'sort=name;drop table patients',
    'sort=__proto__',
    'sort=name&sort=status',
    'search=a&search=b',
    'search[a]=1',
    'search[]=a',
    'search[__proto__][x]=1',
    'orderBy=name',
    'deletedAt=2026-01-01',
    'offset=10',
    '__proto__=1',
    '__proto__[status]=1',
    'constructor=1',
    'constructor[prototype][status]=1',
    'cursor=',
    `cursor=${'x'.repeat(9000)}`,
  ])('T-B3, T-C5, T-I2: %s is a 400 that says where', async (query) => {
    const { status, body } = await running().staff.get(`/v1/user/list?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      ...errorBody('BAD_REQUEST'),
      issues: expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
    });
    expect(Object.prototype).not.toHaveProperty('status');
  });

  test('a version and all the rest of a row are as they are stored', async () => {
    const createdAt = new Date('2026-03-02T21:15:07.123Z');
    const [id] = await have([
      { name: 'Ana', email: 'a@b.mx', phone: '55', status: 2, createdAt, version: 7 },
    ]);
    const { userData } = await list();
    expect(userData).toEqual([
      {
        idUser: id,
        name: 'Ana',
        email: 'a@b.mx',
        phone: '55',
        status: 2,
        createDate: '2026-03-02T21:15:07.123Z',
        lastConnection: null,
        version: 7,
      },
    ]);
    const { db } = running().database;
    await db
      .update(patients)
      .set({ name: 'Anna' })
      .where(eq(patients.id, id ?? ''));
    expect(namesOf(await list({ search: 'anna' }))).toEqual(['Anna']);
  });
});
