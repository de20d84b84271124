import { blockEvents } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { card, findStored, panel, prospect, prospects, row } from './records.ts';

test.use({
  expectedErrors: failedRequest(401, 404, 500),
  dataset: prospects([
    prospect('Ana Núñez', { notes: 'Llamar por la tarde' }),
    prospect('Beto Ruiz', { status: 'contacted' }),
  ]),
});

test('the modal edits a prospect from a row, the selection and a card, and failures are reported', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await test.step('E-5.13: a prospect without an id is not sent, and the text stays', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('update-status')) sent.push(request.url());
    });
    await page.route('**/v1/prospects/list*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.text();
      await route.fulfill({
        response: answer,
        body: body.replaceAll(/"idProspect":"[^"]*",/g, ''),
      });
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
    await page.unroute('**/v1/prospects/list*');
  });

  await test.step('E-2.139: the selection and a card open the modal', async () => {
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

  await test.step('E-2.139: Editar in a row opens the centred modal, which saves', async () => {
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
    expect(await findStored(page, 'prs_ananez')).toMatchObject({
      status: 'converted',
      notes: 'Llamar por la tarde',
    });
    // A click on the row itself still opens the panel, and none in the modal did.
    await expect(panel(page)).toHaveCount(0);
  });

  await test.step('a failed save is reported in the panel, keeps the text and can be repeated', async () => {
    // prospect-cache.test.ts has the sentences for other statuses.
    for (const [what, answer, words] of [
      [
        'the sentence of the server',
        {
          status: 500,
          json: { status: 500, code: 'INTERNAL', errorMessage: 'Texto del servidor.' },
        },
        'Texto del servidor.',
      ],
      ['its own sentence without an answer', null, 'Error al actualizar el prospecto'],
    ] as const) {
      await test.step(what, async () => {
        await page.route('**/v1/prospects/update-status', (route) =>
          answer === null ? route.abort() : route.fulfill(answer),
        );
        await page.goto('/prospectos?prospecto=prs_ananez');
        await panel(page).getByRole('button', { name: 'Editar' }).click();
        const notes = panel(page).getByRole('textbox', { name: 'Notas' });
        await notes.fill(what);
        await panel(page).getByRole('button', { name: 'Guardar cambios' }).click();
        await expect(
          panel(page).getByRole('alert').getByText(words, { exact: true }),
        ).toBeVisible();
        await expect(notes).toHaveValue(what);
        await page.unroute('**/v1/prospects/update-status');
        await panel(page).getByRole('button', { name: 'Guardar cambios' }).click();
        await expect(page.getByText('Cambios guardados')).toBeVisible();
      });
    }
  });

  await test.step('E-8.19, E-8.20: a list that fails to load shows Error: …, and Reintentar loads it', async () => {
    await blockEvents(page);
    await page.route('**/v1/prospects/list*', (route) => route.abort());
    for (const path of ['/prospectos', '/prospectos?vista=tablero']) {
      await page.goto(path);
      await expect(page.getByText('Error: Error al cargar los prospectos')).toBeVisible();
      await expect(page.getByText('Ana Núñez')).toHaveCount(0);
    }
    await page.unroute('**/v1/prospects/list*');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(card(page, 'Ana')).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('a prospect deleted by another user is reported on saving', async () => {
    await page.goto('/prospectos?prospecto=prs_ananez');
    await panel(page).getByRole('button', { name: 'Editar' }).click();
    await page.request.post('/v1/user/delete', { data: { idUsers: ['prs_ananez'] } });
    await panel(page).getByRole('textbox', { name: 'Notas' }).fill('Tarde');
    await panel(page).getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(panel(page).getByRole('alert')).toContainText('No se encontró el registro.');
  });
});
