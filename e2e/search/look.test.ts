import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, test } from '../product/test.ts';
import { everyKind, field, openSearch } from './records.ts';

test.use({ dataset: everyKind });

test('E-10.130: the search is accessible, fits, and shows recently opened records', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes/usr_ernestovillaloboscampa');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openSearch(page);
  await expect(page.getByRole('group', { name: 'Recientes' })).toBeVisible();
  await expectAccessibleLayout(page);
  await field(page).fill('vil');
  await expect(page.getByRole('group', { name: 'Sucursales' })).toBeVisible();
  await expectAccessibleState(page);

  await test.step('E-10.132: recently opened records are shown before anything is typed, and come first', async () => {
    await page.goto('/pacientes/usr_santiagovilchisortega');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Santiago Vilchis Ortega');
    await openSearch(page);
    await expect(page.getByRole('group', { name: 'Recientes' }).getByRole('option')).toHaveText([
      /Santiago Vilchis Ortega.*Paciente.*Registro/,
      /Ernesto Villalobos Campa/,
    ]);
    await page.keyboard.type('vil');
    await expect(
      page.getByRole('group', { name: 'Pacientes' }).getByRole('option').first(),
    ).toHaveText(/Santiago Vilchis Ortega/);
    // Names are stored only on the server.
    const storedNames = await page.evaluate<string>(
      'JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + location.href',
    );
    expect(storedNames).not.toMatch(/Vilchis|vil"/);
  });
});
