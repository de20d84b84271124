import { beforeAll, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import {
  addBranch,
  addDoctor,
  addExam,
  addExamOrder,
  addOrderDownload,
  addPartner,
  addPatient,
} from '../../../testing/records.ts';

const running = sharedApplication();

const day = (date: number) => new Date(Date.UTC(2026, 2, date, 18));

beforeAll(async () => {
  const { db } = running().database;
  const partnerId = await addPartner(db, { type: 'Laboratorio' });
  const branchId = await addBranch(db, partnerId);
  for (let index = 1; index <= 5; index += 1) {
    await addDoctor(db, { name: `Ana ${index}`, retiredAt: index === 5 ? day(5) : null });
    const patientId = await addPatient(db, { name: `Luis Núñez ${index}` });
    await addExam(db, patientId, { type: 'Seminograma', createdAt: day(index) });
    const createdAt = day(index);
    const order = await addExamOrder(
      db,
      { patientId, branchId, partnerId },
      { exams: ['SEM'], createdAt },
    );
    await addOrderDownload(db, order, { at: createdAt });
  }
});

type Query = Readonly<Record<string, string>>;
type Data = { readonly nextCursor: string | null } & Readonly<Record<string, unknown>>;

async function ask(path: string, query: Query): Promise<Data> {
  const { status, body } = await running().staff.get(`${path}?${new URLSearchParams(query)}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return (body as { data: Data }).data;
}

const march = { from: '2026-03-01', to: '2026-03-03' };

test.each<[list: string, figures: string, filters: Query[]]>([
  ['/v1/doctor/list', '/v1/doctor/figures', [{}, { state: 'all' }, { search: 'ana' }]],
  [
    '/v1/exam/list',
    '/v1/exam/figures',
    ['seminograma', 'nunez', ''].map((search) => ({
      start: '2026-03-01',
      end: '2026-03-04',
      ...(search && { search }),
    })),
  ],
  ['/v1/exam-orders/downloads', '/v1/exam-orders/download-figures', [{}, march]],
  [
    '/v1/exam-orders/list',
    '/v1/exam-orders/figures',
    [{}, { state: 'descargado' }, { overdue: 'true' }, { search: 'nunez' }, march],
  ],
])(
  'E-10.696: rows of %s do not wait for figures, which have a call of their own',
  async (list, figures, filters) => {
    for (const filter of filters) {
      const counted = await ask(figures, filter);
      expect(counted.total).toBeGreaterThan(2);
      for (const limit of ['2', '100']) {
        let cursor: string | null = '';
        do {
          const page: Query = { ...filter, limit, ...(cursor && { cursor }) };
          const { total, totalIsCapped, counts, ...rows } = await ask(list, page);
          expect({ total, totalIsCapped, ...(counts !== undefined && { counts }) }).toEqual(
            counted,
          );
          // Ready are those of results that are all on the page. The states of orders are counted of all orders.
          const isReady = limit === '100' && counts === undefined;
          const first = await ask(list, { ...page, figures: 'ready' });
          expect(first).toEqual({ ...rows, ...(isReady && counted) });
          cursor = rows.nextCursor;
        } while (cursor !== null);
      }
    }
  },
);
