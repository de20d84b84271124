import type { Page } from '@playwright/test';
import { expect, failedRequest, moveTo, test } from '../product/test.ts';
import { makeOrder, NAME, PATIENT_PAGE, places, takePdf } from './records.ts';

test.use({ dataset: places, expectedErrors: failedRequest(503) });

const orders = (page: Page) => page.getByRole('region', { name: 'Órdenes de examen' });
const rows = (page: Page) => page.getByRole('table').locator('[data-row-link]');

test('downloads of an order are counted once each, deleted and restored with it, listed and filtered', {
  tag: '@nightly',
}, async ({ staffPage: page, product }) => {
  const order = await makeOrder(page, { exams: ['SEM', 'HORMO'] });
  const { folio } = order;
  const take = orders(page).getByRole('button', { name: `Descargar: ${folio}` });

  await test.step('E-10.66: a double click counts once', async () => {
    let requestCount = 0;
    await page.route('**/pdf', (route) => {
      requestCount += 1;
      return route.continue();
    });
    await page.goto(PATIENT_PAGE);
    await expect(orders(page).getByText('Sin descargas')).toBeVisible();
    const first = page.waitForEvent('download');
    await take.dblclick();
    expect((await first).suggestedFilename()).toBe(`orden-de-examen-${folio}.pdf`);
    await expect(orders(page).getByText('1 descarga')).toBeVisible();
    expect(requestCount).toBe(1);
    await page.unroute('**/pdf');
  });

  await test.step('E-10.66: a lost answer is reported, and the retry counts once', async () => {
    const keys: (string | undefined)[] = [];
    let isLost = true;
    await page.route('**/pdf', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (!isLost) return route.continue();
      // The download is counted, and its answer is lost.
      if (keys.length === 1) await route.fetch();
      await route.abort();
    });
    await expect(take).not.toHaveAttribute('data-locked');
    await take.click();
    await expect(page.getByText('No se pudo descargar la orden')).toBeVisible();
    await expect(
      page.getByText('Sin conexión con el servidor. Revisa tu conexión a internet.'),
    ).toBeVisible();
    await expect(orders(page).getByText('2 descargas')).toBeVisible();
    isLost = false;
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await arriving;
    await expect(take).toBeEnabled();
    expect(new Set(keys).size).toBe(1);
    await page.reload();
    await expect(orders(page).getByText('2 descargas')).toBeVisible();
  });

  await test.step('E-10.67: the order is deleted with its downloads, and both are restored', async () => {
    await orders(page)
      .getByRole('button', { name: `Eliminar: ${folio}` })
      .click();
    const question = page.getByRole('dialog', { name: 'Confirmar eliminación' });
    await expect(question).toContainText(folio);
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('Todavía no hay órdenes de examen.')).toBeVisible();
    await expect(orders(page).getByRole('button', { name: 'Crear orden' })).toBeFocused();
    const total = async () =>
      (await (await page.request.get('/v1/exam-orders/downloads')).json()).data.total;
    expect(await total()).toBe(0);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText(`Orden ${folio} restaurada`)).toBeVisible();
    await expect(orders(page).getByText('2 descargas')).toBeVisible();
    expect(await total()).toBe(2);
  });

  const second = await makeOrder(page, { idBranch: 'brn_sauce', exams: ['PT'] });
  await takePdf(page, second);
  await takePdf(page, order);

  await test.step('E-10.68: the list behind the count has a row for each download', async () => {
    await moveTo(page, '/home/ordenes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Órdenes de examen');
    await expect(page.getByText('4 descargas', { exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Folio',
      'Paciente',
      'Partner',
      'Estudios',
      'Descargada por',
      'Fecha',
    ]);
    await expect(rows(page)).toHaveText([folio, second.folio, folio, folio]);
    const row = page.getByRole('row').nth(1);
    for (const text of [NAME, 'Laboratorio Ñuble', 'Sucursal Ávila', '2 estudios', 'hoy, ']) {
      await expect(row).toContainText(text);
    }
    await expect(row).toContainText(product.staff.name);
  });

  await test.step('E-10.69: the filters are in the URL, checked and cleared', async () => {
    await page.getByRole('combobox', { name: 'Laboratorio' }).fill('nuble');
    await page.getByRole('option', { name: 'Laboratorio Ñuble' }).click();
    await expect(page).toHaveURL(/laboratorio=lab-norte/);
    await expect(rows(page)).toHaveText([folio, folio, folio]);
    await expect(page.getByRole('combobox', { name: 'Laboratorio' })).toBeFocused();
    await page.reload();
    await expect(page.getByText('3 descargas', { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Laboratorio' })).toHaveValue(
      'Laboratorio Ñuble',
    );
    await page.getByRole('textbox', { name: 'Hasta' }).fill('2026-01-31');
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await expect(page).toHaveURL(/hasta=2026-01-31/);
    const home = page
      .getByRole('navigation', { name: 'Ruta' })
      .getByRole('link', { name: 'Inicio' });
    await expect(home).toHaveAttribute('href', '/home?laboratorio=lab-norte&hasta=2026-01-31');
    await expect(home).not.toHaveAttribute('aria-current');
    // An end before the start is invalid: the list stays unchanged.
    await page.getByRole('textbox', { name: 'Desde' }).fill('2026-02-01');
    await expect(
      page.getByText('La fecha final no puede ser anterior a la inicial.'),
    ).toBeVisible();
    await expect(page).not.toHaveURL(/desde/);
    await page.getByRole('textbox', { name: 'Desde' }).fill('2001-01-01');
    await expect(page.getByText('El periodo no puede ser mayor a diez años.')).toBeVisible();
    await expect(page).not.toHaveURL(/desde/);
    await page.goBack();
    await expect(rows(page)).toHaveText([folio, folio, folio]);
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await expect(page).toHaveURL(/\/home\/ordenes$/);
    await expect(rows(page)).toHaveCount(4);
    await expect(page.getByRole('textbox', { name: 'Desde' })).toBeFocused();
    await expect(page.getByRole('combobox', { name: 'Laboratorio' })).toHaveValue('todos');
  });

  await test.step('E-10.69: invalid filters in the URL are ignored', async () => {
    for (const query of [
      'desde=2026-02-30&hasta=ayer&laboratorio=a%20b',
      'desde=2026-12-31&hasta=2026-01-01',
    ]) {
      await moveTo(page, `/home/ordenes?${query}`);
      await expect(page.getByText('4 descargas', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Limpiar filtros' })).toBeHidden();
    }
  });

  await test.step('E-10.68: a row links to its patient', async () => {
    await page.getByRole('row').nth(1).press('Enter');
    await expect(page).toHaveURL(PATIENT_PAGE);
  });
});
