import type { Page } from '@playwright/test';
import { expect, failedRequest, test } from '../product/test.ts';
import { card, column, findStored, otherBrowser, panel, prospect, prospects } from './records.ts';

test.use({
  dataset: prospects([
    prospect('Ana Núñez', { notes: 'Llamar', createDate: '2026-01-09T00:00:00Z' }),
    prospect('Beto Ruiz', { createDate: '2026-01-08T00:00:00Z' }),
    prospect('Ciro Sosa', { status: 'contacted', createDate: '2026-01-07T00:00:00Z' }),
    prospect('Dora Paz', { status: 'rejected', createDate: '2026-01-06T00:00:00Z' }),
    prospect('Elio Mar', { status: 'archivado', createDate: '2026-01-05T00:00:00Z' }),
  ]),
});

/** Drags a card with the pointer to a column. */
async function drag(page: Page, name: string, to: string, { drop = true } = {}) {
  // Hovering waits until the card has stopped moving.
  await card(page, name).hover();
  const from = await card(page, name).boundingBox();
  const target = await column(page, to).boundingBox();
  if (!from || !target) throw new Error('Card or column is out of sight');
  await page.mouse.move(from.x + 40, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, target.y + 90, { steps: 6 });
  if (drop) await page.mouse.up();
}

async function open(page: Page) {
  await page.goto('/prospectos?vista=tablero');
  // Waits for the answer of every column: a later one would not be shown while the clock is stopped.
  for (const name of ['Ana', 'Ciro', 'Dora', 'Elio']) await expect(card(page, name)).toBeVisible();
}

/** Stops the clock, so that a dragged card is not dropped automatically. */
async function stopTime(page: Page) {
  // Far enough ahead that a busy machine does not pass it before the stop.
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
}

const waitForMove = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/v1/prospects/move'));

test('the board has a column for each status, and a dragged card moves immediately', async ({
  staffPage: page,
}) => {
  await test.step('each column has its count and cards, and the view is in the URL', async () => {
    await page.goto('/prospectos');
    await page.getByRole('button', { name: 'Tablero' }).click();
    await expect(page).toHaveURL('/prospectos?vista=tablero');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Pendiente',
      'Contactado',
      'Convertido',
      'Rechazado',
      'Sin estado',
    ]);
    await expect(column(page, 'Pendiente').getByRole('listitem')).toHaveCount(2);
    await expect(column(page, 'Pendiente').getByRole('listitem').first()).toContainText(
      'Ana Núñez',
    );
    await expect(column(page, 'Convertido')).toContainText('Sin prospectos');
    await expect(column(page, 'Sin estado')).toContainText('Elio Mar');
    await page.getByRole('searchbox', { name: 'Buscar prospecto' }).fill('dora');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ana' })).toHaveCount(0);
    await expect(column(page, 'Rechazado')).toContainText('Dora Paz');
    await expect(column(page, 'Pendiente')).toContainText('0');
    await page.getByRole('searchbox', { name: 'Buscar prospecto' }).clear();
    await expect(card(page, 'Ana')).toBeVisible();
  });

  await test.step('E-10.100: a dragged card is in its new column immediately, and keeps its notes', async () => {
    await open(page);
    const answer = waitForMove(page);
    await drag(page, 'Ana', 'Contactado');
    await expect(column(page, 'Contactado').getByRole('listitem').first()).toContainText(
      'Ana Núñez',
    );
    await expect(column(page, 'Contactado')).toContainText('2');
    await expect(column(page, 'Pendiente').getByRole('listitem')).toHaveCount(1);
    expect((await answer).status()).toBe(200);
    expect(await findStored(page, 'prs_ananez')).toMatchObject({
      status: 'contacted',
      notes: 'Llamar',
    });
    // The drop must not count as a click.
    await expect(panel(page)).toHaveCount(0);
    await page.reload();
    await expect(column(page, 'Contactado').getByRole('listitem').first()).toContainText(
      'Ana Núñez',
    );
  });

  await test.step('E-10.1493: a drop can be undone', async () => {
    const answer = waitForMove(page);
    await drag(page, 'Beto', 'Rechazado');
    expect((await answer).status()).toBe(200);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('Cambio deshecho')).toBeVisible();
    await expect(column(page, 'Pendiente')).toContainText('Beto');
  });

  await test.step('a moved card stays on top until another search', async () => {
    await open(page);
    const first = column(page, 'Contactado').getByRole('listitem').first();
    const answer = waitForMove(page);
    await drag(page, 'Elio', 'Contactado');
    expect((await answer).status()).toBe(200);
    await expect(first).toContainText('Elio Mar');
    const search = page.getByRole('searchbox', { name: 'Buscar prospecto' });
    await search.fill('ciro');
    await expect(page.getByRole('listitem').filter({ hasText: 'Elio' })).toHaveCount(0);
    await search.clear();
    await expect(card(page, 'Elio')).toBeVisible();
    await expect(first).toContainText('Ana Núñez');
  });

  await test.step('E-10.204: a card dropped in Convertido opens the conversion, and returns from a cancelled one', async () => {
    await drag(page, 'Dora', 'Convertido');
    const form = page.getByRole('dialog', { name: 'Convertir en paciente' });
    await expect(form.getByLabel('Nombre')).toHaveValue('Dora Paz');
    await form.getByRole('button', { name: 'Cancelar' }).click();
    await expect(form).toHaveCount(0);
    await expect(column(page, 'Rechazado')).toContainText('Dora Paz');
    await expect(column(page, 'Convertido')).toContainText('Sin prospectos');
  });
});

test('a drag that is cancelled changes nothing, and several moves are saved in order', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await test.step('E-10.100: Escape, «Sin estado» and a card’s own column leave it unchanged', async () => {
    await open(page);
    const requests: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && requests.push(request.url()));
    await drag(page, 'Ana', 'Rechazado', { drop: false });
    await expect(column(page, 'Rechazado')).toHaveAttribute('data-target');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(column(page, 'Rechazado')).not.toHaveAttribute('data-target');
    await drag(page, 'Beto', 'Sin estado', { drop: false });
    await expect(column(page, 'Sin estado')).not.toHaveAttribute('data-target');
    await page.mouse.up();
    await drag(page, 'Beto', 'Pendiente');
    await expect(column(page, 'Pendiente').getByRole('listitem')).toHaveCount(2);
    // A card of 'Sin estado' can be moved out of it.
    const answer = waitForMove(page);
    await drag(page, 'Elio', 'Pendiente');
    expect((await answer).status()).toBe(200);
    expect(requests).toHaveLength(1);
    await expect(column(page, 'Pendiente').getByRole('listitem').first()).toContainText('Elio Mar');
  });

  await test.step('moves are saved in their order', async () => {
    await open(page);
    const { promise: delayed, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/v1/prospects/move', async (route) => {
      // The first answer is delayed, and the second does not overtake it.
      await delayed;
      await route.continue();
    });
    for (const [name, to] of [
      ['Ana Núñez', 'Contactado'],
      ['Ana Núñez', 'Rechazado'],
      ['Beto Ruiz', 'Contactado'],
    ] as const) {
      await drag(page, name, to);
      await expect(column(page, to)).toContainText(name);
    }
    goOn();
    await expect.poll(async () => (await findStored(page, 'prs_ananez')).status).toBe('rejected');
    await expect
      .poll(async () => (await findStored(page, 'prs_betoruiz')).status)
      .toBe('contacted');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('E-10.204: a card left in Convertido stays there without a move once it is converted', async () => {
    await open(page);
    const requests: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && requests.push(request.url()));
    await drag(page, 'Dora', 'Convertido');
    const form = page.getByRole('dialog', { name: 'Convertir en paciente' });
    await form.getByRole('button', { name: 'Crear paciente' }).click();
    await expect(form).toHaveCount(0);
    await expect(column(page, 'Convertido')).toContainText('Dora Paz');
    expect(await findStored(page, 'prs_dorapaz')).toMatchObject({
      status: 'converted',
      patient: { name: 'Dora Paz' },
    });
    expect(requests).toEqual([]);
  });
});

test('the keyboard moves a card, and it is saved in the column where it stops', async ({
  staffPage: page,
}) => {
  await test.step('E-10.101: the arrows move the focused card, and the column is announced', async () => {
    await page.clock.install();
    await open(page);
    await stopTime(page);
    const announcement = page.locator('[aria-live="assertive"]');
    await card(page, 'Ana').focus();
    await page.keyboard.press('ArrowDown');
    await expect(card(page, 'Beto')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(card(page, 'Ana')).toBeFocused();
    const answer = waitForMove(page);
    await page.keyboard.press('ArrowRight');
    await expect(announcement).toHaveText('Ana Núñez: Contactado');
    await expect(column(page, 'Contactado').getByRole('listitem').first()).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(announcement).toHaveText('Ana Núñez: Rechazado');
    await page.keyboard.press('ArrowRight');
    await expect(announcement).toHaveText('No hay más columnas a la derecha.');
    await page.clock.resume();
    // Only the column of the drop counts, not those in between.
    expect((await answer).request().postDataJSON()).toMatchObject({
      from: 'pending',
      status: 'rejected',
    });
    await expect(card(page, 'Ana')).toBeFocused();
    await expect(column(page, 'Rechazado')).toContainText('Ana Núñez');

    await stopTime(page);
    await page.keyboard.press('ArrowLeft');
    await expect(announcement).toHaveText('Ana Núñez: Convertido');
    await page.keyboard.press('Escape');
    await expect(announcement).toHaveText('Ana Núñez sigue en Rechazado.');
    await page.clock.resume();
    await expect(card(page, 'Ana')).toBeFocused();
    expect(await findStored(page, 'prs_ananez')).toMatchObject({ status: 'rejected', version: 2 });
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card(page, 'Ana')).toBeFocused();
  });

  await test.step('Enter saves a moved card immediately', async () => {
    await open(page);
    await stopTime(page);
    await card(page, 'Ciro').focus();
    await page.keyboard.press('ArrowLeft');
    const answer = waitForMove(page);
    await page.keyboard.press('Enter');
    expect((await answer).status()).toBe(200);
    await expect(column(page, 'Pendiente').getByRole('listitem').first()).toContainText('Ciro');
    await expect(panel(page)).toHaveCount(0);
  });

  await test.step('leaving the board saves a card that was being moved', async () => {
    await page.clock.resume();
    await open(page);
    await card(page, 'Beto').focus();
    const answer = waitForMove(page);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Tabla', exact: true }).click();
    expect((await answer).request().postDataJSON()).toMatchObject({ status: 'contacted' });
  });
});

test.describe('rejected moves of a card', () => {
  test.use({ expectedErrors: failedRequest(409) });

  test('a rejected move is reported, and can be repeated', {
    tag: '@nightly',
  }, async ({ staffPage: page, browser, product }) => {
    await test.step('E-10.100: a card returns if the server is unreachable, and Reintentar moves it', async () => {
      await open(page);
      await page.route('**/v1/prospects/move', (route) => route.abort());
      await drag(page, 'Ana', 'Contactado');
      const failure = page
        .getByRole('alert')
        .filter({ hasText: 'Error al actualizar el prospecto' });
      await expect(failure).toBeVisible();
      await expect(column(page, 'Pendiente').getByRole('listitem')).toHaveCount(2);
      await expect(column(page, 'Contactado')).not.toContainText('Ana');
      await page.unroute('**/v1/prospects/move');
      await failure.getByRole('button', { name: 'Reintentar' }).click();
      await expect(column(page, 'Contactado')).toContainText('Ana Núñez');
      await expect
        .poll(async () => (await findStored(page, 'prs_ananez')).status)
        .toBe('contacted');
    });

    await test.step('E-10.100: one of two users who move the same card wins, and the other sees its column', async () => {
      // The board gets no events, so it shows the card in its earlier column.
      await page.route('**/v1/events*', (route) => route.abort());
      await open(page);
      let release: () => void = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/v1/prospects/list*', async (route) => {
        await released;
        await route.continue();
      });
      const other = await otherBrowser(browser, product);
      await open(other);
      const otherMove = waitForMove(other);
      await drag(other, 'Beto', 'Rechazado');
      expect((await otherMove).status()).toBe(200);
      await other.context().close();

      await drag(page, 'Beto', 'Contactado');
      await expect(
        page.getByRole('alert').getByText('Beto Ruiz ya está en Rechazado'),
      ).toBeVisible();
      await expect(column(page, 'Rechazado')).toContainText('Beto Ruiz');
      release();
      await expect(column(page, 'Contactado').getByRole('listitem')).toHaveCount(2);
      await expect(column(page, 'Rechazado').getByRole('listitem')).toHaveCount(2);
      expect(await findStored(page, 'prs_betoruiz')).toMatchObject({
        status: 'rejected',
        version: 2,
      });
    });
  });
});
