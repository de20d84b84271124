import { blockEvents } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { makePartnerExport } from './records.ts';

test.use({
  dataset: makePartnerExport(
    { idPartner: 'almena', name: 'Laboratorio Almena', branches: 3, utm_available: true },
    { idPartner: 'aurora', name: 'Clínica Aurora', type: 'Clínica', country: 'Perú', branches: 11 },
    { idPartner: 'telmo', name: 'Hospital San Telmo', type: 'Hospital', country: 'Argentina' },
    { idPartner: 'valle', name: 'Farmacias del Valle', type: 'Otro' },
  ),
  expectedErrors: failedRequest(404),
});

test('the list of partners is shown, filtered, sorted and opened, partners are deleted and restored, and failures are reported', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await test.step('S-26: each partner has its branches, country and type', async () => {
    await page.goto('/partners');
    await expect(page).toHaveTitle('Socios Comerciales · Simiente');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Socios Comerciales');
    await expect(page.getByText('4 partners en 3 países')).toBeVisible();
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows.nth(0)).toHaveText(/Partner.*Ubicaciones.*País.*Tipo/);
    await expect(rows.nth(1)).toHaveText(/CA.*Clínica Aurora.*aurora.*11.*Perú.*Clínica/);
    await expect(rows.nth(2)).toHaveText(/Farmacias del Valle.*0.*México.*Sin tipo/);
    await expect(rows.nth(3)).toHaveText(/Hospital San Telmo.*0.*Argentina.*Hospital/);
    await expect(rows.nth(4)).toHaveText(/Laboratorio Almena.*Enlace UTM.*3.*México.*Laboratorio/);
    await expect(rows.nth(4).locator('[data-tone=blue]')).toHaveText('Laboratorio');
  });

  await test.step('E-2.109: search and filters work; the filters are in the URL', async () => {
    const search = page.getByRole('searchbox', { name: 'Buscar partners' });
    await search.fill('clinica');
    await expect(page.getByText('1 resultado')).toBeVisible();
    await expect(page.getByRole('table')).toContainText('Clínica Aurora');
    await search.fill('nadie');
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await expect(page).toHaveURL('/partners');
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await page.getByRole('button', { name: 'Sin tipo' }).click();
    await expect(page).toHaveURL('/partners?tipo=Otro');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Con sucursales' }).click();
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await page.goto('/partners?tipo=Farmacia&sucursales=quizá&orden=9');
    await expect(page.getByText('4 partners en 3 países')).toBeVisible();
  });

  await test.step('E-2.110: every column sorts', async () => {
    await page.goto('/partners');
    const first = page.getByRole('table').getByRole('row').nth(1);
    for (const [column, expected] of [
      ['Ubicaciones', 'Clínica Aurora'],
      ['País', 'Hospital San Telmo'],
      ['Tipo', 'Clínica Aurora'],
      ['Partner', 'Clínica Aurora'],
    ] as const) {
      await page.getByRole('columnheader', { name: column }).getByRole('button').click();
      await expect(first).toContainText(expected);
    }
    await page.getByRole('columnheader', { name: 'Partner' }).getByRole('button').click();
    await expect(first).toContainText('Laboratorio Almena');
  });

  await test.step('E-2.111, E-2.112, E-2.113: a row opens the partner immediately and after a reload, and the fixed button a new one', async () => {
    await page.goto('/partners');
    // The partner is in the navigation's state: its page can show the name before its call answers.
    await page.route('**/v1/partner/get_one_partner/*', () => {});
    await page.getByRole('row', { name: /Aurora/ }).click();
    await expect(page).toHaveURL('/partner/aurora');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Sucursales de Clínica Aurora',
    );
    await page.unroute('**/v1/partner/get_one_partner/*');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Sucursales de Clínica Aurora',
    );
    await page.goBack();
    await page.getByRole('link', { name: 'Crear partner' }).click();
    await expect(page).toHaveURL('/partners/create-partner');
  });

  await test.step('a selected partner is deleted with its branches, and restored', async () => {
    await page.goto('/partners');
    await page.getByRole('checkbox', { name: /Aurora/ }).check();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    const question = page.getByRole('dialog', { name: 'Confirmar eliminación' });
    await expect(question).toContainText(
      'Estás seguro que deseas eliminar 1 elemento(s) seleccionado(s)?',
    );
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('1 elemento eliminado')).toBeVisible();
    await expect(page.getByText('3 partners en 2 países')).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('4 partners en 3 países')).toBeVisible();
    await expect(page.getByRole('row', { name: /Aurora/ })).toContainText('11');
  });

  await test.step('E-8.11: a failed list shows an error, and Reintentar loads it', async () => {
    await blockEvents(page);
    await page.route('**/v1/partner/list*', (route) => route.abort());
    await page.goto('/partners');
    await expect(page.getByText('Error al obtener los socios comerciales')).toBeVisible();
    await page.unroute('**/v1/partner/list*');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('row', { name: /Aurora/ })).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('a failed deletion shows ocurrio un error', async () => {
    await blockEvents(page);
    await page.goto('/partners');
    await page.getByRole('checkbox', { name: /Aurora/ }).check();
    await page.request.post('/v1/user/delete', { data: { idUsers: ['aurora'] } });
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByRole('alert').getByText('ocurrio un error')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('an empty list has a notice, and a link to create the first partner', async () => {
    await page.unrouteAll();
    const idUsers = ['almena', 'telmo', 'valle'];
    await page.request.post('/v1/user/delete', { data: { idUsers } });
    await page.goto('/partners');
    await expect(page.getByText('No data available')).toBeVisible();
    await page.getByRole('table').getByRole('link', { name: 'Crear partner' }).click();
    await expect(page).toHaveURL('/partners/create-partner');
  });
});
