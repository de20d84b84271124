import { deafen, loseSession } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { exportOf, person } from './records.ts';

const people = exportOf([
  person('Ana Pérez', { status: 1, createDate: '2026-01-01T00:00:00Z' }),
  person('Beto Ruiz', { status: 2, createDate: '2026-01-02T00:00:00Z' }),
]);
test.use({ dataset: people, expectedErrors: failedRequest(401, 503) });

test('without a network a deletion says so, and nobody is gone', async ({
  staffPage: page,
  context,
}) => {
  await page.goto('/pacientes');
  await page.getByRole('checkbox', { name: /Ana Pérez/ }).check();
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('alert').getByText('ocurrio un error')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ana Pérez/ })).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText('2 pacientes registrados')).toBeVisible();
});

test('without a network a filter says so, and Reintentar goes on', async ({
  staffPage: page,
  context,
}) => {
  await deafen(page);
  await page.goto('/pacientes');
  await expect(page.getByText('2 pacientes registrados')).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Test/ }).click();
  await expect(page.getByText('Sin conexión con el servidor. Revisa tu conexión.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('row', { name: /Beto Ruiz/ })).toBeVisible();
});

test('rows of other filters cannot be picked while new ones are on their way', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes');
  await expect(page.getByRole('row', { name: /Ana Pérez/ })).toBeVisible();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/user/list*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Test/ }).click();
  await page.getByRole('checkbox', { name: /Ana Pérez/ }).click();
  release();
  await expect(page.getByRole('row', { name: /Ana Pérez/ })).toHaveCount(0);
  await expect(page.getByText(/elementos seleccionados/)).toHaveCount(0);
});

test('a patient who is on the screen stays there when a refresh fails', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes/usr_anaprez');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Pérez');
  const failed = page.waitForEvent('requestfailed');
  await page.route('**/v1/user/*', (route) => route.abort());
  await page.clock.install();
  await page.clock.fastForward('01:00');
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await failed;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Pérez');
});

test('who signs out in one tab is out in every tab', async ({ staffPage: page, context }) => {
  await page.goto('/pacientes/usr_anaprez');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Pérez');
  const other = await context.newPage();
  await other.goto('/home');
  await other.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(other).toHaveURL('/login');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Ana Pérez')).toHaveCount(0);
});

test('a session that is over is said over the page, which cannot be seen any more', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes');
  await expect(page.getByText('2 pacientes registrados')).toBeVisible();
  await loseSession(page);
  await page.getByRole('button', { name: /^Test/ }).click();
  await expect(page.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible();
  await expect(page.getByText('2 pacientes registrados')).toBeHidden();
});

test('titles tell pages apart, and name nobody', async ({ staffPage: page }) => {
  await page.goto('/pacientes');
  await expect(page).toHaveTitle('Pacientes · Simiente');
  await page.goto('/pacientes/usr_anaprez');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Pérez');
  await expect(page).toHaveTitle('Paciente · Simiente');
});

test('the keyboard goes on from where a page begins', async ({ staffPage: page }) => {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Pacientes', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/pacientes');
  await expect(page.getByRole('main')).toBeFocused();
});
