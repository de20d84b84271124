import { pressWithoutSession } from '../live/screens.ts';
import { expect, failedRequest, test, unlock } from '../product/test.ts';
import { fillAll, getAlert, LOGIN_LOGO, pickLogo, picture, save } from './partner-form.ts';

test.use({ expectedErrors: failedRequest(401, 415, 502) });

const CALL = '**/v1/partner/create_partner';

test('a partner that cannot be saved loses nothing, and an upload can be cancelled', {
  tag: '@nightly',
}, async ({ staffPage: page, product }) => {
  await test.step('an upload shows its progress, and can be cancelled', async () => {
    await page.goto('/partners/create-partner');
    await fillAll(page, 'Clínica Norte');
    await page.route(CALL, () => {});
    const searched = Promise.withResolvers<void>();
    await page.route('**/v1/partner/duplicates*', async (route) => {
      await searched.promise;
      await route.fallback();
    });
    await save(page);
    // The search for duplicates comes first, when there is no upload to cancel.
    await expect(page.getByRole('button', { name: 'Cargando...' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    searched.resolve();
    // The bar shows the sent share, which is zero so far.
    await expect(page.getByRole('progressbar', { name: 'Crear partner' })).toBeAttached();
    await expect(page.getByRole('button', { name: 'Cargando...' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar: Crear partner' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByLabel('Nombre')).toHaveValue('Clínica Norte');
    await expect(page.getByRole('group', { name: LOGIN_LOGO })).toContainText('almena.png');
    await page.unroute(CALL);
  });

  for (const [answer, body] of [
    ['an empty text', '{"status":502,"code":"INTERNAL","errorMessage":""}'],
    ['a code alone', '{"status":502,"code":"INTERNAL"}'],
    ['neither code nor text', '{"status":502}'],
    ['a page of a proxy', '<html>502 Bad Gateway</html>'],
  ] as const) {
    await test.step(`E-8.22: ${answer}`, async () => {
      await page.route(CALL, (route) => route.fulfill({ status: 502, body }));
      await save(page);
      const failure = getAlert(page, 'Error al crear el partner: Error desconocido');
      await expect(failure).toBeVisible();
      await page.getByRole('button', { name: 'Cerrar aviso' }).click();
      await expect(failure).toHaveCount(0);
      await expect(page.locator('[data-locked]')).toHaveCount(0);
      await page.unroute(CALL);
    });
  }

  await test.step('a page named like an image is rejected at its field', async () => {
    const label = 'Logotipo de navegación';
    await pickLogo(page, label, { ...picture('nav.png'), buffer: Buffer.from('<html></html>') });
    await expect(page.getByRole('img', { name: 'Sin vista previa' })).toBeVisible();
    await save(page);
    const words = 'Error al crear el partner: Por favor, selecciona solo archivos de imagen';
    await expect(getAlert(page, words)).toBeVisible();
    const group = page.getByRole('group', { name: label });
    await expect(group).toContainText('Por favor, selecciona solo archivos de imagen');
    await expect(group.getByRole('button', { name: 'Cambiar' })).toBeFocused();
    await pickLogo(page, label);
  });

  await test.step('E-8.23: without a network nothing is lost, and one partner is created', async () => {
    const keys: (string | undefined)[] = [];
    await page.route(CALL, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return route.abort();
    });
    await save(page);
    const failure = getAlert(page, 'Error al crear el partner');
    await expect(failure).toContainText('Sin conexión con el servidor.');
    await page.unroute(CALL);
    const again = page.waitForRequest(CALL);
    await save(page);
    keys.push((await again).headers()['idempotency-key']);
    expect(new Set(keys)).toHaveProperty('size', 1);
    await expect(page).toHaveURL('/partners');
    await expect(page.getByText('1 partner en 1 país')).toBeVisible();
  });

  await test.step('T-A9: a form with its image survives the end of the session', async () => {
    await page.goto('/partners/create-partner');
    await fillAll(page, 'Casi perdida');
    // The website of an existing partner would be a possible duplicate.
    await page.getByLabel('Sitio web').fill('perdida.example');
    await pressWithoutSession(page, page.getByRole('button', { name: 'Guardar' }));
    // The upload that the end of the session interrupted is sent again.
    await unlock(page, product);
    await expect(page).toHaveURL('/partners');
    await expect(page.getByRole('row', { name: /Casi perdida/ })).toBeVisible();
  });
});
