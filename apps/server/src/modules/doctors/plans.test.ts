import { describe, expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { watchedApplication } from '../../testing/watched-application.ts';

const DOCTORS = 10_000;
/** Rows of 800 days. */
const PRESCRIPTIONS_A_DAY = forLength(10, 50);

const testApp = watchedApplication(async (run) => {
  await run(
    `insert into doctors (id, name, email, retired_at)
     select 'doc_' || n,
       (array['Ana','Luis','Sofía','José','Marta','Iván'])[1 + n % 6] || ' ' ||
         (array['Núñez','Gómez','Peña','Ruiz','Díaz'])[1 + n % 5] || ' ' || md5(n::text),
       'd' || n || '@clinica.example',
       case when n % 9 = 0 then timestamptz '2026-01-01Z' end
     from generate_series(1, $1) as n`,
    [DOCTORS],
  );
  await run(`insert into patients (id, name)
     select 'usr_' || n, 'Ana ' || n from generate_series(0, 1999) as n`);
  await run('vacuum analyze patients');
  // Two years of appointments, half of them in the future.
  await run(`insert into doctor_appointments (id, patient_id, doctor_id, status, starts_at)
     select 'apt_' || n, 'usr_' || n % 2000, 'doc_' || (1 + n % 1000), 'pending',
       date_trunc('day', now()) + (n / 1000 - 20) * interval '18 days'
     from generate_series(1, 40000) as n`);
  await run(`insert into recipe_appointments (id, patient_id, status, starts_at)
     select 'rec_' || n, 'usr_' || n % 2000, case n % 5 when 0 then 'cancelled' else 'pending' end,
       date_trunc('day', now()) + (n / ${PRESCRIPTIONS_A_DAY} - 400) * interval '1 day'
     from generate_series(1, ${800 * PRESCRIPTIONS_A_DAY}) as n`);
  await run('vacuum analyze recipe_appointments');
  await run('vacuum analyze doctors');
  await run('vacuum analyze doctor_appointments');
});

describe(`with ${DOCTORS} doctors`, () => {
  test('E-10.20: the search uses its trigram index, for the page and for the count', async () => {
    const search = new URLSearchParams({ search: 'nunez 1f3a' });
    const plans = await testApp().explainRequest(`/v1/doctor/list?${search}`, 'from "doctors"');
    expect(plans).toHaveLength(2);
    for (const { indexes, types } of plans) {
      expect(indexes).toContain('doctors_search');
      expect(types).not.toContain('Seq Scan');
    }
  });

  test.each(['name', '-name'])(
    'the order by %s reads its index and sorts nothing',
    async (sort) => {
      const [page] = await testApp().explainRequest(
        `/v1/doctor/list?sort=${sort}`,
        'from "doctors"',
      );
      expect(page?.indexes).toContain('doctors_by_name');
      expect(page?.types).not.toContain('Sort');
    },
  );

  test('the upcoming appointments of a page are one query, by the index of a doctor’s time', async () => {
    const plans = await testApp().explainRequest(
      '/v1/doctor/list?limit=100',
      'from "doctor_appointments"',
    );
    expect(plans).toHaveLength(1);
    expect(plans[0]?.indexes).toContain('doctor_appointments_doctor');
  });

  test('an agenda reads its interval by the same index', async () => {
    const interval = { from: '2026-11-23T06:00:00Z', to: '2026-11-30T06:00:00Z' };
    const query = new URLSearchParams({ idDoctor: 'doc_7', ...interval });
    const [plan] = await testApp().explainRequest(
      `/v1/doctor/agenda?${query}`,
      'from "doctor_appointments"',
    );
    expect(plan?.indexes).toContain('doctor_appointments_doctor');
  });

  test('the day of the clinic reads appointments and prescriptions by the time index', async () => {
    const url = '/v1/doctor/day?date=2026-11-24';
    const plans = await testApp().explainRequest(url, 'from "doctor_appointments"');
    expect(plans.length).toBeGreaterThan(0);
    for (const { indexes, types } of plans) {
      expect(indexes).toContain('doctor_appointments_doctor');
      expect(types).not.toContain('Seq Scan');
      // The plan must neither read nor hash all patients, because that grows with the table.
      expect(indexes.filter((index) => index.startsWith('patients_by'))).toEqual([]);
    }
    const recipes = (await testApp().explainRequest(url, 'from "recipe_appointments"')).at(-1);
    expect(recipes?.indexes).toContain('recipe_appointments_start');
    expect(recipes?.indexes).toContain('patients_pkey');
  });

  test('the number of queries does not grow with the rows', async () => {
    const expectedQueries = await testApp().recordQueries('/v1/doctor/list?limit=1');
    const many = await testApp().recordQueries('/v1/doctor/list?limit=100&search=ana&state=all');
    expect(many).toHaveLength(expectedQueries.length);
  });
});
