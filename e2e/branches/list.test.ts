import { blockEvents } from '../live/screens.ts';
import { expect, failedRequest, moveTo, test } from '../product/test.ts';
import { ALMENA_PAGE, makeAlmena, numbered } from './records.ts';

const rows = (page: import('@playwright/test').Page) => page.locator('tbody tr[data-row-index]');

test.describe('a partner with 23 branches', () => {
  test.use({ dataset: makeAlmena(numbered(23)) });

  test('a partner with many branches shows and loads branches, sorts, deletes and restores them', {
    tag: '@nightly',
  }, async ({ staffPage: page }) => {
    await test.step('order and view are in the URL', async () => {
      await page.goto(ALMENA_PAGE);
      await page.getByRole('button', { name: 'Sucursal', exact: true }).click();
      await page.getByRole('button', { name: 'Sucursal', exact: true }).click();
      await expect(page).toHaveURL(/orden=-name/);
      await expect(rows(page).first()).toContainText('Sucursal 23');
      await page.reload();
      await expect(rows(page).first()).toContainText('Sucursal 23');
      await page.goto(`${ALMENA_PAGE}?orden=nada&vista=luna`);
      await expect(rows(page).first()).toContainText('Sucursal 01');
    });

    await test.step('S-22: ten branches load at a time, on request', async () => {
      const requests: URLSearchParams[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.pathname.includes('get-branches-by-partner')) requests.push(url.searchParams);
      });
      await page.goto(ALMENA_PAGE);
      await expect(rows(page)).toHaveCount(10);
      await expect(page.getByText('1–10 de 23')).toBeVisible();
      await page.getByRole('button', { name: 'Cargar más' }).click();
      await expect(page.getByText('1–20 de 23')).toBeVisible();
      await expect(page.locator('[data-locked]')).toHaveCount(0);
      await page.getByRole('button', { name: 'Cargar más' }).click();
      await expect(page.getByText('1–23 de 23')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);
      expect(
        requests.map((query) =>
          ['idPartner', 'lastBranch', 'limit'].map((name) => query.get(name)),
        ),
      ).toEqual([
        ['almena', '', '10'],
        ['almena', 'brn_10', '10'],
        ['almena', 'brn_20', '10'],
      ]);
      await expect(page.getByRole('link', { name: /^Sucursal \d\d$/ })).toHaveText(
        numbered(23).map(({ name }) => name),
      );
    });

    await test.step('selected branches are deleted, and restored', async () => {
      await page.goto(ALMENA_PAGE);
      await page.getByRole('checkbox', { name: 'Seleccionar a Sucursal 02' }).check();
      await page.getByRole('checkbox', { name: 'Seleccionar a Sucursal 03' }).check();
      await expect(page.getByText('2 elementos seleccionados')).toBeVisible();
      await page.getByRole('button', { name: 'Eliminar' }).click();
      const question = page.getByRole('dialog');
      await expect(question).toContainText('Estás seguro que deseas eliminar 2 elemento(s)');
      await expect(question).toContainText('Sucursal 03');
      await question.getByRole('button', { name: 'Eliminar' }).click();
      await expect(page.getByText('2 elementos eliminados')).toBeVisible();
      await expect(page.getByText('21 sucursales · México')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sucursal 02', exact: true })).toHaveCount(0);
      await page.getByRole('button', { name: 'Deshacer' }).click();
      await expect(page.getByText('23 sucursales · México')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sucursal 02', exact: true })).toBeVisible();
    });
  });
});

test.describe('branches of all kinds', () => {
  test.use({
    expectedErrors: failedRequest(404),
    dataset: makeAlmena([
      {
        name: 'Almena Angelópolis',
        state: 'Puebla',
        phone: '222 225 6113',
        address: { street: 'Niño Poblano 2510', neighborhood: 'Angelópolis', city: 'Puebla' },
        exam_available: ['SEM', 'HORMO', 'CULOR', 'PT', 'RC', 'GLI', 'ORP'],
        utm: true,
      },
      {
        name: 'Almena Boca del Río',
        state: 'Veracruz',
        phone: '229 927 3316',
        address: 'Av. Ruiz Cortines 1620, Boca del Río, Veracruz',
        exam_available: ['BIO'],
      },
    ]),
  });

  test('branches show address and exams, are searched, and report what is missing', async ({
    staffPage: page,
  }) => {
    await test.step('S-21: the list has the name, the kind, the count and the columns', async () => {
      await page.goto(ALMENA_PAGE);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Sucursales de Laboratorio Almena',
      );
      await expect(page.getByText('Laboratorio', { exact: true })).toBeVisible();
      await expect(page.getByText('2 sucursales · México')).toBeVisible();
      await expect(page.getByRole('columnheader')).toHaveText([
        '',
        'Estado',
        'Sucursal',
        'Direccion',
        'Examenes',
        'Telefono',
      ]);
      await expect(page.getByRole('navigation', { name: 'Ruta' })).toHaveText(
        /Partners.*Laboratorio Almena/,
      );
      const middle = async (text: string) => {
        const { y = 0, height = 0 } = (await page.getByText(text).boundingBox()) ?? {};
        return Math.round(y + height / 2);
      };
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect
        .poll(
          async () => (await middle('Editar partner')) - (await middle('2 sucursales · México')),
        )
        .toBe(0);
    });

    await test.step('E-2.123, E-2.124: the list shows the parts of an address, the whole address, and the exams by name', async () => {
      const puebla = rows(page).filter({ hasText: 'Angelópolis' }).first();
      await expect(puebla).toContainText('Niño Poblano 2510, Angelópolis, Puebla');
      await expect(
        puebla.getByRole('img', { name: 'Dirección en 3 datos: calle, colonia, ciudad' }),
      ).toHaveText('3');
      await expect(puebla).toContainText('7 exámenes');
      await expect(puebla).toContainText('Seminograma, Perfil Hormonal +5');
      await expect(puebla).toContainText('UTM');
      await puebla.getByText('7 exámenes').hover();
      await expect(page.getByRole('tooltip')).toContainText('Pefil tiroideo');
      await expect(page.getByRole('tooltip')).toContainText('ERM de Cráneo');

      const veracruz = rows(page).filter({ hasText: 'Boca del Río' });
      await expect(veracruz.getByRole('img', { name: 'Dirección en un solo texto' })).toHaveText(
        '1',
      );
      await expect(veracruz).toContainText('1 examen');
      await expect(veracruz).toContainText('Marcadores Bioquímicos Seminales');
      await expect(veracruz).not.toContainText('UTM');
      const address = page.getByTitle('Av. Ruiz Cortines 1620, Boca del Río, Veracruz');
      const isFullyShown = () =>
        address.evaluate(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth <= clientWidth && scrollHeight <= clientHeight,
        );
      await expect.poll(isFullyShown).toBe(true);
    });

    await test.step('E-2.125, E-10.200: the phone of a row is a separate link above the row’s link', async () => {
      const call = page.getByRole('link', { name: '222 225 6113', exact: true });
      await expect(call).toHaveAttribute('href', 'tel:+522222256113');
      await call.click({ trial: true });
      await page.getByRole('link', { name: /^WhatsApp al 222 225 6113/ }).click({ trial: true });
    });

    await test.step('E-2.121: name, state, address and phone are searched without accents', async () => {
      const search = page.getByRole('searchbox', { name: 'Buscar sucursales' });
      for (const text of ['angelopolis', 'PUEBLA', 'nino poblano', '2222256113']) {
        await search.fill(text);
        await search.press('Enter');
        await expect(page.getByText('1 resultado')).toBeVisible();
        await expect(rows(page)).toHaveCount(1);
        await expect(rows(page)).toContainText('Almena Angelópolis');
      }
      await expect(page).toHaveURL(new RegExp(`${ALMENA_PAGE}$`));
      await search.fill('nada de esto');
      await search.press('Enter');
      await expect(page.getByText('No hay datos disponibles')).toBeVisible();
      await page.getByRole('button', { name: 'Limpiar filtros' }).click();
      await expect(rows(page)).toHaveCount(2);
    });

    await test.step('E-2.119: an unknown partner is reported, with a link back', async () => {
      await moveTo(page, '/partner/nadie');
      await expect(page.getByText('No encontramos este partner')).toBeVisible();
      await page.getByRole('link', { name: 'Ver todos los partners' }).click();
      await expect(page).toHaveURL(/\/partners$/);
    });

    await test.step('E-3.75, E-8.12, E-8.14: a failed list shows an error, and Reintentar loads it', async () => {
      await blockEvents(page);
      await page.route(
        /get-branches-by-partner/,
        (route) =>
          route.fulfill({
            status: 404,
            json: { status: 404, code: 'CONFLICT', errorMessage: 'No se pudo.' },
          }),
        { times: 1 },
      );
      await page.goto(ALMENA_PAGE);
      const failure = page
        .getByRole('alert')
        .filter({ hasText: 'Error al obtener las sucursales' });
      await expect(failure).toBeVisible();
      await failure.getByRole('button', { name: 'Reintentar' }).click();
      await expect(rows(page)).toHaveCount(2);
    });
  });
});
