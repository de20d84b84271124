import { expect, test } from '../product/test.ts';
import { makeExport, person } from './records.ts';

const CALL = '/v1/user/update';

test.use({
  dataset: makeExport([
    person('Ana Pérez', { status: 1, email: 'ana@example.org', phone: '55 1234 5678' }),
    person('Beto Ruiz', { status: 7, email: 'sin arroba', phone: '12' }),
  ]),
});

const save = 'Guardar cambios';

test('an edited patient shows on the page and in the list without a reload', async ({
  staffPage: page,
}) => {
  await test.step('E-2.58, E-2.182: the page, its breadcrumb and the list show the edit', async () => {
    await page.goto('/pacientes');
    await page.getByRole('row', { name: /Ana Pérez/ }).click();
    await page.getByRole('button', { name: 'Editar' }).click();
    const form = page.getByRole('dialog', { name: 'Editar paciente' });
    await expect(form.getByLabel('Correo electrónico')).toHaveValue('ana@example.org');
    let readings = 0;
    page.on('request', (request) => {
      if (request.url().includes('get-one')) readings += 1;
    });
    await form.getByLabel('Nombre').fill('Ana Núñez');
    await form.getByLabel('Correo electrónico').fill('');
    await form.getByRole('combobox', { name: 'Estatus' }).click();
    await form.getByRole('option', { name: 'Abordaje Gral' }).click();
    const sending = page.waitForRequest(`**${CALL}`);
    await form.getByRole('button', { name: save }).click();
    expect((await sending).postDataJSON()).toEqual({
      idUser: 'usr_anaprez',
      name: 'Ana Núñez',
      email: null,
      status: 3,
      version: 1,
    });
    await expect(page.getByText('Cambios guardados')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Núñez');
    await expect(form).toBeHidden();
    await expect(page.getByText('Abordaje Gral')).toBeVisible();
    await expect(page.getByText('ana@example.org')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Editar' })).toBeFocused();
    expect(readings).toBe(0);
    await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link').click();
    await expect(page.getByRole('row', { name: /Ana Núñez/ })).toContainText('Abordaje Gral');
  });

  await test.step('E-2.58, E-2.182: the selection of one patient offers the edit in the list', async () => {
    const bar = page.getByRole('region', { name: 'Selección' });
    await page.getByRole('checkbox', { name: /Ana Núñez/ }).check();
    await bar.getByRole('button', { name: 'Editar' }).click();
    const form = page.getByRole('dialog', { name: 'Editar paciente' });
    await form.getByLabel('Teléfono').fill('55 0000 1111');
    await form.getByLabel('Nombre').fill('Ana Editada');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Ana Editada/ })).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Editar' })).toBeFocused();
    await page.getByRole('checkbox', { name: /Beto Ruiz/ }).check();
    await expect(bar.getByRole('button', { name: 'Editar' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('row', { name: /Ana Editada/ })).toContainText('Abordaje Gral');
  });
});
