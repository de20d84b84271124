import type { Page } from '@playwright/test';
import { expect, failedRequest, test } from '../product/test.ts';
import { exportOf, person } from './records.ts';

const CALL = '/v1/user/update';

test.use({
  dataset: exportOf([
    person('Ana Pérez', { status: 1, email: 'ana@example.org', phone: '55 1234 5678' }),
    person('Beto Ruiz', { status: 7, email: 'sin arroba', phone: '12' }),
  ]),
});

async function openForm(page: Page, id = 'usr_anaprez') {
  await page.goto(`/pacientes/${id}`);
  await page.getByRole('button', { name: 'Editar' }).click();
  const form = page.getByRole('dialog', { name: 'Editar paciente' });
  await expect(form.getByLabel('Nombre')).toBeFocused();
  return form;
}

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
    await page.reload();
    await expect(page.getByRole('row', { name: /Ana Núñez/ })).toBeVisible();
  });

  await test.step('invalid imported values that are not edited are accepted', async () => {
    const form = await openForm(page, 'usr_betoruiz');
    await expect(form.getByRole('combobox', { name: 'Estatus' })).toHaveValue('Acciones');
    await form.getByLabel('Nombre').fill('Beto Ruiz Soto');
    await form.getByRole('button', { name: save }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Beto Ruiz Soto');
    const { data } = await (await page.request.get('/v1/user/get-one?idUser=usr_betoruiz')).json();
    expect(data).toMatchObject({ email: 'sin arroba', phone: '12', status: 7 });
  });

  await test.step('E-2.58, E-2.182: the selection of one patient offers the edit in the list', async () => {
    await page.goto('/pacientes');
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
  });
});

test.describe('refused edits', () => {
  test.use({ expectedErrors: failedRequest(409, 404) });

  test('a patient who was changed or deleted by another user is reported, and nothing is lost', async ({
    staffPage: page,
  }) => {
    await test.step('E-10.105: both values are shown, and the own one is saved on top', async () => {
      const form = await openForm(page);
      const meanwhile = await page.request.put(CALL, {
        data: { idUser: 'usr_anaprez', name: 'Ana Suya', phone: '55 9999 9999' },
      });
      expect(meanwhile.status()).toBe(200);
      await form.getByLabel('Nombre').fill('Ana Mía');
      await form.getByRole('button', { name: save }).click();
      const question = page.getByRole('dialog', { name: 'Otra persona guardó cambios' });
      await expect(question.getByRole('region', { name: 'Nombre' })).toHaveText(
        /Distinto\s*Datos actuales\s*Ana Suya\s*Tus cambios\s*Ana Mía/,
      );
      await question.getByRole('button', { name: 'Conservar mis cambios' }).click();
      await expect(question).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Mía');
      await expect(page.getByText('55 9999 9999')).toBeVisible();
    });

    await test.step('a deleted patient is reported, and the text stays', async () => {
      const form = await openForm(page);
      await page.request.post('/v1/user/delete', { data: { idUsers: ['usr_anaprez'] } });
      await form.getByLabel('Nombre').fill('Ana Tarde');
      await form.getByRole('button', { name: save }).click();
      await expect(form.getByRole('alert')).toHaveText(/No se encontró lo que buscas/);
      await expect(form.getByLabel('Nombre')).toHaveValue('Ana Tarde');
    });
  });
});
