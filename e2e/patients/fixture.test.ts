import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { forLength } from '../../scripts/test-length.mjs';
import { expect, test } from '../product/test.ts';

const records: LegacyExport = JSON.parse(
  readFileSync(new URL('../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
);
const patients = Object.values(records.medicalHistories);

test.use({ dataset: { kind: 'export', records } });

/** The export has 120; each has up to five pages. */
const users = records.users.filter((_, index) => index % forLength(12, 1) === 0);

test('the patients of a real-shaped export can be found, opened and read', async ({
  staffPage: page,
}) => {
  test.setTimeout(600_000);
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

  await test.step('a hostile name is text, and a hostile link is none', async () => {
    await page.goto('/pacientes');
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
});
