import type { Request } from '../load/request.ts';
import { formatNumber } from '../measurements/format.ts';
import type { Findings, Row } from '../measurements/row.ts';
import { nearestTargetSize, type Rig } from '../rig.ts';
import { openStage, type Stage } from '../stage.ts';
import { measureCall } from './calls.ts';

/** Result sets of each patient, and of the patients with a long treatment. */
const SETS = 10;
const MANY_SETS = 60;
const PATIENTS_WITH_MANY = 50;
const ORDERS_PER_PATIENT = 10;

/** Analyte, unit and value of one sample. */
const VALUES = [
  ['volume', 'mL', 2.4],
  ['concentration', '10*6/mL', 31.5],
  ['progressiveMotility', '%', 38],
  ['nonProgressiveMotility', '%', 9],
  ['immotile', '%', 53],
  ['vitality', '%', 61],
  ['normalForms', '%', 5],
  ['ph', 'pH', 7.6],
] as const;

/** Results of every patient, and ten times as many orders as patients. */
export async function measureResults({
  cluster,
  load,
  effort,
  isChosen,
  sizes,
}: Rig): Promise<Findings> {
  const stage = await openStage(cluster, nearestTargetSize(sizes));
  const { patients } = stage;
  const rows: Row[] = [];
  try {
    const many = await addResults(stage);
    await addOrders(stage);
    await stage.client.query('vacuum (analyze) exams, result_sets, result_values');
    await stage.client.query('vacuum (analyze) exam_orders, exam_order_studies');
    for (const [name, requests] of Object.entries(listRequests(stage, many))) {
      if (isChosen(name)) rows.push(await measureCall(name, requests, stage, load, effort));
    }
  } finally {
    await stage.close();
  }
  const title = `Results: ${formatNumber(patients)} patients with ${SETS} sets each, ${formatNumber(patients * ORDERS_PER_PATIENT)} orders`;
  return { title, rows };
}

/** Requests by the name of their row. The screens of results and of the trend show the same answer. */
function listRequests(
  { sample }: Stage,
  many: readonly string[],
): Record<string, readonly Request[]> {
  const results = (ids: readonly string[]) =>
    ids.map((idUser) => get('/v1/result/of-patient', { idUser }));
  const orders = (query: Readonly<Record<string, string>>) => [get('/v1/exam-orders/list', query)];
  return {
    [`results page of a patient, ${SETS} sets`]: results(sample.patientIds),
    [`results page and trend of a patient, ${MANY_SETS} sets`]: results(many),
    [`page of a patient with ${MANY_SETS} sets`]: many.map((idUser) =>
      get('/v1/user/get-medical-history-patient', { idUser }),
    ),
    'result entry: form': sample.patientIds.map((idUser) =>
      get('/v1/result/entry', { idUser, examType: 'Seminograma' }),
    ),
    'result entry: save': sample.patientIds.map((idUser) => ({
      method: 'POST',
      path: '/v1/result/create',
      body: JSON.stringify({
        idUser,
        values: VALUES.map(([analyte, unit, value]) => ({ analyte, unit, value: String(value) })),
      }),
    })),
    'orders list: all': orders({}),
    'orders list: a state': orders({ state: 'pedido' }),
    'orders list: overdue, by deadline': orders({ overdue: 'true', sort: 'dueAt' }),
    'orders list: a month': orders({ from: '2026-03-01', to: '2026-03-31' }),
  };
}

const get = (path: string, query: Readonly<Record<string, string>>): Request => ({
  method: 'GET',
  path: `${path}?${new URLSearchParams(query)}`,
});

/** @returns the patients with many sets */
async function addResults({ client }: Stage): Promise<string[]> {
  const add = async (prefix: string, sets: number, patients: string) => {
    const id = `'${prefix}' || p.id || '_' || n`;
    const each = `from ${patients} p cross join generate_series(1, ${sets}) n`;
    const at = `timestamptz '2026-11-01 16:00Z' - n * interval '30 days'`;
    await client.query(`insert into exams (id, patient_id, type, created_at)
      select ${id}, p.id, 'Seminograma', ${at} ${each}`);
    await client.query(`insert into result_sets
        (id, patient_id, exam_id, collected_at, collected_time_known, abstinence_days, method, status, source,
         entered_at, validated_at)
      select 'res' || ${id}, p.id, ${id}, ${at}, true, 3, 'Manual', 'validado', 'hl7', ${at}, ${at} ${each}`);
    const values = VALUES.map(
      ([analyte, unit, value], at) => `(${at}, '${analyte}', '${unit}', ${value})`,
    );
    await client.query(`insert into result_values (id, set_id, position, analyte, unit, value)
      select 'val' || ${id} || v.position, 'res' || ${id}, v.position, v.analyte, v.unit, v.value
        ${each} cross join (values ${values.join(', ')}) v (position, analyte, unit, value)`);
  };
  await withoutTriggers(client, ['exams', 'result_sets', 'result_values'], async () => {
    await add('b', SETS, 'patients');
    const some = `(select id from patients order by id limit ${PATIENTS_WITH_MANY})`;
    await add('m', MANY_SETS - SETS, some);
  });
  const { rows } = await client.query<{ id: string }>(
    `select id from patients order by id limit ${PATIENTS_WITH_MANY}`,
  );
  return rows.map(({ id }) => id);
}

/** One in thirty is overdue, one in thirty waits in time, and the others are closed. */
async function addOrders({ client }: Stage): Promise<void> {
  await withoutTriggers(client, ['exam_orders write_studies', 'exam_order_studies'], async () => {
    await client.query(`insert into exam_orders
        (id, patient_id, branch_id, partner_id, exams, created_at, status_group, due_at)
      select 'bench_' || p.id || '_' || n, p.id, b.id, b.partner_id, '{SEM}', made.at,
             case when made.slot < 3 then 'pedido' when made.slot < 6 then 'descargado' else 'validado' end,
             case when made.slot < 3 then made.at + interval '7 days'
                  when made.slot < 6 then now() + interval '7 days' end
        from (select id, row_number() over (order by id) as number from patients) p
        cross join generate_series(1, ${ORDERS_PER_PATIENT}) n
        cross join (select id, partner_id from branches order by id limit 1) b
        cross join lateral (select (p.number * 7 + n) % 100 as slot,
          timestamptz '2026-11-01Z' - ((p.number * ${ORDERS_PER_PATIENT} + n) % 500000) * interval '3 minutes' as at) made`);
    await client.query(`insert into exam_order_studies (order_id, position, study, exam_type, due_at)
      select id, 1, 'SEM', 'Seminograma', created_at + interval '7 days'
        from exam_orders where id like 'bench\\_%'`);
  });
}

/** A table, or a table and one of its triggers. */
async function withoutTriggers(
  client: Stage['client'],
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const set = async (verb: 'disable' | 'enable') => {
    for (const target of tables) {
      const [table, trigger = 'user'] = target.split(' ');
      await client.query(`alter table ${table} ${verb} trigger ${trigger}`);
    }
  };
  await set('disable');
  await work();
  await set('enable');
}
