import { dayIn } from '@simiente/contract/common/days';
import type { AnalyteRange, RangePage } from '@simiente/contract/results/range-calls';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addPartner } from '../../testing/records.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;

interface Answer<Data> {
  readonly status: number;
  readonly code?: string;
  readonly data: Data;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly details?: { readonly current?: AnalyteRange };
}

async function save(
  way: 'set' | 'update',
  payload: object,
  headers: Record<string, string> = {},
): Promise<Answer<{ range: AnalyteRange }>> {
  const [method, url] = (
    {
      set: ['POST', '/v1/result/set-range'],
      update: ['PUT', '/v1/result/update-range'],
    } as const
  )[way];
  return (await testApp().staff.request({ method, url, payload, headers })).json();
}

async function list(query: string): Promise<RangePage> {
  const { body } = await testApp().staff.get(`/v1/result/ranges?${query}`);
  return (body as Answer<RangePage>).data;
}

const laboratory = () =>
  addPartner(db(), { type: 'Laboratorio', name: 'Laboratorio Piedra de Río' });
const volume = { analyte: 'volume', method: null, unit: 'mL' };

test('E-10.560: ranges are listed by laboratory, analyte and day, each until the next one, with the one in force', async () => {
  const idLaboratory = await laboratory();
  const startDay = dayIn('America/Mexico_City', new Date(Date.now() + 9 * 86_400_000));
  await save('set', { idLaboratory, ...volume, range: '≥ 1.5', validFrom: '2026-01-01' });
  await save('set', { idLaboratory, ...volume, range: '≥ 1.4', validFrom: '2026-03-01' });
  await save('set', { idLaboratory, ...volume, range: '≥ 1.3', validFrom: startDay });
  const fsh = { analyte: 'fsh', unit: 'mIU/mL', range: '1.5 - 12.4', validFrom: '2025-05-01' };
  await save('set', { idLaboratory, ...fsh });
  const {
    ranges,
    counts,
    total,
    laboratory: filtered,
  } = await list(`idLaboratory=${idLaboratory}`);
  expect(
    ranges.map(({ analyte, range, state, followedFrom }) => [analyte, range, state, followedFrom]),
  ).toEqual([
    ['volume', '≥ 1.3', 'coming', null],
    ['volume', '≥ 1.4', 'current', startDay],
    ['volume', '≥ 1.5', 'earlier', '2026-03-01'],
    ['fsh', '1.5 - 12.4', 'current', null],
  ]);
  expect(counts).toEqual({ current: 2, coming: 1, earlier: 1 });
  expect(total).toBe(4);
  expect(filtered?.name).toBe('Laboratorio Piedra de Río');
  const current = await list(`idLaboratory=${idLaboratory}&state=current&analyte=volume`);
  expect(current.ranges.map(({ range }) => range)).toEqual(['≥ 1.4']);
  expect(current.total).toBe(1);
});

test.each(['laboratory', 'validFrom', '-validFrom'])(
  'E-10.560: pages by %s neither skip nor repeat a range',
  async (sort) => {
    const idLaboratory = await laboratory();
    const days = ['2026-01-01', '2026-02-01', '2026-03-01'];
    for (const validFrom of days) {
      for (const method of [null, 'CASA']) {
        await save('set', { idLaboratory, ...volume, method, range: '≥ 1.5', validFrom });
      }
    }
    const query = `idLaboratory=${idLaboratory}&sort=${sort}`;
    const whole = (await list(query)).ranges.map(({ idRange }) => idRange);
    expect(whole).toHaveLength(6);
    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await list(`${query}&limit=2${cursor}`);
      paged.push(...page.ranges.map(({ idRange }) => idRange));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    expect(paged).toEqual(whole);
  },
);

test('E-10.561: an edit of an old version is rejected with the current range', async () => {
  const idLaboratory = await laboratory();
  const fields = { idLaboratory, ...volume, validFrom: '2026-01-01' };
  const { range: savedRange } = (await save('set', { ...fields, range: '≥ 15' })).data;
  const edit = { ...fields, idRange: savedRange.idRange, version: savedRange.version };
  const edited = await save('update', { ...edit, range: '≥ 1.5' });
  expect(edited.data.range).toMatchObject({ range: '≥ 1.5', version: 2 });
  const stale = await save('update', { ...edit, range: '≥ 1.6' });
  expect(stale).toMatchObject({ status: 409, code: 'STALE_VERSION' });
  expect(stale.details?.current).toMatchObject({ range: '≥ 1.5', version: 2 });
  const events = await db()
    .select({ details: auditEvents.details })
    .from(auditEvents)
    .where(
      sql`${auditEvents.action} = 'analyte_range.updated' and ${auditEvents.details}->>'idRange' = ${savedRange.idRange}`,
    );
  expect(events).toMatchObject([
    { details: { changes: { range: { from: '≥ 15', to: '≥ 1.5' } } } },
  ]);
  const same = await save('update', { ...edit, version: 2, range: '≥ 1.5' });
  expect(same.data.range.version).toBe(2);
});

test('E-10.561: a second range for the same day, a unit of another analyte and a missing range are rejected at their fields', async () => {
  const idLaboratory = await laboratory();
  const fields = { idLaboratory, ...volume, range: '≥ 1.5', validFrom: '2026-01-01' };
  await save('set', fields);
  const twice = await save('set', fields);
  expect(twice).toMatchObject({ status: 400, issues: [{ path: 'validFrom' }] });
  expect(twice.issues?.[0]?.message).toMatch(/^Ya hay un rango/);
  expect(await save('set', { ...fields, method: 'CASA' })).toMatchObject({ status: 200 });
  const { range } = (await save('set', { ...fields, validFrom: '2026-02-01' })).data;
  expect(await save('update', { ...fields, idRange: range.idRange })).toMatchObject({
    status: 400,
    issues: [{ path: 'validFrom' }],
  });
  expect(await save('set', { ...fields, unit: '%', validFrom: '2026-03-01' })).toMatchObject({
    status: 400,
    issues: [{ path: 'unit' }],
  });
  for (const analyte of ['colour', 'totalProgressiveMotile']) {
    expect(await save('set', { ...fields, analyte, unit: null })).toMatchObject({
      status: 400,
      issues: [{ path: 'analyte' }],
    });
  }
});

test('E-10.561: one of two simultaneous writes of the same day is rejected', async () => {
  const idLaboratory = await laboratory();
  const fields = { idLaboratory, ...volume, range: '≥ 1.5', validFrom: '2026-01-01' };
  const answers = await Promise.all([save('set', fields), save('set', fields)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('E-10.561: a repeated request writes one range', async () => {
  const idLaboratory = await laboratory();
  const fields = { idLaboratory, ...volume, range: '≥ 1.5', validFrom: '2026-01-01' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [first, second] = [await save('set', fields, headers), await save('set', fields, headers)];
  expect(second.data.range.idRange).toBe(first.data.range.idRange);
  expect((await list(`idLaboratory=${idLaboratory}`)).total).toBe(1);
});
