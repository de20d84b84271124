import type { Page } from '@playwright/test';
import { makeExport, person } from '../patients/records.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import { anotherBrowser, change, recordCalls } from './screens.ts';

const crowd = Array.from({ length: 60 }, (_, index) =>
  person(`Persona ${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`, {
    status: 1,
    createDate: new Date(Date.UTC(2026, 0, 60 - index)).toISOString(),
  }),
);
test.use({ dataset: makeExport(crowd) });

const EVENTS = '/v1/events';
const patient = { name: 'Ana Nueva', email: null, phone: null, status: 1 };
const names = (page: Page) => page.getByRole('table').locator('[data-row-link]');
const create = (page: Page, name = patient.name) =>
  change(page.request, 'post', '/v1/user/create', { ...patient, name });

test('a list that shows other users’ changes keeps selection, focus, scroll and text', async ({
  browser,
  product,
  staffPage: page,
}) => {
  const otherPage = await anotherBrowser(browser, product);

  await test.step('E-10.81: the search keeps its text, and the list stays filtered by it', async () => {
    await page.goto('/pacientes');
    const search = page.getByRole('searchbox');
    await search.fill('nueva');
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await create(otherPage);
    await expect(names(page)).toHaveText([/Ana Nueva/]);
    await expect(search).toHaveValue('nueva');
    await expect(search).toBeFocused();
    await search.clear();
    await expect(page.getByText('61 pacientes registrados')).toBeAttached();
  });

  await test.step('E-10.81: selection, focus and the visible row stay', async () => {
    await moveTo(page, '/pacientes');
    await expect(names(page).first()).toContainText('Ana Nueva');
    const row = page.getByRole('row', { name: /Persona ba/ });
    // Only rows near the window are rendered.
    await page.evaluate('scrollTo(0, 26 * 54)');
    await expect(row).toBeInViewport();
    await page.getByRole('checkbox', { name: /Persona ba/ }).check();
    await names(page).filter({ hasText: 'Persona bc' }).focus();
    const place = () => row.evaluate((element) => element.getBoundingClientRect().top);
    // Waits until the list has measured its rows and stopped moving.
    await row.hover({ trial: true });
    const before = await place();
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0);

    await create(otherPage);
    await expect(page.getByText('62 pacientes registrados')).toBeAttached();
    await expect(names(page).filter({ hasText: 'Persona bc' })).toBeFocused();
    await expect(page.getByText('1 elementos seleccionados')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /Persona ba/ })).toBeChecked();
    await expect.poll(place).toBeCloseTo(before, 0);
  });

  await test.step('E-10.81: a form keeps its text while the list behind it follows', async () => {
    await moveTo(page, '/pacientes');
    await page.getByRole('button', { name: 'Crear paciente' }).click();
    const name = page.getByRole('dialog').getByLabel(/^Nombre/);
    await name.fill('Alguien');
    await create(otherPage);
    await expect(page.getByText('63 pacientes registrados')).toBeAttached();
    await expect(name).toHaveValue('Alguien');
    await expect(name).toBeFocused();
  });

  await nightlyStep('E-10.82: an open record is not read again, nor is its list', async () => {
    await otherPage.goto('/pacientes');
    await expect(names(otherPage).first()).toBeVisible();
    const calls = recordCalls(page);
    await page.goto('/pacientes/usr_personaaa');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Persona aa');
    const request = otherPage.waitForRequest('**/v1/user/list*');
    const edit = { idUser: 'usr_personaaa', name: 'Persona Otra' };
    await change(page.request, 'put', '/v1/user/update', edit);
    expect((await request).headers()).toMatchObject({ 'x-simiente-background': '1' });
    await expect(names(otherPage).filter({ hasText: 'Persona Otra' })).toBeVisible();
    expect(calls.filter((path) => path === '/v1/user/get-one')).toHaveLength(1);
    expect(calls).not.toContain('/v1/user/list');
    // The opened patient has the current data.
    await page.getByRole('link', { name: 'Pacientes' }).first().click();
    await names(page).filter({ hasText: 'Persona Otra' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Persona Otra');
  });
});

test('E-10.87: the tabs of a browser share one stream, which continues when its tab is closed', async ({
  staffPage: first,
  context,
}) => {
  const opened: Page[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === EVENTS) opened.push(request.frame().page());
  });
  await first.goto('/pacientes');
  await expect.poll(() => opened).toEqual([first]);
  const others = [await context.newPage(), await context.newPage()];
  for (const page of others) {
    await page.goto('/pacientes');
    await expect(page.getByText('60 pacientes registrados')).toBeVisible();
  }
  await create(first);
  for (const page of [first, ...others]) {
    await expect(page.getByText('61 pacientes registrados')).toBeVisible();
  }
  expect(opened).toEqual([first]);

  const [second] = others;
  if (!second) throw new Error('There is no other tab');
  await first.close();
  await create(second, 'Beto Nuevo');
  for (const page of others) {
    await expect(page.getByText('62 pacientes registrados')).toBeVisible();
  }
  expect(opened).toHaveLength(2);
});

test.describe('a live list without updates for a while', () => {
  test.use({ expectedErrors: failedRequest() });

  test('a list catches up after a time without a network or a stream', async ({
    browser,
    product,
    staffPage: page,
    context,
  }) => {
    await test.step('E-10.85: a list catches up after a time without a network', async () => {
      const otherPage = await anotherBrowser(browser, product);
      await page.goto('/pacientes');
      await expect(page.getByText('60 pacientes registrados')).toBeVisible();
      await context.setOffline(true);
      await create(otherPage);
      await expect(otherPage.getByText('61 pacientes registrados')).toHaveCount(0);
      await context.setOffline(false);
      await expect(page.getByText('61 pacientes registrados')).toBeVisible();
    });

    await test.step('E-10.85: a list catches up after a time without the stream', async () => {
      let isBlocked = true;
      let rejected = 0;
      await page.route(`**${EVENTS}*`, (route) => {
        if (!isBlocked) return route.continue();
        rejected += 1;
        return route.abort();
      });
      await page.goto('/pacientes');
      await expect(page.getByText('61 pacientes registrados')).toBeVisible();
      await expect.poll(() => rejected).toBeGreaterThan(0);
      await create(page);
      const opened = page.waitForResponse(`**${EVENTS}*`);
      isBlocked = false;
      await opened;
      await expect(page.getByText('62 pacientes registrados')).toBeVisible();
    });
  });
});
