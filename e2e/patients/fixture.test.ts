import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { forLength } from '../../scripts/test-length.mjs';
import { counter, expectCounts, readRows } from '../dashboard/records.ts';
import { expect, moveTo, test } from '../product/test.ts';

const records: LegacyExport = JSON.parse(
  readFileSync(new URL('../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
);
const patients = Object.values(records.medicalHistories);

test.use({ dataset: { kind: 'export', records } });

/** The export has 120 patients; each has up to five pages. */
const users = records.users.filter((_, index) => index % forLength(12, 1) === 0);

/** A well-formed date; other values that came in the export may look different. */
const CLEAN_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const isDirty = (value: unknown) => typeof value !== 'string' || !CLEAN_DATE.test(value);
const hasMarkup = (value: unknown) => /[<>"]|javascript:/i.test(JSON.stringify(value ?? ''));

const odd = records.users.flatMap(({ idUser }) => {
  const history = records.medicalHistories[idUser];
  const recipes = history?.appointments.recipeAppointments ?? [];
  const visits = history?.appointments.doctorAppointments ?? [];
  const isOdd =
    recipes.some(({ calendly_data }) => isDirty(calendly_data?.start_time)) ||
    visits.some(({ appointmentDate }) => isDirty(appointmentDate?.date)) ||
    hasMarkup(visits.map(({ doctor }) => doctor.name));
  return isOdd ? [{ idUser, recipes, visits }] : [];
});

test('the patients, appointments and counts of a real-shaped export can be found, opened and read', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await page.goto('/pacientes');
  await expect(page.getByText('120 pacientes registrados')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Buscar paciente' });

  for (const user of users) {
    await test.step(user.email, async () => {
      await search.fill(user.email);
      // Enter searches without the debounce.
      await search.press('Enter');
      const link = page.getByRole('table').locator(`[data-row-link][href$="/${user.idUser}"]`);
      await expect(link).toContainText(user.name);
      await link.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(user.name);

      const history = records.medicalHistories[user.idUser];
      const exams = history?.allExamns.exams ?? [];
      const studies = page.getByRole('region', { name: 'Estudios' });
      if (exams.length > 4) await studies.getByRole('button', { name: /^Ver todos/ }).click();
      await expect(studies.getByRole('heading', { level: 3 })).toHaveCount(exams.length);
      const { examReportIA, firstMedicalReport } = history?.MedicalReportData ?? {};
      for (const [name, message] of [
        [/^Leer/, examReportIA?.message],
        [/^Ver resultados/, firstMedicalReport?.message],
      ] as const) {
        if (!message) continue;
        await page.getByRole('link', { name }).click();
        await expect(page.getByTestId('report').locator('p').first()).not.toBeEmpty();
        await expect(page.getByTestId('report')).not.toContainText('【');
        await expect(page.getByTestId('report')).not.toContainText('**');
        await page.goBack();
        // The URL changes before the page.
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(user.name);
      }
      await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link').click();
    });
  }

  await test.step('a hostile name is text, and a hostile link is removed', async () => {
    await page.getByRole('searchbox').fill('paciente8@example.org');
    const rows = page.getByRole('table').locator('[data-row-link]');
    await expect(rows).toHaveCount(1);
    await rows.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^<img src=x onerror=alert\(1\)>/,
    );
    expect(patients.some((patient) => JSON.stringify(patient).includes('javascript:'))).toBe(true);
    const { data } = await (await page.request.get('/v1/user/get-all')).json();
    expect(data.userData).toHaveLength(120);
    for (const { idUser } of data.userData) {
      const answer = await page.request.get(
        `/v1/user/get-medical-history-patient?idUser=${idUser}`,
      );
      expect(await answer.text()).not.toContain('javascript:');
    }
  });

  await test.step('E-10.26: appointments with odd data are shown without broken text', async () => {
    expect(odd.length).toBeGreaterThan(20);
    const chosen = odd.filter((_, index) => index % forLength(4, 1) === 0);
    for (const { idUser, recipes, visits } of chosen) {
      for (const [kind, wanted] of [
        ['recipe-appointments', recipes],
        ['doctor-appointments', visits],
      ] as const) {
        if (wanted.length === 0) continue;
        await test.step(`${idUser} ${kind}`, async () => {
          await moveTo(page, `/pacientes/${idUser}/${kind}`);
          const cards = page.getByRole('main').getByRole('listitem');
          await expect(cards).toHaveCount(wanted.length);
          for (const text of await cards.allInnerTexts()) {
            expect(text).toMatch(/\d\d\/\d\d\/\d{4} \| \d{1,2}:\d\d [AP]M|Fecha no disponible/);
            expect(text).not.toMatch(/undefined|null|NaN|Invalid|\[object/);
          }
          for (const link of await page.getByRole('link', { name: /Entrar a la Reunión/ }).all()) {
            expect(await link.getAttribute('href')).toMatch(/^https?:\/\//);
          }
        });
      }
    }
  });

  await test.step('E-1.12, E-9.15: the counts equal those of the export’s records', async () => {
    const [start, end] = ['2024-01-01', '2025-12-31'];
    const toDay = (date: unknown) => {
      const seconds = (date as { _seconds?: number } | null)?._seconds;
      const instant = new Date(seconds === undefined ? (date as string | number) : seconds * 1000);
      return Number.isNaN(instant.getTime()) || !date
        ? ''
        : instant.toLocaleDateString('sv-SE', { timeZone: 'America/Mexico_City' });
    };
    const active = records.partners.filter(
      ({ idPartner, type }) =>
        type === 'Laboratorio' && records.branches.some(({ partner }) => partner?.id === idPartner),
    );
    const days = records.users.map(({ createDate }) => toDay(createDate));
    const total = days.filter((day) => day <= end).length;
    const registered = days.filter((day) => day >= start && day <= end).length;
    expect(registered).toBeGreaterThan(20);

    await moveTo(page, `/home?desde=${start}&hasta=${end}`);
    await expectCounts(page, total, active.length, 0, 0);
    const countByWeeks = async () => {
      const weeks = await readRows(page, 'Pacientes registrados por semana');
      const perWeek = weeks.map((week) => Number(week.split(' ').at(-2)));
      return perWeek.reduce((sum, count) => sum + count, 0);
    };
    await expect.poll(countByWeeks).toBe(registered);
    // The exams of the fixture have no dates.
    const exams = Object.values(records.medicalHistories).flatMap(
      ({ allExamns }) => allExamns.exams,
    );
    await expect(
      page.getByText(`${exams.length} exámenes sin fecha no se incluyen.`),
    ).toBeVisible();
    await counter(page, 'Total pacientes').click();
    await expect(page.getByText(`${total} pacientes registrados`)).toBeVisible();
  });
});
