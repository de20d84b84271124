import type { Page } from '@playwright/test';
import { deafen, loseSession } from '../live/screens.ts';
import { comeBack, expect, failedRequest, test } from '../product/test.ts';
import { exportOf, person } from './records.ts';

/** What a refetch or a removed row must not lose: the focus, a search, the figures. */
const people = exportOf(
  ['Ana', 'Beto', 'Ciro', 'Dora', 'Elio'].map((name, index) =>
    person(`${name} Pérez`, {
      status: 1 + (index % 2),
      createDate: `2026-01-0${9 - index}T00:00:00Z`,
    }),
  ),
);
test.use({ dataset: people });

const focusedRow = (page: Page) => page.locator('[data-row-index]:focus');

async function deleteSelected(page: Page) {
  await page
    .getByRole('region', { name: 'Selección' })
    .getByRole('button', { name: 'Eliminar' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
}

test.describe('the focus', () => {
  test('the focus stays in the list after a deletion, Deshacer, a closed notice and an emptied filter', async ({
    staffPage: page,
  }) => {
    await test.step('the focus goes to the next row, and stays after Deshacer', async () => {
      await page.goto('/pacientes');
      await page.getByRole('checkbox', { name: /Beto/ }).check();
      await deleteSelected(page);
      await expect(page.getByText('1 elemento eliminado')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      // Ciro's row is now where Beto's was.
      await expect(focusedRow(page)).toContainText('Ciro');
      await page.keyboard.press('ArrowDown');
      await expect(focusedRow(page)).toContainText('Dora');

      await page.getByRole('button', { name: 'Deshacer' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('1 elemento restaurado')).toBeVisible();
      await expect(focusedRow(page)).toHaveCount(1);
    });

    await test.step('the focus returns from a closed notice', async () => {
      await page.goto('/pacientes');
      await page.getByRole('checkbox', { name: /Ana/ }).check();
      await deleteSelected(page);
      await expect(focusedRow(page)).toHaveCount(1);
      await page.getByRole('button', { name: 'Cerrar aviso' }).focus();
      await page.keyboard.press('Enter');
      await expect(focusedRow(page)).toContainText('Beto');
    });

    await test.step('the focus returns to the list after an emptied filter is cleared', async () => {
      await page.goto('/pacientes?estatus=2');
      await page.getByRole('checkbox', { name: 'Seleccionar todo' }).check();
      await deleteSelected(page);
      await expect(page.getByText('No hay datos disponibles')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.locator('body')).not.toBeFocused();
      const clear = page.getByRole('button', { name: 'Limpiar filtros' });
      await page.keyboard.press('Tab');
      await clear.focus();
      await page.keyboard.press('Enter');
      await expect(focusedRow(page)).toContainText('Ciro');
    });
  });

  test.describe('when the list could not be loaded', () => {
    test.use({ expectedErrors: failedRequest() });

    test('the focus goes to the list that Reintentar loads', async ({ staffPage: page }) => {
      await deafen(page);
      await page.route('**/v1/user/list*', (route) => route.abort());
      await page.goto('/pacientes');
      const again = page.getByRole('button', { name: 'Reintentar' });
      await expect(again).toBeVisible();
      await page.unroute('**/v1/user/list*');
      await again.focus();
      await page.keyboard.press('Enter');
      await expect(focusedRow(page)).toContainText('Ana');
    });
  });
});

test('the figures of the buttons follow a deletion at once', async ({ staffPage: page }) => {
  await page.goto('/pacientes');
  await page.getByRole('checkbox', { name: /Ana/ }).check();
  await page.getByRole('checkbox', { name: /Beto/ }).check();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/user/{list,delete}*', async (route) => {
    await held;
    await route.continue();
  });
  await deleteSelected(page);
  await expect(page.getByRole('button', { name: /^Todos\s*3$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Registro\s*2$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Test\s*1$/ })).toBeVisible();
  await expect(page.getByText('3 pacientes registrados')).toBeVisible();
  release();
  await expect(page.getByText('2 elementos eliminados')).toBeVisible();
});

test.describe('when the session ends', () => {
  test.use({ expectedErrors: failedRequest(401) });

  test('a search and a deletion under way go on once the password is given again', async ({
    staffPage: page,
    product,
  }) => {
    await test.step('the search goes on, and is in no address', async () => {
      await page.goto('/pacientes');
      const search = page.getByRole('searchbox');
      await search.fill('pérez');
      await search.press('Enter');
      await expect(page.getByText('5 resultados')).toBeVisible();
      await loseSession(page);
      await page.getByRole('button', { name: /^Test/ }).click();
      await comeBack(page, product);
      await expect(page).toHaveURL('/pacientes?estatus=2');
      await expect(search).toHaveValue('pérez');
      await expect(page.getByText('2 resultados')).toBeVisible();
    });

    await test.step('the deletion is sent again', async () => {
      // With the event of its own change the page would refetch, and find its session ended too early.
      await deafen(page);
      await page.goto('/pacientes');
      await page.getByRole('checkbox', { name: /Ana/ }).check();
      await deleteSelected(page);
      await expect(page.getByText('1 elemento eliminado')).toBeVisible();
      await page.getByRole('checkbox', { name: /Beto/ }).check();
      await loseSession(page);
      await deleteSelected(page);
      const lockScreen = page.getByRole('dialog', { name: 'Tu sesión terminó' });
      await expect(lockScreen).toBeVisible();
      await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
      await comeBack(page, product);
      await expect(page.getByText('3 pacientes registrados')).toBeVisible();
    });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('on a phone all patients are selected, and any order is chosen', async ({
    staffPage: page,
  }) => {
    await page.goto('/pacientes');
    await page.getByRole('checkbox', { name: 'Seleccionar todo' }).check();
    await expect(page.getByText('5 elementos seleccionados')).toBeVisible();
    await page.getByRole('checkbox', { name: /Ana/ }).uncheck();
    await expect(page.getByText('4 elementos seleccionados')).toBeVisible();
    const order = page.getByRole('combobox', { name: 'Ordenar por' });
    await expect(order).toHaveValue('createDate desc');
    await order.selectOption('Nombre ↓');
    await expect(page).toHaveURL('/pacientes?orden=-name');
    await expect(page.getByRole('listitem').filter({ hasText: 'Pérez' }).first()).toContainText(
      'Elio',
    );
    await page.getByRole('button', { name: /Último Acceso/ }).click();
    await expect(order).toHaveValue('lastConnection desc');
  });
});
