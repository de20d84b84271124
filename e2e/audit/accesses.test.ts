import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout } from '../product/looks.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';

const LONG = 'Maximiliano Alejandro de la Santísima Trinidad Villaseñor-Echeverría y Montes de Oca';

test.use({
  expectedErrors: failedRequest(503),
  dataset: makeExport([
    person('Ana Pérez', { status: 1, email: 'ana@example.org', phone: '55 1234 5678' }),
    person(LONG, { status: 3, email: 'max@example.org', phone: '55 1234 5679' }),
  ]),
});

test('the accesses to a record are shown on its page, load by page and after a failure, and are accessible at every width', async ({
  staffPage: page,
}) => {
  await test.step('E-10.139, T-F1: accesses to the record are shown with account, content, time and origin', async () => {
    await page.goto('/pacientes/usr_anaprez');
    await page.request.put('/v1/user/update', {
      data: { idUser: 'usr_anaprez', name: 'Ana Pérez Ríos', phone: '55 0000 1111' },
    });
    const button = page.getByRole('button', { name: 'Accesos' });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/\?accesos=true$/);
    const panel = page.getByRole('complementary', { name: 'Accesos' });
    await expect(
      panel.getByText(/^Quién ha consultado el expediente de Ana Pérez.*\.$/),
    ).toBeVisible();
    const today = panel.getByRole('region', { name: 'Hoy' });
    await expect(today.getByText('Abrió el expediente', { exact: true }).first()).toBeVisible();
    await expect(today.getByText('Cambió los datos: nombre, teléfono')).toBeVisible();
    await expect(today.getByText('Desde 127.0.0.1').first()).toBeVisible();
    await expect(panel.getByText(/^\d+ de \d+ accesos$/)).toBeVisible();
    // The open panel leaves the page one column, and each card its full width.
    await expect
      .poll(
        async () => (await page.getByRole('region', { name: 'Actualidad' }).boundingBox())?.width,
      )
      .toBeGreaterThan(500);

    // The panel's id is in the URL, and opening the panel is a separate read.
    await page.reload();
    await expect(today.getByText('Consultó los accesos al expediente')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await expect(page).toHaveURL(/usr_anaprez$/);
  });

  await test.step('E-10.139: many accesses load by page', async () => {
    // With the reads above, which differ by a few, more than one page of 30 and fewer than two.
    for (let index = 0; index < 20; index += 1) {
      await page.request.get('/v1/user/get-one?idUser=usr_anaprez');
    }
    await moveTo(page, '/pacientes/usr_anaprez?accesos=true');
    const panel = page.getByRole('complementary', { name: 'Accesos' });
    const shown = panel.getByText(/^\d+ de \d+ accesos$/);
    await expect(shown).toHaveText(/^30 de /);
    await panel.getByRole('button', { name: 'Cargar más' }).click();
    await expect(shown).toHaveText(/^(\d+) de \1 accesos$/);
    await expect(panel.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);
  });

  await nightlyStep('a failed request shows an error, and Reintentar loads them', async () => {
    await page.route('**/v1/user/accesses*', (route) =>
      route.fulfill({
        status: 503,
        json: { status: 503, code: 'UNAVAILABLE', errorMessage: 'El servicio no está disponible.' },
      }),
    );
    await page.goto('/pacientes/usr_anaprez?accesos=true');
    const panel = page.getByRole('complementary', { name: 'Accesos' });
    await expect(panel.getByText('No se pudieron cargar los accesos')).toBeVisible();
    await page.unroute('**/v1/user/accesses*');
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(panel.getByText('Abrió el expediente').first()).toBeVisible();
  });

  await test.step('the accesses to a record are accessible and fit', async () => {
    await moveTo(page, '/pacientes');
    await page.getByRole('link', { name: LONG }).click();
    await page.getByRole('button', { name: 'Accesos' }).click();
    await expect(page.getByText('Abrió el expediente').first()).toBeVisible();
    await expectAccessibleLayout(page);
  });
});
