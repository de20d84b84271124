import { expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { watchedApplication } from '../../testing/watched-application.ts';

const PATIENTS = 12_000;
/** The seed has rows of 2000 days, or of 1000 in a short run; most are in the past. */
const APPOINTMENTS_A_DAY = forLength(5, 20);
const PROSPECTS = forLength(8_000, 20_000);
const AUDITED = forLength(20_000, 60_000);

const testApp = watchedApplication(async (run) => {
  await run(
    `insert into partners (id, name, type)
     select 'lab_' || n, 'Laboratorio ' || n, 'Laboratorio' from generate_series(1, 200) as n`,
  );
  await run(
    `insert into branches (id, partner_id, name)
     select 'brn_' || n, 'lab_' || n, 'Centro' from generate_series(1, 200) as n`,
  );
  await run(
    `insert into patients (id, name, created_at, deleted_at)
     select 'usr_' || n, 'Ana Núñez ' || md5(n::text),
       timestamptz '2026-11-01Z' - n * interval '2 hours',
       case when n % 100 = 0 then now() end
     from generate_series(1, ${PATIENTS}) as n`,
  );
  await run(
    `insert into exams (id, patient_id, type, created_at, laboratory_id)
     select 'exm_' || n, 'usr_' || (1 + n % ${PATIENTS}), 'Tipo_' || n % 14,
       timestamptz '2026-11-01Z' - n * interval '1 hour', 'lab_' || (1 + n % 200)
     from generate_series(1, 30000) as n`,
  );
  await run(
    `insert into exam_orders (id, patient_id, branch_id, partner_id, exams, created_at)
     select 'ord_' || n, 'usr_' || n, 'brn_' || (1 + n % 200), 'lab_' || (1 + n % 200), '{SEM}',
       timestamptz '2026-11-01Z' - n * interval '2 hours'
     from generate_series(1, 5000) as n`,
  );
  await run(
    `insert into exam_order_downloads (order_id, at)
     select 'ord_' || (1 + n % 5000), timestamptz '2026-11-01Z' - n * interval '1 hour'
     from generate_series(1, 20000) as n`,
  );
  // More than five years of appointments, and prospects.
  await run(
    `insert into doctors (id, name) select 'doc_' || n, 'Médico ' || n from generate_series(1, 20) as n`,
  );
  await run(
    `insert into doctor_appointments (id, patient_id, doctor_id, status, starts_at)
     select 'apt_' || n, 'usr_' || (1 + n % ${PATIENTS}), 'doc_' || (1 + n % 20), 'pending',
       date_trunc('day', now()) + (n / ${APPOINTMENTS_A_DAY} - 1500) * interval '1 day'
         + (n / ${APPOINTMENTS_A_DAY} % 2) * interval '4 hours'
     from generate_series(1, ${2000 * APPOINTMENTS_A_DAY}) as n`,
  );
  await run(
    `insert into recipe_appointments (id, patient_id, status, starts_at, created_at)
     select 'rec_' || n, 'usr_' || (1 + n % ${PATIENTS}), case n % 4 when 0 then 'pending' else 'done' end,
       date_trunc('day', now()) + (n / ${APPOINTMENTS_A_DAY} - 900) * interval '1 day', now() - n * interval '1 hour'
     from generate_series(1, ${1000 * APPOINTMENTS_A_DAY}) as n`,
  );
  await run(
    `insert into prospects (id, name, status, created_at)
     select 'prs_' || n, 'Ana ' || n, (array['pending','contacted','rejected'])[1 + n % 3],
       now() - n * interval '1 hour'
     from generate_series(1, ${PROSPECTS}) as n`,
  );
  // The audit has almost only reads.
  await run(
    `insert into audit_events (actor_kind, action, subject_kind, subject_id, patient_id)
     select 'staff',
       case when n % 500 = 0 then 'patient.updated' else 'patient.read' end,
       'patient', 'usr_' || (1 + n % 1000), 'usr_' || (1 + n % 1000)
     from generate_series(1, ${AUDITED}) as n`,
  );
  await run(`update audit_events set at = timestamptz '2026-11-01Z' - id * interval '5 minutes'`);
  for (const table of [
    'partners',
    'branches',
    'patients',
    'exams',
    'exam_orders',
    'exam_order_downloads',
    'audit_events',
    'doctor_appointments',
    'recipe_appointments',
    'prospects',
  ]) {
    await run(`vacuum analyze ${table}`);
  }
});

const PERIOD = 'start=2026-08-03&end=2026-11-01';

test('one query computes the counts from stored days, and reads only exams of the two periods', async () => {
  const url = `/v1/dashboard/figures?${PERIOD}`;
  const plans = await testApp().explainRequest(url, 'width_bucket');
  expect(plans).toHaveLength(1);
  expect(plans[0]?.indexes).toEqual(
    expect.arrayContaining([
      'day_counts_by_day',
      'exams_counted',
      'exam_orders_deleted',
      'patients_deleted',
    ]),
  );
  // Five statements: the session, begin, the counts, the audit, commit.
  expect((await testApp().recordQueries(url)).length).toBeLessThanOrEqual(5);
});

test('the counts of a laboratory read only its rows', async () => {
  const url = `/v1/dashboard/figures?${PERIOD}&laboratory=lab_7`;
  const plans = await testApp().explainRequest(url, 'width_bucket');
  expect(plans[0]?.indexes).toEqual(
    expect.arrayContaining(['exams_of_laboratory', 'exam_orders_partner', 'branches_began']),
  );
});

test('a page of exams reads its index and sorts nothing, in both orders', async () => {
  for (const sort of ['createDate', '-createDate']) {
    const plans = await testApp().explainRequest(
      `/v1/exam/list?${PERIOD}&sort=${sort}`,
      'from "exams"',
    );
    const [page, total] = plans;
    expect(page?.indexes).toContain('exams_by_created');
    expect(page?.types).not.toContain('Sort');
    expect(total?.indexes).toContain('exams_counted');
  }
});

test('the activity is found by action, however many audited reads lie between', async () => {
  const url = `/v1/dashboard/activity?${PERIOD}&limit=8`;
  const plans = await testApp().explainRequest(url, 'from audit_events');
  expect(plans).toHaveLength(1);
  expect(plans[0]?.indexes).toContain('audit_events_action');
  expect((await testApp().recordQueries(url)).length).toBeLessThanOrEqual(5);
});

test('S-241, E-10.1470: today’s appointments and waiting prescriptions are read by separate indexes, in one statement', async () => {
  const plans = await testApp().explainRequest('/v1/dashboard/today', 'recipe_appointments');
  expect(plans).toHaveLength(1);
  for (const index of [
    'doctor_appointments_upcoming',
    'recipe_appointments_start',
    'recipe_appointments_to_validate',
    'prospects_of_status_by_created',
  ]) {
    expect(plans[0]?.indexes).toContain(index);
  }
  expect(plans[0]?.types.filter((type) => type === 'Seq Scan').length).toBeLessThanOrEqual(1);
  // Only the deleted patients and the shown ones are read; reading all would grow with the table.
  const ofPatients = plans[0]?.indexes.filter((index) => index.startsWith('patients_'));
  expect(new Set(ofPatients)).toEqual(new Set(['patients_deleted', 'patients_pkey']));
});
