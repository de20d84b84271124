import { deafen } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { exportOf, person } from './records.ts';

const people = exportOf([
  person('Ana Pérez', { status: 1, createDate: '2026-01-01T00:00:00Z' }),
  person('Beto Ruiz', { status: 2, createDate: '2026-01-02T00:00:00Z' }),
]);
test.use({ dataset: people, expectedErrors: failedRequest(401, 503) });

test('the list of patients without a network or in transition keeps what is valid', async ({
  staffPage: page,
  context,
}) => {
  await test.step('a deletion without a network deletes nothing', async () => {
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

  await test.step('rows of the previous filter cannot be selected', async () => {
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
    await page.unrouteAll();
  });

  await test.step('a filter without a network says so, and Reintentar applies it', async () => {
    await deafen(page);
    await page.goto('/pacientes');
    await expect(page.getByText('2 pacientes registrados')).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(
      page.getByText('Sin conexión con el servidor. Revisa tu conexión a internet.'),
    ).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('row', { name: /Beto Ruiz/ })).toBeVisible();
  });
});

test('the keyboard starts at a new page, titles name no patient, and a failed refresh keeps the record', async ({
  staffPage: page,
}) => {
  await test.step('the focus is on the new page after its link', async () => {
    await page.goto('/home');
    await page.getByRole('link', { name: 'Pacientes', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pacientes');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the title says which page it is, without a name', async () => {
    await expect(page).toHaveTitle('Pacientes · Simiente');
    await page.goto('/pacientes/usr_anaprez');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Pérez');
    await expect(page).toHaveTitle('Paciente · Simiente');
  });

  await test.step('a failed refresh keeps the patient on the screen', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Pérez');
    const failed = page.waitForEvent('requestfailed');
    await page.route('**/v1/user/*', (route) => route.abort());
    await page.clock.install();
    await page.clock.fastForward('01:00');
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await failed;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Pérez');
  });
});

test('a sign-out in one tab covers every tab', async ({ staffPage: page, context }) => {
  await page.goto('/pacientes/usr_anaprez');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Pérez');
  const other = await context.newPage();
  await other.goto('/home');
  await other.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(other).toHaveURL('/login');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Ana Pérez')).toHaveCount(0);
});
