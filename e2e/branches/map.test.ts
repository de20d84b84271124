import type { Locator, Page } from '@playwright/test';
import { expect, moveTo, nightlyStep, test } from '../product/test.ts';
import { ALMENA_PAGE, field, makeAlmena, openForm, press } from './records.ts';

test.use({ reducedMotion: 'no-preference' });

const pickMap = (page: Page) => page.getByRole('application', { name: 'Lugar de la sucursal' });
const placesMap = (page: Page) => page.getByRole('application', { name: 'Mapa de sucursales' });
const pin = (page: Page) => pickMap(page).locator('.leaflet-marker-draggable');

/** The coordinates as the two fields hold them. */
async function coordinates(page: Page): Promise<{ lat: number; lng: number }> {
  const lat = Number(await field(page, 'Latitud').inputValue());
  const lng = Number(await field(page, 'Longitud').inputValue());
  return { lat, lng };
}

async function findMiddle(locator: Locator) {
  // Hovering waits until the element has stopped moving.
  await locator.hover();
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The map is not visible');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const MERIDA = { lat: 20.97, lng: -89.62 };
const branches = [
  { name: 'Almena Polanco', state: 'Ciudad de México', location: { lat: 19.43, lng: -99.19 } },
  { name: 'Almena Mérida', state: 'Yucatán', location: MERIDA },
  { name: 'Almena Mérida Norte', state: 'Yucatán', location: MERIDA },
];

test.describe('the pin and the coordinates of the form', () => {
  test.use({ dataset: makeAlmena([]) });

  test('the pin of the form and its coordinates follow each other, by mouse, by keyboard and without a ground', async ({
    staffPage: page,
  }) => {
    await test.step('a partner without branches has a notice, and a link to create the first', async () => {
      await page.goto(ALMENA_PAGE);
      await expect(page.getByText('No data available')).toBeVisible();
      await expect(page.getByText('0 sucursales · México')).toBeVisible();
      await page.getByRole('status').getByRole('link', { name: 'Crear sucursal' }).click();
      await expect(page).toHaveURL(/\/partners\/create-branch$/);
      await expect(page.getByText('Para Laboratorio Almena.')).toBeVisible();
    });

    await test.step('E-2.231: click, drag and text move the pin', async () => {
      await expect(pickMap(page).locator('path').first()).toBeAttached();
      await expect(pin(page)).toHaveCount(0);

      // A click places the marker.
      const { x, y } = await findMiddle(pickMap(page));
      await page.mouse.click(x, y);
      await expect(pin(page)).toBeVisible();
      await expect(field(page, 'Longitud')).not.toHaveValue('');
      const clicked = await coordinates(page);
      expect(clicked.lat).toBeGreaterThan(14);
      expect(clicked.lng).toBeLessThan(-86);

      // Dragging moves the marker to the east.
      const from = await findMiddle(pin(page));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 40, from.y, { steps: 5 });
      await page.mouse.up();
      await expect.poll(async () => (await coordinates(page)).lng).toBeGreaterThan(clicked.lng);
      expect((await coordinates(page)).lat).toBeCloseTo(clicked.lat, 0);

      // Typed coordinates move the marker, and centre the map on it.
      await field(page, 'Latitud').fill('20.97');
      await field(page, 'Longitud').fill('-89.62');
      const middle = await findMiddle(pickMap(page));
      await expect
        .poll(async () => {
          const at = await findMiddle(pin(page));
          return Math.hypot(at.x - middle.x, at.y - middle.y);
        })
        .toBeLessThan(40);
      await field(page, 'Latitud').fill('91');
      await expect(pin(page)).toHaveCount(0);

      // A pasted pair, as map sites copy it, fills both fields.
      await field(page, 'Latitud').fill('19.41844, -99.16231');
      await expect.poll(() => coordinates(page)).toEqual({ lat: 19.41844, lng: -99.16231 });
      await expect(pin(page)).toBeVisible();
    });

    await test.step('E-2.231: the keyboard sets the pin', async () => {
      await openForm(page);
      await expect(pickMap(page)).toBeVisible();
      await page.getByLabel('Zona horaria').focus();
      await page.keyboard.press('Tab');
      await expect(pickMap(page)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(pin(page)).toBeVisible();
      await expect(field(page, 'Longitud')).not.toHaveValue('');
      const before = await coordinates(page);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      // The map may not have arrived yet: it moves slowly.
      await expect(async () => {
        await page.keyboard.press('Enter');
        expect((await coordinates(page)).lng).toBeGreaterThan(before.lng);
      }).toPass();
      // Enter on the map does not submit the form.
      await expect(page.getByRole('alert').filter({ hasText: 'Por favor' })).toHaveCount(0);
    });

    await nightlyStep('E-2.231: the pin works without the ground of the map', async () => {
      await page.route(/outlines.*\.json/, (route) => route.fulfill({ status: 200, body: '' }));
      await openForm(page);
      await expect(page.getByText('No se pudo cargar el mapa.')).toBeVisible();
      await field(page, 'Latitud').fill('19.4');
      await field(page, 'Longitud').fill('-99.1');
      await expect(pin(page)).toBeVisible();
    });
  });
});

test.describe('the map of a partner', () => {
  test.use({ dataset: makeAlmena(branches) });

  test('the map of a partner shows its branches, follows the search, and calls no other origin', async ({
    staffPage: page,
    product,
  }) => {
    await test.step('E-2.232: the map loads its code with its screens, from its own origin', async () => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(ALMENA_PAGE);
      await expect(page.getByText('3 sucursales · México')).toBeVisible();
      expect(requests.filter((url) => /outlines|PlacesMap|PickMap/.test(url))).toEqual([]);
      await page.getByRole('button', { name: 'Mapa' }).click();
      await expect(placesMap(page).locator('path').first()).toBeAttached();
      await page.getByRole('link', { name: 'Crear sucursal' }).click();
      await expect(pickMap(page).locator('path').first()).toBeAttached();
      const transferred = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('outlines'))
          .map((entry) => 'transferSize' in entry && entry.transferSize),
      );
      // The second map takes them from the cache.
      expect(transferred).toEqual([expect.any(Number), 0]);
      const foreign = requests.filter((url) => !url.startsWith(`${product.url}/`));
      expect(foreign).toEqual([]);
    });

    await test.step('the map shows the results of the search', async () => {
      await moveTo(page, `${ALMENA_PAGE}?vista=mapa`);
      await expect(page.getByText('3 sucursales en el mapa.')).toBeVisible();
      await page.getByRole('searchbox', { name: 'Buscar sucursales' }).fill('polanco');
      await expect(page.getByText('1 sucursal en el mapa.')).toBeVisible();
      await expect(placesMap(page).locator('.leaflet-marker-icon[role="button"]')).toHaveCount(1);
    });

    await test.step('E-10.2780: without tiles the names of cities appear with the zoom, and replace those of states', async () => {
      await expect(placesMap(page)).toContainText('Guerrero');
      await expect(placesMap(page)).not.toContainText('Toluca');
      await placesMap(page).locator('.leaflet-control-zoom-in').click();
      await expect(placesMap(page)).toContainText('Toluca');
      await expect(placesMap(page)).not.toContainText('Guerrero');
    });

    await test.step('E-2.230: a mark names its branch, and links to it', async () => {
      await moveTo(page, ALMENA_PAGE);
      await page.getByRole('button', { name: 'Mapa' }).click();
      await expect(page).toHaveURL(/vista=mapa/);
      await expect(page.getByText('3 sucursales en el mapa.')).toBeVisible();
      await placesMap(page).getByRole('button', { name: 'Almena Polanco' }).click();
      await expect(page.getByRole('link', { name: 'Almena Polanco', exact: true })).toBeVisible();

      // Two branches at the same spot are one marker, with a link to each.
      await placesMap(page).getByRole('button', { name: '2 sucursales' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('link', { name: 'Almena Polanco', exact: true })).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Almena Mérida', exact: true })).toBeVisible();
      await page.getByRole('link', { name: 'Almena Mérida Norte', exact: true }).click();
      await expect(field(page, 'Nombre')).toHaveValue('Almena Mérida Norte');
    });
  });
});

test.describe('with MAP_TILES_URL', () => {
  test.use({
    dataset: makeAlmena(branches),
    mapTiles: {
      url: 'https://teselas.example/{z}/{x}/{y}.png',
      attribution: '© Teselas <b>de prueba</b>',
    },
    // The browser logs the rejected origin and the tiles that failed.
    expectedErrors: /Content Security Policy|net::ERR_FAILED/,
    expectedRejections: /img-src https:\/\/otro\.example|connect-src https:\/\/teselas\.example/,
  });

  test('with MAP_TILES_URL both maps use the tiles, and no other origin is allowed', {
    tag: '@nightly',
  }, async ({ staffPage: page }) => {
    await test.step('E-2.232: the ground is its tiles with their attribution', async () => {
      const tiles: string[] = [];
      const elsewhere: string[] = [];
      const pixel = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      );
      await page.route('https://teselas.example/**', (route) => {
        tiles.push(route.request().url());
        return route.fulfill({ contentType: 'image/png', body: pixel });
      });
      await page.route('https://otro.example/**', (route) => {
        elsewhere.push(route.request().url());
        return route.fulfill({ contentType: 'image/png', body: pixel });
      });
      await page.goto(`${ALMENA_PAGE}?vista=mapa`);
      await expect(placesMap(page).locator('img.leaflet-tile-loaded').first()).toBeAttached();
      await expect(placesMap(page)).toContainText('© Teselas <b>de prueba</b>');
      expect(tiles.length).toBeGreaterThan(0);
      expect(tiles[0]).toMatch(/^https:\/\/teselas\.example\/\d+\/\d+\/\d+\.png$/);

      const rejected = await page.evaluate(
        `new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
        new Image().src = 'https://otro.example/x.png';
      })`,
      );
      expect(rejected).toBe('img-src');
      expect(elsewhere).toEqual([]);
      // Only images may come from that origin.
      await expect(
        page.evaluate("fetch('https://teselas.example/0/0/0.png').then(() => 'yes', () => 'no')"),
      ).resolves.toBe('no');
      await page.unrouteAll();
    });

    await test.step('the map of the form works without tiles', async () => {
      await page.route('https://teselas.example/**', (route) => route.abort());
      await openForm(page);
      await field(page, 'Latitud').fill('19.41844');
      await field(page, 'Longitud').fill('-99.16231');
      await expect(pin(page)).toBeVisible();
      await press(page, 'Cancelar');
      await page.getByRole('button', { name: 'Descartar' }).click();
      await expect(page).toHaveURL(new RegExp(`${ALMENA_PAGE}$`));
    });
  });
});
