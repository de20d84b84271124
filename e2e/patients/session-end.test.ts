import type { Page } from '@playwright/test';
import { blockEvents, loseSession, unblockEvents } from '../live/screens.ts';
import { expect, failedRequest, moveTo, test, unlock } from '../product/test.ts';
import { makeExport, person } from './records.ts';

const people = makeExport(
  ['Ana', 'Beto', 'Ciro', 'Dora', 'Elio'].map((name, index) =>
    person(`${name} Pérez`, {
      status: 1 + (index % 2),
      createDate: `2026-01-0${9 - index}T00:00:00Z`,
    }),
  ),
);
test.use({ dataset: people });

/** Opens the deletion question for the selection, and returns its confirm button once the consequences are shown. */
async function askToDelete(page: Page) {
  const selection = page.getByRole('region', { name: 'Selección' });
  await selection.getByRole('button', { name: 'Eliminar' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Eliminar' });
  await expect(confirm).toBeEnabled();
  return confirm;
}

test.describe('list of patients after the end of the session', () => {
  test.use({ expectedErrors: failedRequest(401) });

  test('a search and a deletion under way continue once the password is given again', async ({
    staffPage: page,
    product,
  }) => {
    await test.step('the search stays, and the URL does not contain it', async () => {
      await page.goto('/pacientes');
      const search = page.getByRole('searchbox');
      await search.fill('pérez');
      await search.press('Enter');
      await expect(page.getByText('5 resultados')).toBeVisible();
      await loseSession(page);
      await page.getByRole('button', { name: /^Test/ }).click();
      await unlock(page, product);
      await expect(page).toHaveURL('/pacientes?estatus=2');
      await expect(search).toHaveValue('pérez');
      await expect(page.getByText('2 resultados')).toBeVisible();
    });

    await test.step('the deletion is sent again', async () => {
      // The event of the change triggers a refetch, whose 401 would show the lock screen before the click.
      await blockEvents(page);
      await moveTo(page, '/pacientes');
      await page.getByRole('checkbox', { name: /Ana/ }).check();
      await (await askToDelete(page)).click();
      await expect(page.getByText('1 elemento eliminado')).toBeVisible();
      await page.getByRole('checkbox', { name: /Beto/ }).check();
      await test.step('E-10.2250: the toast is above the selection bar', async () => {
        const bar = page.getByRole('region', { name: 'Selección' });
        const toast = page.getByRole('status').filter({ hasText: '1 elemento eliminado' });
        const distance = async () => {
          const below = await bar.boundingBox();
          // Null once the toast has closed itself.
          const above = await toast.boundingBox({ timeout: 1_000 }).catch(() => null);
          return above && below ? below.y - above.y - above.height : 0;
        };
        await expect.poll(distance).toBeGreaterThanOrEqual(0);
      });
      const confirm = await askToDelete(page);
      await loseSession(page);
      await confirm.click();
      const lockScreen = page.getByRole('dialog', { name: 'Tu sesión terminó' });
      await expect(lockScreen).toBeVisible();
      await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
      await unblockEvents(page);
      await unlock(page, product);
      await expect(page.getByText('3 pacientes registrados')).toBeVisible();
    });
  });
});
