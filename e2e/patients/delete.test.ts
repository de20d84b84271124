import { deafen } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { exportOf, person } from './records.ts';

const people = exportOf(
  ['Ana', 'Beto', 'Ciro', 'Dora', 'Elio', 'Fito', 'Gael'].map((name, index) =>
    person(`${name} Pérez`, { status: 1, createDate: `2026-01-0${index + 1}T00:00:00Z` }),
  ),
);
test.use({ dataset: people });

test('selected patients are deleted after a question, and Deshacer restores them', async ({
  staffPage: page,
}) => {
  await test.step('S-27: a selection shows the bar, and Escape clears it', async () => {
    await page.goto('/pacientes');
    await page.getByRole('checkbox', { name: /Ana Pérez/ }).check();
    await expect(page.getByText('1 elementos seleccionados')).toBeVisible();
    await page.getByRole('checkbox', { name: /Beto Pérez/ }).check();
    await expect(page.getByText('2 elementos seleccionados')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(/elementos seleccionados/)).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: /Ana Pérez/ })).not.toBeChecked();
  });

  await test.step('S-28: the header selects all loaded rows, and Cancelar deletes nothing', async () => {
    await page.getByRole('checkbox', { name: /Seleccionar tod/ }).check();
    await expect(page.getByText('7 elementos seleccionados')).toBeVisible();
    await page.getByRole('button', { name: 'Eliminar' }).click();

    const question = page.getByRole('dialog', { name: 'Confirmar eliminación' });
    await expect(question).toContainText(
      'Estás seguro que deseas eliminar 7 elemento(s) seleccionado(s)?',
    );
    await expect(question.getByRole('listitem')).toHaveCount(6);
    await expect(question).toContainText('y 2 más');
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByText('7 elementos seleccionados')).toBeVisible();
    await expect(page.getByText('7 pacientes registrados')).toBeVisible();
  });

  await test.step('S-29: confirming deletes and clears the selection, and Deshacer restores', async () => {
    await page.goto('/pacientes');
    await page.getByRole('checkbox', { name: /Ana Pérez/ }).check();
    await page.getByRole('checkbox', { name: /Beto Pérez/ }).check();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();

    await expect(page.getByText('2 elementos eliminados')).toBeVisible();
    await expect(page.getByText('5 pacientes registrados')).toBeVisible();
    await expect(page.getByText(/elementos seleccionados/)).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Ana Pérez/ })).toHaveCount(0);

    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('7 pacientes registrados')).toBeVisible();
    await expect(page.getByRole('row', { name: /Ana Pérez/ })).toBeVisible();
    await page.reload();
    await expect(page.getByText('7 pacientes registrados')).toBeVisible();
  });
});

test.describe('when the deletion fails', () => {
  test.use({ expectedErrors: failedRequest(404) });

  test('S-30: a failed deletion says ocurrio un error, closes the question and deletes nothing', async ({
    staffPage: page,
  }) => {
    await deafen(page);
    await page.goto('/pacientes');
    await page.getByRole('checkbox', { name: /Ana Pérez/ }).check();
    await page.getByRole('checkbox', { name: /Beto Pérez/ }).check();
    // Another user deletes one of them at the same time.
    const other = await page.request.post('/v1/user/delete', {
      data: { idUsers: ['usr_anaprez'] },
    });
    expect(other.status()).toBe(200);
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();

    await expect(page.getByRole('alert').getByText('ocurrio un error')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('6 pacientes registrados')).toBeVisible();
    await expect(page.getByRole('row', { name: /Beto Pérez/ })).toBeVisible();

    // What is left of the selection can be tried again, and then the failure is no longer true.
    await expect(page.getByRole('checkbox', { name: /Beto Pérez/ })).toBeChecked();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('Beto Pérez se puede restaurar durante 30 días.')).toBeVisible();
    await expect(page.getByText('ocurrio un error')).toHaveCount(0);
  });
});

test.describe('when the server is away during an undo', () => {
  test.use({ expectedErrors: failedRequest() });

  test('Deshacer keeps its key until it arrives', async ({ staffPage: page }) => {
    const keys: (string | undefined)[] = [];
    await page.route('**/v1/trash/restore', (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return route.abort();
    });
    await page.goto('/pacientes');
    await page.getByRole('checkbox', { name: /Ana Pérez/ }).check();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'No se pudo deshacer' });
    await expect(failure).toBeVisible();

    await page.unroute('**/v1/trash/restore');
    const again = page.waitForRequest('**/v1/trash/restore');
    await failure.getByRole('button', { name: 'Reintentar' }).click();
    keys.push((await again).headers()['idempotency-key']);
    await expect(page.getByText('7 pacientes registrados')).toBeVisible();
    expect(keys.length).toBeGreaterThan(1);
    expect(keys).toEqual(keys.map(() => expect.stringMatching(/./)));
    expect(new Set(keys)).toHaveProperty('size', 1);
  });
});
