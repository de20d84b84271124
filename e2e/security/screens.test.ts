import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { MARKUP } from '@simiente/server/testing/markup';
import { isFullRun } from '../../scripts/test-length.mjs';
import { expect, signIn, test } from '../product/test.ts';
import { panel } from '../prospects/records.ts';
import { everyScreen, expectNothingLeft, goToScreen, openScreen } from './screens.ts';

/** Files of the web app that the server serves, besides its page. */
const WEB_FILES = fileURLToPath(new URL('../../apps/web/dist/assets', import.meta.url));

/** The beginning of the markup as visible text. */
const READ = MARKUP.slice(0, 20);

/** Screens without stored text: forms, or pages that this account may not see. */
const EMPTY = [
  '/login',
  '/recuperar',
  '/contrasena',
  '/invitacion',
  '/auditoria',
  '/cuentas',
  '/sistema',
  '/partners/create-partner',
  '/partners/create-branch',
  '/home/',
  '/pacientes/importar',
  '/prospectos/importar',
];

/** The elements that would exist if the browser parsed any of the markup. */
const ALIVE = [
  'img[src="x"]',
  '[onerror]',
  '[onload]',
  'a[href^="javascript:" i]',
  'script:not([src]):not([nonce])',
  'iframe',
  'object',
  'embed',
  'base',
].join();

/** All text of the page and its fields. */
const READ_ALL = `[
  document.body.innerText,
  ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
].join('\\n')`;

async function expectInert(page: Page, where: string): Promise<void> {
  expect(await page.locator(ALIVE).count(), where).toBe(0);
  expect(await page.evaluate<boolean>("'hurt' in globalThis"), where).toBe(false);
  expect(await page.title(), where).not.toBe('');
}

/** Describing all calls takes as long as all screens together. */
async function describeOneCall(page: Page): Promise<void> {
  await page.route('**/docs/json', async (route) => {
    const answer = await route.fetch();
    const { paths, ...others } = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...others, paths: { '/v1/user/list': paths['/v1/user/list'] } },
    });
  });
}

test.describe('T-E1: hostile markup in every field', () => {
  test.use({ dataset: { kind: 'hostile', patients: 12 } });

  test('T-E1: markup in every field is shown as text, on every screen and in the parts that open on it', async ({
    staffPage: page,
    product,
  }) => {
    const requests = new Set<string>();
    page.on('request', (request) => requests.add(request.url()));
    await test.step('search, panel, board, menu and toast show markup as text', async () => {
      await openScreen(page, '/prospectos');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Buscar en Simiente' }).fill('img src=x');
      await expect(page.getByRole('dialog').getByText(READ).first()).toBeVisible();
      await expectInert(page, 'search');
      await page.keyboard.press('Escape');

      await page.getByRole('table', { name: 'Prospectos' }).getByText(READ).first().click();
      await expect(panel(page).getByText(READ).first()).toBeVisible();
      await expectInert(page, 'panel');

      await goToScreen(page, '/prospectos?vista=tablero');
      await expect(page.getByRole('listitem').getByText(READ).first()).toBeVisible();
      await expectInert(page, 'board');

      await goToScreen(page, '/pacientes');
      await page.getByRole('checkbox').nth(1).check();
      await page.getByRole('button', { name: /Eliminar/ }).click();
      await expectInert(page, 'question');
    });

    await test.step('every screen shows markup as text', async () => {
      // A change, so that the activity has an entry.
      const [{ idUser }] = (await (await page.request.get('/v1/user/list')).json()).data.userData;
      for (const status of [2, 3]) {
        const data = { idUsers: [idUser], status };
        await page.request.put('/v1/user/update-status', { data });
      }
      // Adds a prescription to validate.
      const recipe = { idUser, date: null, type: null, meetingUrl: null };
      await page.request.post('/v1/recipe/create_appointment', { data: recipe });
      const screens = await everyScreen(page.request);
      // Adds a deleted patient.
      const [, { idUser: trashed }] = (await (await page.request.get('/v1/user/list')).json()).data
        .userData;
      await page.request.post('/v1/user/delete', { data: { idUsers: [trashed] } });
      for (const path of screens) {
        if (path === '/login') continue;
        await goToScreen(page, path);
        if (!EMPTY.includes(path)) {
          // The text is shown, or is the value of a field.
          await expect
            .poll(() => page.evaluate<string>(READ_ALL), { message: path })
            .toContain(READ);
        }
        await expectInert(page, path);
      }
    });

    await test.step('T-F6: no screen left any markup in the browser after the sign-out', async () => {
      await goToScreen(page, '/home');
      await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
      await expect(page).toHaveURL(/\/login/);
      await expectNothingLeft(page, /img src=x/, 'login');
      await signIn(page, product);
    });

    await test.step('T-E2, T-J3: every screen requests only its own origin, and no source maps', async () => {
      if (!isFullRun) await describeOneCall(page);
      await page.goto('/docs');
      await page.getByText('Simiente').first().waitFor();
      await page.locator('.opblock').first().click();

      const elsewhere = [...requests].filter((url) => {
        const { origin, protocol } = new URL(url);
        return origin !== product.url && protocol !== 'data:' && protocol !== 'blob:';
      });
      expect(elsewhere).toEqual([]);
      const [script = '', ...others] = [...requests].filter((url) => /\/assets\/.*\.js$/.test(url));
      expect(others.length).toBeGreaterThan(10);
      expect((await page.request.get(`${script}.map`)).status()).toBe(404);
      const files = readdirSync(WEB_FILES);
      expect(files).toContain(path.basename(script));
      expect(files.filter((name) => name.includes('.map'))).toEqual([]);
      for (const name of files.filter((name) => /\.(js|css)$/.test(name))) {
        const text = readFileSync(path.join(WEB_FILES, name), 'utf8');
        expect(text, name).not.toContain('sourceMappingURL');
      }
    });
  });
});
