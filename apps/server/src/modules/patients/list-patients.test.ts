import { addDays, dayIn, startOfDay } from '@simiente/contract/common/days';
import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { getNames, patientList } from '../../testing/calls/patient-list.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addPartner,
  addPatient,
  addRecipeAppointment,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const { replacePatients, list } = patientList(testApp);

describe('the status filter of patients', () => {
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
    'E-3.6, E-7.22, E-9.8: %s keeps its group, where 4 is any status but 1, 2, 3, also a missing one',
    async (status, names) => {
      await replacePatients(rows);
      const page = await list({ status });
      expect(getNames(page).toSorted()).toEqual(names.toSorted());
      expect(page.total).toBe(names.length);
      // The counts belong to the buttons, so they do not depend on the chosen status.
      expect(page.counts).toEqual({ 1: 1, 2: 1, 3: 1, 4: 6 });
      expect(page.totalIsCapped).toBe(false);
    },
  );

  test('shows the stored status', async () => {
    await replacePatients(rows);
    const { userData } = await list();
    expect(new Set(userData.map(({ status }) => status))).toEqual(
      new Set(rows.map(({ status }) => status)),
    );
  });

  test('neither shows nor counts deleted patients', async () => {
    await replacePatients([{ status: 1 }, { status: 1, deletedAt: new Date(), name: 'Eliminada' }]);
    for (const query of ['', 'status=1', 'search=e']) {
      const page = await list(query);
      expect(getNames(page)).toEqual(['Ana Pérez']);
      expect([page.total, page.counts[1]]).toEqual([1, 1]);
    }
  });
});

describe('the filter of upcoming appointments', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000);
  const anHourAgo = () => new Date(Date.now() - 3_600_000);

  test('E-2.52: keeps patients with a future appointment of either kind', async () => {
    const { db } = testApp().database;
    await replacePatients([]);
    const addOne = async (name: string, add: (patientId: string) => Promise<unknown>) =>
      add(await addPatient(db, { name, status: 2 }));
    // One doctor for each appointment, because a doctor sees one patient at a time.
    const doctor = (row: Parameters<typeof addDoctorAppointment>[2]) => async (patientId: string) =>
      addDoctorAppointment(db, { patientId, doctorId: await addDoctor(db) }, row);
    const recipe = (row: Parameters<typeof addRecipeAppointment>[2]) => (patientId: string) =>
      addRecipeAppointment(db, patientId, row);

    await addOne('Médico', doctor({ startsAt: inAnHour() }));
    await addOne('Asignada', doctor({ startsAt: inAnHour(), status: 'assigned' }));
    await addOne('Receta', recipe({ startsAt: inAnHour() }));
    await addOne('Dos', async (patientId) => {
      await doctor({ startsAt: inAnHour() })(patientId);
      await recipe({ startsAt: inAnHour() })(patientId);
    });
    await addOne('Médico cancelada', doctor({ startsAt: inAnHour(), status: 'cancelled' }));
    await addOne('Receta cancelada', recipe({ startsAt: inAnHour(), status: 'cancelled' }));
    await addOne('Médico pasada', doctor({ startsAt: anHourAgo() }));
    await addOne('Receta pasada', recipe({ startsAt: anHourAgo() }));
    await addOne('Médico eliminada', doctor({ startsAt: inAnHour(), deletedAt: new Date() }));
    await addOne('Receta eliminada', recipe({ startsAt: inAnHour(), deletedAt: new Date() }));
    await addOne('Sin fecha', doctor({ startsAt: null }));
    await addOne('Sin citas', async () => {});

    const page = await list({ upcoming: 'true', sort: 'name' });
    expect(getNames(page)).toEqual(['Asignada', 'Dos', 'Médico', 'Receta']);
    expect(page).toMatchObject({ total: 4, counts: { 1: 0, 2: 4, 3: 0, 4: 0 } });
    for (const { nextAppointment } of page.userData) {
      expect(Date.parse(nextAppointment ?? '')).toBeGreaterThan(Date.now());
    }
    const all = await list({ upcoming: 'false' });
    expect(all.total).toBe(12);
    expect(all.userData.every((row) => !('nextAppointment' in row))).toBe(true);
    expect(getNames(await list({ upcoming: 'true', search: 'RECETA' }))).toEqual(['Receta']);
    expect((await list({ upcoming: 'true', status: '1' })).total).toBe(0);
  });

  test('E-10.3345: has the place of the next appointment', async () => {
    const { db } = testApp().database;
    await replacePatients([]);
    const patientId = await addPatient(db, { name: 'Dos citas' });
    const doctorId = await addDoctor(db);
    const branchId = await addBranch(db, await addPartner(db), {
      name: 'Tijuana',
      timeZone: 'America/Tijuana',
    });
    const add = (hours: number, fields: object) =>
      addDoctorAppointment(
        db,
        { patientId, doctorId },
        { startsAt: new Date(Date.now() + hours * 3_600_000), ...fields },
      );
    await add(48, { isVideoCall: true });
    await add(24, { branchId });
    const [first] = (await list({ upcoming: 'true' })).userData;
    expect(first?.nextPlace).toEqual({
      idBranch: branchId,
      name: 'Tijuana',
      timeZone: 'America/Tijuana',
    });
    await addRecipeAppointment(db, patientId, { startsAt: new Date(Date.now() + 3_600_000) });
    const [sooner] = (await list({ upcoming: 'true' })).userData;
    expect(sooner?.nextPlace).toBeNull();
  });

  test('E-10.2104: sorts by the next appointment, page by page, on the requested days', async () => {
    const { db } = testApp().database;
    const zone = 'America/Mexico_City';
    const today = dayIn(zone, new Date());
    const noon = (days: number) =>
      new Date(startOfDay(addDays(today, days), zone).getTime() + 12 * 3_600_000);
    await replacePatients([]);
    for (const [name, days] of [
      ['Octavo día', [8]],
      ['Mañana y después', [1, 6]],
      ['Séptimo día', [6]],
      ['Mañana', [1]],
    ] as const) {
      const patientId = await addPatient(db, { name });
      for (const day of days) await addRecipeAppointment(db, patientId, { startsAt: noon(day) });
    }
    const listNames = async (fields: Record<string, string>) =>
      getNames(await list({ upcoming: 'true', sort: 'nextAppointment', ...fields }));
    expect(await listNames({})).toEqual(expect.arrayContaining(['Mañana', 'Mañana y después']));
    expect((await listNames({})).slice(2)).toEqual(['Séptimo día', 'Octavo día']);
    expect(await listNames({ sort: '-nextAppointment' })).toEqual(
      (await listNames({})).toReversed(),
    );
    const first = await list({ upcoming: 'true', sort: 'nextAppointment', limit: '2' });
    const cursor = first.nextCursor ?? '';
    expect(await listNames({ limit: '2', cursor })).toEqual(['Séptimo día', 'Octavo día']);
    expect(await listNames({ upcomingIn: 'today' })).toEqual([]);
    expect((await listNames({ upcomingIn: 'tomorrow' })).toSorted()).toEqual([
      'Mañana',
      'Mañana y después',
    ]);
    expect(await listNames({ upcomingIn: 'week' })).toHaveLength(3);
    expect(await listNames({ upcomingIn: 'week', search: 'dia' })).toEqual(['Séptimo día']);
    const { status } = await testApp().staff.get('/v1/user/list?sort=nextAppointment');
    expect(status).toBe(400);
  });
});

describe('an unsupported parameter of the list', () => {
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
  ])('E-9.8, T-B3, T-C5, T-I2: %s returns a 400 with its path', async (query) => {
    const { status, body } = await testApp().staff.get(`/v1/user/list?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      ...errorBody('BAD_REQUEST'),
      issues: expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
    });
    expect(Object.prototype).not.toHaveProperty('status');
  });

  test('E-3.2: a version and all other columns are as stored', async () => {
    const createdAt = new Date('2026-03-02T21:15:07.123Z');
    const [id] = await replacePatients([
      { name: 'Ana', email: 'a@b.mx', phone: '55', status: 2, createdAt, version: 7 },
    ]);
    const { userData } = await list();
    expect(userData).toMatchObject([
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
    const { db } = testApp().database;
    await db
      .update(patients)
      .set({ name: 'Anna' })
      .where(eq(patients.id, id ?? ''));
    expect(getNames(await list({ search: 'anna' }))).toEqual(['Anna']);
  });
});
