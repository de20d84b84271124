import { beforeEach, describe, expect, test } from 'vitest';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { sharedApplication } from '../../testing/application.ts';
import { emptyLists, fetchExport } from '../../testing/calls/list-exports.ts';
import { queryAsOwner } from '../../testing/database.ts';
import {
  addBranch,
  addDoctor,
  addExam,
  addPartner,
  addPatient,
  addPatients,
  addProspect,
  addRecipeAppointment,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;
const staff = () => testApp().staff;

beforeEach(() => emptyLists(db()));

describe('the rows of an export', () => {
  /** Every page of the list's call, by `key`. */
  async function listScreen(
    path: string,
    rowsKey: string,
    key: string,
    filters: Record<string, string>,
  ) {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({ ...filters, limit: '3', ...(cursor && { cursor }) });
      const { status, body } = await staff().get(`${path}?${query}`);
      expect(status).toBe(200);
      const { data } = body as { data: Record<string, unknown> & { nextCursor: string | null } };
      ids.push(...(data[rowsKey] as Record<string, string>[]).map((row) => row[key] ?? ''));
      cursor = data.nextCursor;
    }
    return ids;
  }

  const exportIds = async (list: string, filters: Record<string, unknown>) =>
    (await fetchExport(staff(), list, filters)).rows.map((row) => row.at(-1));

  test.each([
    {},
    { status: 2 },
    { status: 4, sort: 'name' },
    { search: 'núñ', sort: '-name' },
    { search: '55 1234', sort: '-lastConnection' },
    { upcoming: true, sort: 'status' },
    { status: 2, search: 'ana', upcoming: true },
  ])('E-10.135: equal the list of patients under %j, in its order', async (filters) => {
    const ids = await addPatients(
      db(),
      Array.from({ length: 24 }, (_, index) => ({
        name: `${['Ana', 'Luis'][index % 2]} ${['Núñez', 'Gómez', 'Ruiz'][index % 3]} ${index}`,
        phone: index % 4 === 0 ? '+52 55 1234 5678' : null,
        status: index % 6,
        createdAt: index % 7 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + (index % 5))),
        lastAccessAt: index % 5 === 0 ? null : new Date(Date.UTC(2026, 1, 1 + (index % 4))),
        deletedAt: index % 8 === 7 ? new Date() : null,
      })),
    );
    for (const id of ids.slice(0, 9)) {
      await addRecipeAppointment(db(), id, { startsAt: new Date(Date.now() + 86_400_000) });
    }
    const query = Object.fromEntries(
      Object.entries(filters).map(([key, value]) => [key, String(value)]),
    );
    const shown = await listScreen('/v1/user/list', 'userData', 'idUser', query);
    expect(await exportIds('patients', filters)).toEqual(shown);
    expect(shown.length).toBeGreaterThan(0);
  });

  test.each([{}, { state: 'retired' }, { state: 'all', sort: '-name' }, { search: 'ibanez' }])(
    'E-10.135: equal the list of doctors under %j',
    async (filters) => {
      for (const [index, name] of ['Íñigo Ibáñez', 'Ana Ruiz', 'Ñu Ibáñez', 'Zoe'].entries()) {
        await addDoctor(db(), { name, retiredAt: index % 2 ? new Date() : null });
      }
      const shown = await listScreen(
        '/v1/doctor/list',
        'doctors',
        'idDoctor',
        filters as Record<string, string>,
      );
      expect(shown.length).toBeGreaterThan(0);
      expect(await exportIds('doctors', filters)).toEqual(shown);
    },
  );

  test('E-10.135: equal the list of appointments without a patient', async () => {
    for (let day = 5; day > 0; day -= 1) {
      await addRecipeAppointment(db(), null, { startsAt: new Date(Date.UTC(2026, 11, day)) });
    }
    await addRecipeAppointment(db(), null, { status: 'cancelled' });
    const path = '/v1/recipe/without-patient';
    const shown = await listScreen(path, 'appointments', 'idAppointment', {});
    expect(shown).toHaveLength(5);
    expect(await exportIds('appointmentsWithoutPatient', {})).toEqual(shown);
  });

  test.each([
    {},
    { sort: '-branches' },
    { type: 'Otro', sort: 'country' },
    { type: 'Laboratorio', search: 'clinica' },
    { withBranches: true, sort: 'type' },
  ])('E-10.135: equal the list of partners under %j', async (filters) => {
    const types = ['Laboratorio', 'Hospital', null, 'Raro'];
    for (let index = 0; index < 10; index += 1) {
      const id = await addPartner(db(), {
        name: `${['Clínica', 'Íntegra', 'Ñandú'][index % 3]} ${index}`,
        type: types[index % 4] ?? null,
        country: index % 2 ? 'México' : null,
        deletedAt: index === 9 ? new Date() : null,
      });
      for (let count = index % 3; count > 0; count -= 1) await addBranch(db(), id);
    }
    const query = Object.fromEntries(
      Object.entries(filters).map(([key, value]) => [key, String(value)]),
    );
    const shown = await listScreen('/v1/partner/list', 'partners', 'idPartner', query);
    expect(shown.length).toBeGreaterThan(0);
    expect(await exportIds('partners', filters)).toEqual(shown);
  });

  test.each([{}, { status: 'none', sort: 'motivo' }, { search: 'gomez', sort: '-name' }])(
    'E-10.135: equal the list of prospects under %j',
    async (filters) => {
      for (let index = 0; index < 11; index += 1) {
        await addProspect(db(), {
          name: `${['Gómez', 'Ruiz'][index % 2]} ${index}`,
          reason: ['Dudas', null, 'Ánimo'][index % 3] ?? null,
          status: ['pending', null, 'archivado', 'converted'][index % 4] ?? null,
          createdAt: index % 5 ? new Date(Date.UTC(2026, 0, index)) : null,
          deletedAt: index === 10 ? new Date() : null,
        });
      }
      const query = filters as Record<string, string>;
      const shown = await listScreen('/v1/prospects/list', 'prospects', 'idProspect', query);
      expect(shown.length).toBeGreaterThan(0);
      expect(await exportIds('prospects', filters)).toEqual(shown);
    },
  );

  test.each([{}, { sort: '-exams' }, { search: 'centro', sort: 'name' }])(
    'E-10.135: equal the list of one partner’s branches under %j',
    async (filters) => {
      const partnerId = await addPartner(db(), {});
      const other = await addPartner(db(), {});
      await addBranch(db(), other, { name: 'Centro ajeno' });
      for (let index = 0; index < 8; index += 1) {
        await addBranch(db(), partnerId, {
          name: `${['Céntro', 'Norte'][index % 2]} ${index}`,
          state: ['Jalisco', null, 'Ávila'][index % 3] ?? null,
          exams: ['SEM', 'ECO', 'RC'].slice(index % 4),
          deletedAt: index === 7 ? new Date() : null,
        });
      }
      const query = { idPartner: partnerId, ...filters };
      const answer = await staff().get(
        `/v1/partner/get-branches-by-partner/?${new URLSearchParams({ ...query, limit: '100' } as Record<string, string>)}`,
      );
      expect(answer.status).toBe(200);
      const { data } = answer.body as { data: { branches: { idBranch: string }[] } };
      const shown = data.branches.map(({ idBranch }) => idBranch);
      expect(shown.length).toBeGreaterThan(2);
      expect(await exportIds('branches', query)).toEqual(shown);
    },
  );

  test.each([{}, { sort: 'createDate', search: 'nunez' }, { search: 'eco testi' }])(
    'E-10.135: equal the list of exams of a period under %j',
    async (filters) => {
      const [ana = '', deleted = ''] = await addPatients(db(), [
        { name: 'Ana Núñez' },
        { name: 'Ana Núñez Ida', deletedAt: new Date() },
      ]);
      const luis = await addPatient(db(), { name: 'Luis Ruiz' });
      for (const [index, patientId] of [ana, luis, deleted, ana, luis].entries()) {
        await addExam(db(), patientId, {
          type: ['Seminograma', 'Eco_Testicular'][index % 2] ?? '',
          createdAt: new Date(Date.UTC(2026, 2, 1 + index, 6)),
        });
      }
      await addExam(db(), ana, { createdAt: new Date('2026-03-01T05:59:59Z') });
      const period = { start: '2026-03-01', end: '2026-03-31', ...(filters as object) };
      const shown = await listScreen('/v1/exam/list', 'exams', 'id', period);
      expect(await exportIds('exams', period)).toEqual(shown);
      if (!('search' in filters)) expect(shown).toHaveLength(4);
    },
  );

  test('E-10.135: equal the list of prescriptions to validate', async () => {
    const patient = await addPatient(db(), { name: 'Ana Pérez' });
    for (const day of [4, 2, 3, 1]) {
      const createdAt = new Date(Date.UTC(2026, 2, day));
      await addRecipeAppointment(db(), patient, { createdAt });
    }
    await addRecipeAppointment(db(), patient, { status: 'cancelled' });
    const shown = await listScreen('/v1/recipe/waiting', 'recipes', 'id', {});
    expect(shown).toHaveLength(4);
    expect(await exportIds('waitingRecipes', {})).toEqual(shown);
  });

  test('E-10.135: equal the list of activity, in its words', async () => {
    const patient = await addPatient(db(), { name: 'Ana Pérez' });
    const payload = { idUsers: [patient], status: 2 };
    await staff().request({ method: 'PUT', url: '/v1/user/update-status', payload });
    await staff().request({
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: [patient] },
    });
    const period = { start: '2026-01-01', end: '2035-12-31' };
    const shown = await listScreen('/v1/dashboard/activity', 'items', 'id', period);
    expect(shown.length).toBeGreaterThan(1);
    expect((await exportIds('activity', period)).map(Number)).toEqual(shown);
    const { rows } = await fetchExport(staff(), 'activity', period);
    expect(rows[0]?.slice(1, 3)).toEqual(['Mariana Solórzano', 'eliminó a un paciente']);
  });

  test('E-10.135: equal the list of downloaded orders, by the clinic’s days', async () => {
    const patientId = await addPatient(db(), { name: 'Ana Pérez' });
    const partnerId = await addPartner(db(), { name: 'Íntegra' });
    const branchId = await addBranch(db(), partnerId);
    const [order] = await db()
      .insert(examOrders)
      .values({ id: 'ord_1', patientId, partnerId, branchId, exams: ['SEM', 'RC'] })
      .returning();
    for (const at of ['2026-03-01T05:59:59Z', '2026-03-01T06:00:00Z', '2026-03-02T05:00:00Z']) {
      await db()
        .insert(examOrderDownloads)
        .values({ orderId: 'ord_1', at: new Date(at), staffId: staff().id });
    }
    const filters = { from: '2026-03-01', to: '2026-03-01', idLaboratory: partnerId };
    const shown = await listScreen('/v1/exam-orders/downloads', 'downloads', 'idDownload', filters);
    expect(shown).toHaveLength(2);
    const { rows } = await fetchExport(staff(), 'orderDownloads', filters);
    expect(rows.map((row) => row.at(-1))).toEqual(shown);
    expect(rows[1]?.slice(1, -1)).toEqual([
      'Ana Pérez',
      'Íntegra',
      'Sucursal Centro',
      'Seminograma; ERM de Cráneo',
      'Mariana Solórzano',
      '2026-03-01 00:00',
    ]);
    expect(order?.folio).toBeGreaterThan(0);
  });

  test('are complete and without duplicates over several reads of the cursor', async () => {
    await queryAsOwner(
      testApp().database,
      `insert into patients (id, name, created_at)
       select 'many_' || n, 'Paciente ' || n, timestamptz '2026-01-01Z' - n * interval '1 minute'
       from generate_series(1, 1501) as n`,
    );
    const ids = await exportIds('patients', {});
    expect(ids).toEqual(Array.from({ length: 1501 }, (_, index) => `many_${index + 1}`));
  });
});
