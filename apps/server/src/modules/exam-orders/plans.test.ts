import { describe, expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { watchedApplication } from '../../testing/watched-application.ts';

const DOWNLOADS = forLength(20_000, 60_000);

const testApp = watchedApplication(async (run) => {
  await run(`insert into partners (id, name) select 'par_' || n, 'Partner ' || n
    from generate_series(0, 19) as n`);
  await run(`insert into branches (id, partner_id, name) select 'brn_' || n, 'par_' || n % 20, 'Sucursal'
    from generate_series(0, 199) as n`);
  await run(`insert into patients (id, name) select 'usr_' || n, 'Paciente ' || n
    from generate_series(0, 9999) as n`);
  await run(`insert into exam_orders (id, patient_id, branch_id, partner_id, exams, created_at)
    select 'ord_' || n, 'usr_' || n % 10000, 'brn_' || n % 200, 'par_' || n % 20, '{SEM}',
      timestamptz '2024-01-01Z' + n * interval '30 minutes'
    from generate_series(0, ${DOWNLOADS / 2 - 1}) as n`);
  await run(`insert into exam_order_downloads (order_id, at)
    select 'ord_' || n / 2, timestamptz '2024-01-01Z' + n * interval '15 minutes'
    from generate_series(0, ${DOWNLOADS - 1}) as n`);
  // Also analyzes the tables that triggers fill, because PostgreSQL would do so later and change the plan.
  for (const table of [
    'branches',
    'patients',
    'exam_orders',
    'exam_order_studies',
    'exam_order_downloads',
  ]) {
    await run(`vacuum analyze ${table}`);
  }
});

async function cursorAfterFirst(url: string): Promise<string> {
  const { body } = await testApp().staff.get(url);
  return encodeURIComponent((body as { data: { nextCursor: string } }).data.nextCursor);
}

describe(`with ${DOWNLOADS} downloads`, () => {
  test('E-10.68: every page of downloads is read from the index, without a sort', async () => {
    const next = await cursorAfterFirst('/v1/exam-orders/downloads');
    for (const query of ['', `?cursor=${next}`, '?from=2024-03-01&to=2024-03-31']) {
      const [page] = await testApp().explainRequest(
        `/v1/exam-orders/downloads${query}`,
        'from "exam_order_downloads"',
      );
      expect(page?.indexes, query).toContain('exam_order_downloads_by_time');
      expect(page?.types, query).not.toContain('Sort');
    }
  });

  test.each([
    ['', 'exam_orders_by_created'],
    ['sort=dueAt', 'exam_orders_due'],
    ['sort=-dueAt', 'exam_orders_due'],
    ['sort=dueAt&overdue=true', 'exam_orders_due'],
    ['from=2024-03-01&to=2024-03-31', 'exam_orders_by_created'],
  ])(
    'E-10.500: every page of all orders is read from the index, without a sort: %s',
    async (query, index) => {
      const list = `/v1/exam-orders/list?${query}`;
      for (const url of [list, `${list}&cursor=${await cursorAfterFirst(list)}`]) {
        const [page] = await testApp().explainRequest(url, 'from "exam_orders"');
        expect(page?.indexes, url).toContain(index);
        expect(
          page?.types.filter((type) => type.endsWith('Sort')),
          url,
        ).toEqual([]);
      }
    },
  );

  test('E-10.500: the total of a filter stops counting at its limit, and overdue orders need no other count', async () => {
    const planOrders = (query: string) =>
      testApp().explainRequest(`/v1/exam-orders/list?${query}`, 'from "exam_orders"');
    const total = (await planOrders('examType=Seminograma')).at(-1);
    expect(total?.types).toContain('Limit');
    expect(await planOrders('overdue=true')).toHaveLength((await planOrders('')).length);
  });

  test('the count of a period reads only the downloads of that period', async () => {
    const url = '/v1/exam-orders/downloads?from=2024-03-01&to=2024-03-07';
    const [, counted] = await testApp().explainRequest(url, 'from "exam_order_downloads"');
    expect(counted?.indexes).toContain('exam_order_downloads_by_time');
  });

  test('an index finds a patient’s orders and the number of their downloads', async () => {
    const [plan] = await testApp().explainRequest(
      '/v1/exam-orders?idUser=usr_7',
      'from "exam_orders"',
    );
    expect(plan?.indexes).toEqual(
      expect.arrayContaining(['exam_orders_patient', 'exam_order_downloads_order']),
    );
  });
});
