import { expectAccessibleLayout } from '../product/looks.ts';
import { expect, moveTo, test } from '../product/test.ts';
import { ALMENA_PAGE, makeAlmena, openForm, press } from './records.ts';

const LONG = 'Almena de la Inmaculada Concepción y San Sebastián de Aparicio Norte';

test.use({
  dataset: makeAlmena([
    {
      name: 'Almena Roma Norte',
      state: 'Ciudad de México',
      location: { lat: 19.418, lng: -99.162 },
      utm: true,
    },
    {
      name: LONG,
      state: 'San Luis Potosí y sus alrededores',
      address: LONG.repeat(3),
      location: { lat: 22.15, lng: -100.98 },
      utm: true,
    },
    { name: 'Almena Mérida', location: { lat: 20.97, lng: -89.62 } },
    { name: 'Almena Mérida Norte', location: { lat: 20.971, lng: -89.621 } },
  ]),
});
test('the list, the map and the form of branches are accessible and fit', async ({
  staffPage: page,
}) => {
  await test.step('E-2.235: the list is accessible at every width', async () => {
    await page.goto(ALMENA_PAGE);
    await expect(page.getByText('Almena Roma Norte')).toBeVisible();
    await expectAccessibleLayout(page);
  });

  await test.step('E-2.235: the map is accessible at every width', async () => {
    await moveTo(page, `${ALMENA_PAGE}?vista=mapa`);
    const marks = page.locator('.leaflet-marker-icon[role="button"]');
    await expect(marks.first()).toBeVisible();
    await page.getByRole('button', { name: 'Almena Roma Norte' }).click();
    await expect(page.getByRole('link', { name: 'Almena Roma Norte', exact: true })).toBeVisible();
    await expectAccessibleLayout(page, () => expect(marks.first()).toBeVisible());
  });

  await test.step('E-2.235: the form and its errors are accessible at every width', async () => {
    await openForm(page);
    await press(page, 'Crear sucursal');
    await expect(page.getByText('Escribe el nombre.')).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar aviso' }).click();
    await expectAccessibleLayout(page, () =>
      expect(page.getByRole('application').locator('path').first()).toBeAttached(),
    );
  });
});
