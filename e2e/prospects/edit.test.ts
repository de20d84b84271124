import { deafen } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { card, lead, leads, panel, row, stored } from './records.ts';

test.use({
  dataset: leads([
    lead('Ana Núñez', { notes: 'Llamar por la tarde' }),
    lead('Beto Ruiz', { status: 'contacted' }),
  ]),
});

test("E-2.139: a row's Editar opens the centred modal, which saves", async ({
  staffPage: page,
}) => {
  await page.goto('/prospectos');
  await row(page, 'Ana').hover();
  await row(page, 'Ana').getByRole('button', { name: 'Editar a Ana Núñez' }).click();
  const modal = page.getByRole('dialog', { name: 'Editar Prospecto' });
  await expect(modal).toContainText('ananez@correo.example');
  await expect(modal.getByRole('combobox', { name: 'Estado' })).toBeFocused();
  await modal.getByRole('combobox', { name: 'Estado' }).click();
  await modal.getByRole('option', { name: 'Convertido' }).click();
  await modal.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(modal).toHaveCount(0);
  await expect(row(page, 'Ana')).toContainText('Convertido');
  expect(await stored(page, 'prs_ananez')).toMatchObject({
    status: 'converted',
    notes: 'Llamar por la tarde',
  });
  // The row itself still opens the panel, and nothing of the modal did.
  await expect(panel(page)).toHaveCount(0);
});

test('E-2.139: the selection and a card open it too', async ({ staffPage: page }) => {
  await page.goto('/prospectos');
  await page.getByRole('checkbox', { name: /Beto/ }).check();
  await page
    .getByRole('region', { name: 'Selección' })
    .getByRole('button', { name: 'Editar' })
    .click();
  const modal = page.getByRole('dialog', { name: 'Editar Prospecto' });
  await expect(modal).toContainText('Beto Ruiz');
  await modal.getByRole('button', { name: 'Cancelar' }).click();
  await expect(modal).toHaveCount(0);
  await page.goto('/prospectos?vista=tablero');
  await card(page, 'Ana').hover();
  await card(page, 'Ana').getByRole('button', { name: 'Editar a Ana Núñez' }).click();
  await expect(modal).toContainText('Ana Núñez');
});

test('E-5.13: a prospect that comes without an id is not sent, and keeps what was typed', async ({
  staffPage: page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('update-status')) sent.push(request.url());
  });
  await page.route('**/v1/prospects/list*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    await route.fulfill({ response: answer, body: body.replaceAll(/"idProspect":"[^"]*",/g, '') });
  });
  await page.goto('/prospectos');
  await row(page, 'Ana').hover();
  await row(page, 'Ana').getByRole('button', { name: 'Editar a Ana Núñez' }).click();
  const modal = page.getByRole('dialog', { name: 'Editar Prospecto' });
  await modal.getByRole('textbox', { name: 'Notas' }).fill('No se pierde');
  await modal.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(modal.getByRole('alert')).toHaveText('ID del prospecto no encontrado');
  await expect(modal.getByRole('textbox', { name: 'Notas' })).toHaveValue('No se pierde');
  expect(sent).toEqual([]);
});

test.describe('what fails', () => {
  test.use({ expectedErrors: failedRequest(401, 404, 500, 502) });

  async function save(page: import('@playwright/test').Page) {
    await page.goto('/prospectos?prospecto=prs_ananez');
    await panel(page).getByRole('button', { name: 'Editar' }).click();
    await panel(page).getByRole('textbox', { name: 'Notas' }).fill('Escrito');
    await panel(page).getByRole('button', { name: 'Guardar cambios' }).click();
  }

  for (const [what, answer, words] of [
    [
      'is told in the words of the server',
      { status: 500, json: { status: 500, code: 'INTERNAL', errorMessage: 'Texto del servidor.' } },
      'Texto del servidor.',
    ],
    ['is Error al actualizar without them', { status: 502, body: '<html>' }, 'Error al actualizar'],
    ['is an error of its own without any answer', null, 'Error al actualizar el prospecto'],
  ] as const) {
    test(what, async ({ staffPage: page }) => {
      await page.route('**/v1/prospects/update-status', (route) =>
        answer === null ? route.abort() : route.fulfill(answer),
      );
      await save(page);
      await expect(panel(page).getByRole('alert').getByText(words, { exact: true })).toBeVisible();
      // Nothing that was typed is lost, and it can be saved once it goes again.
      await expect(panel(page).getByRole('textbox', { name: 'Notas' })).toHaveValue('Escrito');
      await page.unroute('**/v1/prospects/update-status');
      await panel(page).getByRole('button', { name: 'Guardar cambios' }).click();
      await expect(page.getByText('Cambios guardados')).toBeVisible();
    });
  }

  test('for who was deleted meanwhile is told too', async ({ staffPage: page }) => {
    await page.goto('/prospectos?prospecto=prs_ananez');
    await panel(page).getByRole('button', { name: 'Editar' }).click();
    await page.request.post('/v1/user/delete', { data: { idUsers: ['prs_ananez'] } });
    await panel(page).getByRole('textbox', { name: 'Notas' }).fill('Tarde');
    await panel(page).getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(panel(page).getByRole('alert')).toContainText('No se encontró lo que buscas.');
  });

  test('E-8.19, E-8.20: at loading is told as Error: …, and Reintentar goes on', async ({
    staffPage: page,
  }) => {
    await deafen(page);
    await page.route('**/v1/prospects/list*', (route) => route.abort());
    for (const path of ['/prospectos', '/prospectos?vista=tablero']) {
      await page.goto(path);
      await expect(page.getByText('Error: Error al cargar los prospectos')).toBeVisible();
      await expect(page.getByText('Ana Núñez')).toHaveCount(0);
    }
    await page.unroute('**/v1/prospects/list*');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(card(page, 'Ana')).toBeVisible();
  });
});
