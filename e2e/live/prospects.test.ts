import type { APIRequestContext, Page } from '@playwright/test';
import { expect, failedRequest, test } from '../product/test.ts';
import { card, column, panel, prospect, prospects, row } from '../prospects/records.ts';
import { anotherBrowser, change, recordCalls } from './screens.ts';

test.use({
  expectedErrors: failedRequest(409),
  dataset: prospects([
    prospect('Ana Paz', { notes: 'Llamar', createDate: '2026-01-09T00:00:00Z' }),
    prospect('Beto Ruiz', { createDate: '2026-01-08T00:00:00Z' }),
    prospect('Ciro Sosa', { status: 'contacted', createDate: '2026-01-07T00:00:00Z' }),
  ]),
});

const ANA = { idProspect: 'prs_anapaz' };

const contact = (request: APIRequestContext, notas: string) =>
  change(request, 'put', '/v1/prospects/update-status', { ...ANA, status: 'contacted', notas });

const count = (page: Page) => page.getByText(/personas? dej/);

test('changes of another user reach the table, the board, an open panel and an open form', {
  tag: '@nightly',
}, async ({ browser, product, staffPage: ownPage }) => {
  const page = ownPage;
  await test.step('E-10.80: a prospect that arrives, moves, is deleted and restored changes on the table and board of other users', async () => {
    const otherPage = await anotherBrowser(browser, product);
    await ownPage.goto('/prospectos');
    await otherPage.goto('/prospectos?vista=tablero');
    await expect(row(ownPage, 'Ana Paz')).toBeVisible();
    await expect(card(otherPage, 'Ana Paz')).toBeVisible();

    await change(ownPage.request, 'post', '/v1/prospects', {
      name: 'Zoila Nueva',
      mail: 'zoila@correo.example',
      consent: true,
      consentVersion: '2026-11',
    });
    await expect(row(ownPage, 'Zoila Nueva')).toContainText('Pendiente');
    await expect(count(ownPage)).toHaveText('4 personas dejaron sus datos en la landing');
    await expect(column(otherPage, 'Pendiente').getByRole('listitem')).toHaveText([
      /Zoila/,
      /Ana/,
      /Beto/,
    ]);

    await card(otherPage, 'Ana Paz').focus();
    await otherPage.keyboard.press('ArrowRight');
    await expect(row(ownPage, 'Ana Paz')).toContainText('Contactado');

    // A card that was dragged before moves too.
    await change(ownPage.request, 'post', '/v1/user/delete', { idUsers: [ANA.idProspect] });
    await expect(row(ownPage, 'Ana Paz')).toHaveCount(0);
    await expect(card(otherPage, 'Ana Paz')).toHaveCount(0);
    await change(ownPage.request, 'post', '/v1/trash/restore', { ids: [ANA.idProspect] });
    await expect(row(ownPage, 'Ana Paz')).toBeVisible();
    await expect(column(otherPage, 'Contactado')).toContainText('Ana Paz');
    await otherPage.context().close();
  });

  await test.step('an open panel shows another user’s changes, without reading the prospect again', async () => {
    const calls = recordCalls(page);
    for (const view of ['tabla', 'tablero']) {
      await test.step(view, async () => {
        calls.length = 0;
        await page.goto(`/prospectos?vista=${view}&prospecto=${ANA.idProspect}`);
        await expect(panel(page)).toContainText('Llamar');
        await contact(page.request, 'Ya le hablé');
        await expect(panel(page)).toContainText('Ya le hablé');
        await expect(panel(page)).not.toContainText('Pendiente');
        expect(calls.filter((path) => path === '/v1/prospects/get-one')).toHaveLength(1);
        await change(page.request, 'put', '/v1/prospects/update-status', {
          ...ANA,
          status: 'pending',
          notas: 'Llamar',
        });
      });
    }
  });

  await test.step('E-10.81: typed text stays, and saving over another user’s change is reported', async () => {
    const panelForm = async () => {
      await page.goto(`/prospectos?prospecto=${ANA.idProspect}`);
      await panel(page).getByRole('button', { name: 'Editar' }).click();
      return panel(page);
    };
    const modalForm = async () => {
      await page.goto('/prospectos');
      await row(page, 'Ana Paz').hover();
      await row(page, 'Ana Paz')
        .getByRole('button', { name: /Editar/ })
        .click();
      return page.getByRole('dialog', { name: 'Editar Prospecto' });
    };
    for (const [open, notes, status] of [
      [panelForm, 'Nota de otro', 'contacted'],
      [modalForm, 'Otra nota más', 'rejected'],
    ] as const) {
      const form = await open();
      await form.getByRole('textbox', { name: 'Notas' }).fill('Lo mío');
      const edit = { ...ANA, status, notas: notes };
      await change(page.request, 'put', '/v1/prospects/update-status', edit);
      const label = status === 'contacted' ? 'Contactado' : 'Rechazado';
      await expect(page.locator(`tr[data-row-id=${ANA.idProspect}]`)).toContainText(label);
      await expect(form.getByRole('textbox', { name: 'Notas' })).toHaveValue('Lo mío');
      await expect(form.getByRole('textbox', { name: 'Notas' })).toBeFocused();
      await form.getByRole('button', { name: 'Guardar cambios' }).click();
      await expect(
        page.getByRole('alert').filter({ hasText: 'Otra persona cambió este registro' }),
      ).toBeVisible();
      const compared = page.getByRole('region', { name: 'Notas' }).getByRole('definition');
      await expect(compared).toHaveText([notes, 'Lo mío']);
      await page.getByRole('button', { name: 'Usar los datos actuales' }).click();
      await form.getByRole('button', { name: 'Cancelar' }).click();
    }
  });
});
