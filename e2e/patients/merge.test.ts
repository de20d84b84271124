import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, test } from '../product/test.ts';
import { makeExport, person } from './records.ts';

test.use({
  dataset: makeExport([
    person('Héctor Manuel Barragán Tello', {
      status: 3,
      email: 'hm.barragan@example.org',
      phone: '33 0145 6610',
      createDate: '2026-01-14T18:00:00Z',
    }),
    person('Hector Barragan Tello', {
      status: 1,
      email: 'hbarragan.t@example.org',
      phone: '+52 33 0145 6610',
      createDate: '2026-02-03T18:00:00Z',
    }),
  ]),
});

test('E-10.1808, E-10.3420, E-10.3424, E-10.3552, E-10.3553: a duplicate is found, merged with a choice per field, and separated again', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes');
  await page.getByRole('link', { name: 'Posibles duplicados' }).click();
  await expect(page.getByText('Mismo teléfono')).toBeVisible();
  await page.getByRole('link', { name: /^Comparar / }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fusionar pacientes');
  await expectAccessibleLayout(page);

  const compared = new URL(page.url());
  const ids = [compared.pathname.split('/')[2], compared.searchParams.get('con')];

  // The record with the whole name remains, with the other one's e-mail.
  const table = page.getByRole('table');
  const column = table.getByRole('columnheader', { name: /Manuel/ });
  await column.getByRole('radio', { name: 'Expediente que se conserva' }).check();
  await table.getByRole('radio', { name: 'hbarragan.t@example.org' }).check();
  await page.getByRole('button', { name: 'Fusionar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Héctor Manuel Barragán Tello');
  await expect(page.getByText('hbarragan.t@example.org')).toBeVisible();

  const merged = ids.find((id) => !page.url().endsWith(`/${id}`));
  await page.goto(`/pacientes/${merged}`);
  const notice = page.getByText('El expediente de Hector Barragan Tello se fusionó con este');
  await expect(notice).toBeVisible();
  await expectAccessibleState(page);

  // 'antes:' names what a search found.
  await page.goto('/pacientes');
  await page.getByRole('searchbox').fill('hm.barragan');
  await expect(page.getByText('antes: hm.barragan@example.org')).toBeVisible();
  await page.getByRole('link', { name: 'Héctor Manuel Barragán Tello' }).click();
  await expect(notice).toBeHidden();
  await page.getByRole('link', { name: 'Deshacer fusión' }).click();
  await page.getByRole('button', { name: 'Deshacer la fusión con Hector Barragan Tello' }).click();
  const question = page.getByRole('dialog', {
    name: '¿Deshacer la fusión con Hector Barragan Tello?',
  });
  await expect(question).toContainText('vuelven a ser dos expedientes');
  await question.getByRole('button', { name: 'Deshacer fusión' }).click();
  await expect(page.getByText('Fusión deshecha')).toBeVisible();
  await page.getByRole('link', { name: 'Héctor Manuel Barragán Tello' }).click();
  await expect(page.getByText('hm.barragan@example.org')).toBeVisible();
  await page.goto('/pacientes/duplicados');
  await page.getByRole('button', { name: /^Son personas distintas/ }).click();
  await expect(page.getByText('No hay pacientes que parezcan la misma persona.')).toBeVisible();
  await expectAccessibleState(page);
});
