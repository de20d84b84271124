import type { ExamOrder, OrderPage, StudyDays } from '@simiente/contract/exam-orders/calls';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { SYSTEM_ACT } from '../../platform/act.ts';
import { examOrderStudies, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';
import { resultSets } from '../../schema/results.ts';
import { sharedApplication, startApplication, type TestStaff } from '../../testing/application.ts';
import { fetchExport } from '../../testing/calls/list-exports.ts';
import { formRequest, makePdf } from '../../testing/files/uploads.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import {
  addBranch,
  addExam,
  addExamOrder,
  addPartner,
  addPatient,
  newId,
} from '../../testing/records.ts';
import { linkOrder, lockOrder, requestAgain } from './orders.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;
let partnerId: string;
let branchId: string;
beforeAll(async () => {
  partnerId = await addPartner(db(), { type: 'Laboratorio' });
  branchId = await addBranch(db(), partnerId);
});

async function createOrder(requested: string[] = ['SEM'], createdAt = new Date()) {
  const patientId = await addPatient(db());
  const id = await addExamOrder(
    db(),
    { patientId, branchId, partnerId },
    { exams: requested, createdAt },
  );
  return { idUser: patientId, idOrder: id };
}
async function readFirstOrder(idUser: string): Promise<ExamOrder | undefined> {
  const { body } = await testApp().staff.get(`/v1/exam-orders?idUser=${idUser}`);
  return (body as { data: { orders: ExamOrder[] } }).data.orders[0];
}
async function list(query = '', reader: TestStaff = testApp().staff): Promise<OrderPage> {
  const { body } = await reader.get(`/v1/exam-orders/list?limit=100&${query}`);
  return (body as { data: OrderPage }).data;
}
async function send(call: string, payload: object) {
  const answer = await testApp().staff.request({
    method: call === 'update' ? 'PUT' : 'POST',
    url: `/v1/result/${call}`,
    payload,
  });
  return answer.json<{
    status: number;
    code?: string;
    data?: { set: { idResultSet: string; idExam: string; order: object | null; version: number } };
  }>();
}
const volume = [{ analyte: 'volume', value: '2' }];

describe('an exam order', () => {
  test('E-10.440: is pedido, descargado, recibido and then validado, like its study', async () => {
    const { idUser, idOrder } = await createOrder();
    expect(await readFirstOrder(idUser)).toMatchObject({
      state: 'pedido',
      studies: [{ name: 'Seminograma', examType: 'Seminograma', state: 'pedido', idExam: null }],
    });
    await testApp().staff.request({ url: `/v1/exam-orders/${idOrder}/pdf` });
    expect(await readFirstOrder(idUser)).toMatchObject({
      state: 'descargado',
      dueAt: expect.any(String),
    });
    const { data } = await send('create', { idUser, idOrder, values: volume });
    expect(data?.set.order).toMatchObject({ idOrder });
    expect(await readFirstOrder(idUser)).toMatchObject({
      state: 'recibido',
      dueAt: null,
      receivedAt: expect.any(String),
      studies: [{ state: 'recibido', idResultSet: data?.set.idResultSet }],
    });
    const { idResultSet } = data?.set ?? {};
    await send('validate', { idResultSet, basis: 'paper' });
    expect(await readFirstOrder(idUser)).toMatchObject({
      state: 'validado',
      validatedAt: expect.any(String),
    });
    await send('correct', {
      idResultSet,
      reason: 'x',
      values: [{ analyte: 'volume', value: '3' }],
    });
    expect((await readFirstOrder(idUser))?.state).toBe('recibido');
    await db()
      .update(exams)
      .set({ deletedAt: sql`now()` })
      .where(eq(exams.id, data?.set.idExam ?? ''));
    expect(await readFirstOrder(idUser)).toMatchObject({
      state: 'descargado',
      dueAt: expect.any(String),
    });
    await db()
      .update(exams)
      .set({ deletedAt: null })
      .where(eq(exams.id, data?.set.idExam ?? ''));
    expect((await readFirstOrder(idUser))?.state).toBe('recibido');
  });

  test('E-10.440: is received when the last of its studies is', async () => {
    const { idUser, idOrder } = await createOrder(['SEM', 'Perfil Hormonal']);
    await send('create', { idUser, idOrder, values: volume });
    expect(await readFirstOrder(idUser)).toMatchObject({
      state: 'pedido',
      studies: [{ state: 'recibido' }, { state: 'pedido' }],
    });
    const file = { bytes: makePdf(), name: 'a.pdf' };
    const fields = { idUser, examType: 'Hormonal', idOrder };
    const form = await formRequest(fields, file);
    const created = await testApp().staff.request({
      method: 'POST',
      url: '/v1/exam/create',
      ...form,
    });
    expect(created.statusCode).toBe(200);
    expect((await readFirstOrder(idUser))?.state).toBe('recibido');
  });

  test('E-10.440: is linked and unlinked by an edit of results, which creates a version; repeating the link creates none', async () => {
    const { idUser, idOrder } = await createOrder();
    const { data } = await send('create', { idUser, values: volume });
    const edit = { idResultSet: data?.set.idResultSet, values: volume };
    const linkTo = async (order: string | null) =>
      (await send('update', { ...edit, idOrder: order })).data?.set;
    expect(await linkTo(null)).toMatchObject({ version: 1, order: null });
    for (const _ of ['named', 'again']) {
      expect(await linkTo(idOrder)).toMatchObject({ version: 2, order: { idOrder } });
      expect((await readFirstOrder(idUser))?.state).toBe('recibido');
    }
    expect(await linkTo(null)).toMatchObject({ version: 3, order: null });
    expect((await readFirstOrder(idUser))?.state).toBe('pedido');
  });

  test('E-10.494: ends as validated when two of its results are validated simultaneously', async () => {
    const { idUser, idOrder } = await createOrder(['SEM', 'Perfil Hormonal']);
    const entered = [
      await send('create', { idUser, idOrder, values: volume }),
      await send('create', {
        idUser,
        idOrder,
        examType: 'Hormonal',
        values: [{ analyte: 'fsh', value: '2' }],
      }),
    ];
    const ids = entered.map(({ data }) => data?.set.idResultSet ?? '');
    const validated = { status: 'validado' } as const;
    const { other } = await db().transaction(async (transaction) => {
      const isSet = (id = '') => eq(resultSets.id, id);
      await transaction.update(resultSets).set(validated).where(isSet(ids[0]));
      const other = Promise.resolve(db().update(resultSets).set(validated).where(isSet(ids[1])));
      // The second validation must wait for the first.
      await vi.waitFor(async () => {
        const { rows } = await db().execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      }, LONG_WAIT);
      return { other };
    });
    await other;
    expect((await readFirstOrder(idUser))?.state).toBe('validado');
  });

  test('E-10.3926: is requested again while the rejected result arrives, without a deadlock', async () => {
    const { idUser, idOrder } = await createOrder();
    await db()
      .update(examOrderStudies)
      .set({ rejectedAt: sql`now()` })
      .where(eq(examOrderStudies.orderId, idOrder));
    const examId = await addExam(db(), idUser);
    let runs = 0;
    const { linked } = await db().transaction(async (transaction) => {
      runs += 1;
      await lockOrder(transaction, idOrder);
      const linked = db().transaction((other) => {
        runs += 1;
        const link = { orderId: idOrder, patientId: idUser, examType: 'Seminograma', examId };
        return linkOrder(other, link);
      });
      await vi.waitFor(async () => {
        const { rows: waiting } = await db().execute(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      }, LONG_WAIT);
      await requestAgain(transaction, SYSTEM_ACT, { idOrder });
      // Wrapped in an object, because a returned promise would be awaited within the transaction.
      return { linked };
    });
    await linked;
    // A deadlock would repeat one of the two transactions.
    expect(runs).toBe(2);
    expect(await readFirstOrder(idUser)).toMatchObject({ state: 'recibido' });
  });

  test('E-10.441: is offered to a result while it waits for that study, and accepts no other study', async () => {
    const { idUser, idOrder } = await createOrder();
    const listOffered = async (examType: string) => {
      const { body } = await testApp().staff.get(
        `/v1/result/entry?idUser=${idUser}&examType=${examType}`,
      );
      return (body as { data: { orders: { idOrder: string }[] } }).data.orders;
    };
    expect(await listOffered('Seminograma')).toMatchObject([{ idOrder }]);
    expect(await listOffered('Hormonal')).toEqual([]);
    const rejected = { status: 422, code: 'ORDER_NOT_OPEN' };
    const fsh = [{ analyte: 'fsh', value: '2' }];
    expect(
      await send('create', { idUser, idOrder, examType: 'Hormonal', values: fsh }),
    ).toMatchObject(rejected);
    const other = await addPatient(db());
    expect(await send('create', { idUser: other, idOrder, values: volume })).toMatchObject(
      rejected,
    );
    expect((await send('create', { idUser, idOrder, values: volume })).status).toBe(200);
    expect(await listOffered('Seminograma')).toEqual([]);
    expect(await send('create', { idUser, idOrder, values: volume })).toMatchObject(rejected);
  });
});

describe('the list of exam orders', () => {
  const long = new Date(Date.now() - 60 * 86_400_000);

  test('E-10.442: filters by state, overdue orders, study, and folio or patient', async () => {
    const late = await createOrder(['HORMO'], long);
    const early = await createOrder(['SEM']);
    const ids = async (query: string) => (await list(query)).orders.map(({ idOrder }) => idOrder);
    expect(await ids('overdue=true')).toContain(late.idOrder);
    expect(await ids('overdue=true')).not.toContain(early.idOrder);
    expect(await ids('examType=Hormonal')).toContain(late.idOrder);
    expect(await ids('examType=Hormonal')).not.toContain(early.idOrder);
    expect(await ids('state=validado')).not.toContain(early.idOrder);
    const folio = (await readFirstOrder(early.idUser))?.folio;
    expect(await ids(`search=${folio}`)).toEqual([early.idOrder]);
    const name = newId('Nombre');
    await db().update(patients).set({ name }).where(eq(patients.id, early.idUser));
    expect(await ids(`search=${name}`)).toEqual([early.idOrder]);
    const byDue = await ids('sort=dueAt');
    expect(byDue.indexOf(late.idOrder)).toBeLessThan(byDue.indexOf(early.idOrder));
  });

  test('E-10.501: filters by the days of creation, in the clinic’s zone', async () => {
    // Mexico City is six hours behind UTC.
    const instants = ['2024-03-10T05:59:59Z', '2024-03-10T06:00:00Z', '2024-03-12T05:59:59Z'];
    const orders = [];
    for (const at of instants) orders.push((await createOrder(['SEM'], new Date(at))).idOrder);
    const [before, first, last] = orders;
    const page = await list('from=2024-03-10&to=2024-03-11');
    expect(page.orders.map(({ idOrder }) => idOrder)).toEqual([last, first]);
    expect(page).toMatchObject({ total: 2, totalIsCapped: false });
    expect((await list('to=2024-03-09')).orders.map(({ idOrder }) => idOrder)).toEqual([before]);
    const { rows } = await fetchExport(testApp().staff, 'orders', {
      from: '2024-03-10',
      to: '2024-03-11',
    });
    expect(rows.map((row) => row.at(-1))).toEqual([last, first]);
    const wrong = await testApp().staff.get('/v1/exam-orders/list?from=2024-03-11&to=2024-03-10');
    expect(wrong).toMatchObject({ status: 400 });
  });

  test('E-10.442: has counts and a total that match its rows, without deleted orders and patients', async () => {
    await createOrder();
    const deletedOrder = await createOrder([], long);
    await db()
      .update(patients)
      .set({ deletedAt: new Date() })
      .where(eq(patients.id, deletedOrder.idUser));
    const trashed = await createOrder();
    await db()
      .update(examOrders)
      .set({ deletedAt: new Date() })
      .where(eq(examOrders.id, trashed.idOrder));
    const { orders, counts, total } = await list();
    const countState = (state: string) => orders.filter((order) => order.state === state).length;
    expect(total).toBe(orders.length);
    const now = new Date().toISOString();
    expect(counts).toEqual({
      pedido: countState('pedido'),
      descargado: countState('descargado'),
      rechazada: countState('rechazada'),
      recibido: countState('recibido'),
      validado: countState('validado'),
      overdue: orders.filter(({ dueAt }) => dueAt !== null && dueAt < now).length,
    });
    expect((await list('state=recibido')).total).toBe(counts.recibido);
    const attention = await testApp().staff.get('/v1/result/attention');
    expect(attention.body).toMatchObject({ data: { overdueOrders: counts.overdue } });
  });

  test('E-10.443: the days of a study can be changed, also for open orders', async () => {
    const { database, staff } = await startApplication();
    const partner = await addPartner(database.db);
    const owners = {
      patientId: await addPatient(database.db),
      branchId: await addBranch(database.db, partner),
      partnerId: partner,
    };
    const createdAt = new Date(Date.now() - 10 * 86_400_000);
    await addExamOrder(database.db, owners, { exams: ['SEM'], createdAt });
    const set = async (days: number) => {
      const payload = { examType: 'Seminograma', days };
      const answer = await staff.request({
        method: 'POST',
        url: '/v1/exam-orders/set-days',
        payload,
      });
      return answer.json<{ data: { studies: StudyDays[] } }>().data.studies;
    };
    expect((await list('', staff)).counts.overdue).toBe(1);
    expect(await set(28)).toContainEqual({ examType: 'Seminograma', days: 28 });
    expect((await list('', staff)).counts.overdue).toBe(0);
    await addExamOrder(database.db, owners, { exams: ['SEM'], createdAt });
    expect((await list('', staff)).counts.overdue).toBe(0);
    await set(9);
    expect((await list('', staff)).counts.overdue).toBe(2);
  });

  test('E-10.443: a change of days applies to an order whose exam was deleted, before or afterwards', async () => {
    const { database, staff } = await startApplication();
    const { db } = database;
    const partner = await addPartner(db);
    const patientId = await addPatient(db);
    const owners = { patientId, branchId: await addBranch(db, partner), partnerId: partner };
    const createdAt = new Date(Date.now() - 10 * 86_400_000);
    const answerOrder = async () => {
      const idOrder = await addExamOrder(db, owners, { exams: ['SEM'], createdAt });
      const payload = { idUser: patientId, idOrder, values: volume };
      const request = { method: 'POST', url: '/v1/result/create', payload } as const;
      const { data } = (await staff.request(request)).json<{ data: { set: { idExam: string } } }>();
      return data.set.idExam;
    };
    const remove = (id: string) =>
      db.update(exams).set({ deletedAt: new Date() }).where(eq(exams.id, id));
    const set = (days: number) =>
      staff.request({
        method: 'POST',
        url: '/v1/exam-orders/set-days',
        payload: { examType: 'Seminograma', days },
      });
    const countOverdue = async () => (await list('', staff)).counts.overdue;
    const [before, since] = [await answerOrder(), await answerOrder()];
    await remove(before);
    expect(await countOverdue()).toBe(1);
    await set(28);
    expect(await countOverdue()).toBe(0);
    await remove(since);
    expect(await countOverdue()).toBe(0);
    await set(9);
    expect(await countOverdue()).toBe(2);
  });
});

test('E-10.444: orders and results of a patient are exported with the content of the screen', async () => {
  const { idUser, idOrder } = await createOrder();
  await send('create', {
    idUser,
    idOrder,
    values: [
      { analyte: 'concentration', value: '14', range: '≥ 16' },
      { analyte: 'volume', value: '2.1' },
    ],
  });
  const folio = (await readFirstOrder(idUser))?.folio;
  const orders = await fetchExport(testApp().staff, 'orders', { search: folio });
  expect(orders.rows).toHaveLength(1);
  expect(orders.rows[0]).toEqual(expect.arrayContaining([folio, 'Seminograma', 'Recibido']));
  const results = await fetchExport(testApp().staff, 'patientResults', { idUser });
  expect(results.rows.flat()).toContainEqual(
    expect.stringMatching(/Volumen.*Concentración: 14|Concentración: 14.*Volumen/s),
  );
  const sample = { examType: 'Seminograma', analyte: 'concentration', name: null };
  const trend = await fetchExport(testApp().staff, 'patientResults', { idUser, of: sample });
  expect(trend.rows.flat()).toContain(
    'Concentración: 14 ×10⁶/mL; ≥ 16; Por debajo del rango; por debajo del percentil 5 de hombres fértiles, OMS 2021',
  );
  const other = { ...sample, examType: 'Hormonal' };
  const otherExport = await fetchExport(testApp().staff, 'patientResults', { idUser, of: other });
  expect(otherExport.rows).toEqual([]);
});
