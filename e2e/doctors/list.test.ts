import type { Page } from '@playwright/test';
import { expect, moveTo, test } from '../product/test.ts';
import { bookings, findPath, makeDoctor } from './records.ts';

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test.use({
  dataset: bookings(
    {
      id: 'apt_1',
      patient: 'Ana',
      at: daysFromNow(3),
      doctor: makeDoctor('Íñigo Núñez Peña', 'Urología'),
    },
    {
      id: 'apt_2',
      patient: 'Bea',
      at: daysFromNow(4),
      doctor: makeDoctor('Íñigo Núñez Peña', 'Urología'),
    },
    {
      id: 'apt_3',
      patient: 'Caro',
      at: daysFromNow(-4),
      doctor: makeDoctor('Laura Ibarra', 'Genética'),
    },
    { id: 'apt_4', patient: 'Dani', at: daysFromNow(5) },
  ),
});

const rows = (page: Page) => page.getByRole('table').locator('[data-row-link]');
const expectNames = (page: Page, ...names: string[]) =>
  expect(rows(page)).toHaveText(names.map((name) => new RegExp(name)));
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Buscar médico' });

test('the list of doctors is shown, sorted, searched and opened', { tag: '@nightly' }, async ({
  staffPage: page,
}) => {
  await test.step('E-2.11: doctors are sorted by name, with specialties, e-mail and coming appointments', async () => {
    await page.goto('/medicos');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Médicos');
    await expect(page.getByText('3 médicos · 3 citas próximas', { exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Nombre',
      'Especialidades',
      'Correo',
      'Próximas citas',
    ]);
    await expectNames(page, 'Dr Íñigo Núñez Peña', 'Dr Laura Ibarra', 'Dr Renata Olvera Cid');
    await expect(page.getByRole('row').nth(1)).toContainText('Urología');
    await expect(page.getByRole('row').nth(1)).toContainText('igonezpea@clinica.example');
    await expect(page.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('2');
    await expect(page.getByRole('row').nth(2).getByRole('cell').last()).toHaveText('0');
    await expect(page.getByRole('checkbox')).toHaveCount(0);

    await page.getByRole('button', { name: /^Nombre/ }).click();
    await expectNames(page, 'Renata', 'Laura', 'Íñigo');
    await expect(page).toHaveURL('/medicos?orden=-name');
  });

  await test.step('E-2.11, E-10.20: the search ignores case and accents, and is not in the URL', async () => {
    await moveTo(page, '/medicos');
    await searchBox(page).fill('INIGO nunez');
    await expectNames(page, 'Dr Íñigo Núñez Peña');
    await expect(page.getByText('1 resultado')).toBeVisible();
    await expect(page).toHaveURL('/medicos');
    await page.reload();
    await expect(searchBox(page)).toHaveValue('INIGO nunez');
    await expectNames(page, 'Dr Íñigo Núñez Peña');

    await searchBox(page).fill('nadie así');
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await expectNames(page, 'Íñigo', 'Laura', 'Renata');
    await expect(searchBox(page)).toHaveValue('');
  });

  await test.step('a row opens its doctor by click and by keyboard', async () => {
    await page.getByRole('row').nth(2).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dr Laura Ibarra');
    await page.goBack();
    await expectNames(page, 'Íñigo', 'Laura', 'Renata');
    await expect(page.getByRole('row').nth(2)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dr Renata Olvera Cid');
  });

  await test.step('E-10.20: retired doctors have a filter, which is in the URL', async () => {
    const idDoctor = (await findPath(page, 'Laura')).split('/').at(-1);
    await page.request.put('/v1/doctor/retire', { data: { idDoctor, retired: true } });
    await page.goto('/medicos');
    await expectNames(page, 'Íñigo', 'Renata');
    await page.getByRole('button', { name: 'Inactivos' }).click();
    await expectNames(page, 'Dr Laura Ibarra');
    await expect(page.getByRole('row').nth(1)).toContainText('Inactivo');
    await expect(page).toHaveURL('/medicos?estado=retirados');
    await page.getByRole('button', { name: 'Todos' }).click();
    await expectNames(page, 'Íñigo', 'Laura', 'Renata');
    await page.goBack();
    await expectNames(page, 'Dr Laura Ibarra');
    await expect(page.getByRole('button', { name: 'Inactivos' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});
