import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import { makeExport, person } from './records.ts';

const LONG = 'Maximiliano Alejandro de la Santísima Trinidad Villaseñor-Echeverría y Montes de Oca';

test.use({
  expectedErrors: failedRequest(409),
  dataset: makeExport([
    person('Ana Pérez', { status: 1, email: 'ana@example.org', phone: '55 1234 5678' }),
    person('Beto Gil', { status: 2, createDate: '2025-09-19T18:00:00Z', lastConnection: null }),
    person(LONG, { status: 3, email: 'ana@example.org', phone: '55 1234 5678' }),
  ]),
});

test('creating, selecting and editing patients is accessible and fits', async ({
  staffPage: page,
}) => {
  await test.step('the form of a new patient is accessible at every width, with errors and duplicates', async () => {
    await page.goto('/pacientes');
    await page.getByRole('button', { name: 'Crear paciente' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Correo electrónico').fill('ana@');
    await form.getByRole('button', { name: 'Crear paciente' }).click();
    await expect(form.getByLabel('Nombre')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessibleLayout(page);
    await form.getByLabel('Nombre').fill(LONG);
    await form.getByLabel('Correo electrónico').fill('ana@example.org');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('button', { name: 'Crear de todos modos' })).toBeVisible();
    await expectAccessibleState(page);
  });

  await test.step('the selection and its status menu are accessible at every width', async () => {
    await page.goto('/pacientes?estatus=1');
    await page.getByRole('checkbox', { name: /Ana Pérez/ }).check();
    await page.getByRole('button', { name: 'Cambiar estatus' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Registro' })).toBeFocused();
    await expectAccessibleState(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    // The filter has no matches now, and the selection bar disappears with its rows.
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await expect(page.getByText(/elementos seleccionados/)).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();
  });

  await nightlyStep('the stale dialog and the page after it', async () => {
    await moveTo(page, '/pacientes/usr_anaprez');
    await page.getByRole('button', { name: 'Editar' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Nombre').fill(LONG);
    await page.request.put('/v1/user/update', {
      data: { idUser: 'usr_anaprez', name: `${LONG} II`, status: 2 },
    });
    await page.keyboard.press('Enter');
    await expect(form.getByRole('button', { name: 'Conservar mis cambios' })).toBeVisible();
    await expectAccessibleLayout(page);
    await form.getByRole('button', { name: 'Conservar mis cambios' }).click();
    await expect(form).toBeHidden();
    await expectAccessibleLayout(page);
  });

  await test.step('on a phone long lines wrap, and all items have the same height', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await moveTo(page, '/pacientes');
    await expect(page.getByText('Sin acceso registrado')).toBeInViewport({ ratio: 1 });
    const items = page.getByRole('list', { name: 'Pacientes' }).getByRole('listitem');
    await expect(items).toHaveCount(3);
    const heights = () => items.evaluateAll((all) => all.map((item) => item.clientHeight));
    await expect.poll(async () => new Set(await heights()).size).toBe(1);
  });
});
