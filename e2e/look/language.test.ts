import type { Page } from '@playwright/test';
import { expect, moveTo, signIn, test } from '../product/test.ts';

test.use({ dataset: { kind: 'demo', patients: 60 } });

/** The default texts of the libraries, in English. */
const ENGLISH =
  /\b(loading|close|dismiss|clear|search|menu|open|toggle|show|hide|select|sort(ed)?|rows?|page|next|previous|delete|cancel|retry|password|(sign|log) (in|out)|breadcrumbs?|notifications?|not found|settings|patients?)\b/i;

/** Visible text, and text for screen readers: names, descriptions, placeholders, the title. */
const WORDS = `[
  document.title,
  ...document.body.innerText.split('\\n'),
  ...[...document.body.querySelectorAll('*')].flatMap((element) =>
    ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'placeholder', 'title']
      .map((name) => element.getAttribute(name) ?? ''),
  ),
].map((text) => text.trim()).filter(Boolean)`;

async function expectSpanish(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
  const words = await page.evaluate<string[]>(WORDS);
  expect(words.length).toBeGreaterThan(3);
  expect(words.filter((text) => ENGLISH.test(text))).toEqual([]);
}

test('every page is in Spanish', { tag: '@nightly' }, async ({ page, product }) => {
  await test.step('E-1.3: the login', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page.getByRole('alert')).toHaveText('Por favor ingresa email y contraseña');
    await expectSpanish(page);
  });
  await signIn(page, product);

  await test.step('E-1.3: the list of patients, its question and its messages', async () => {
    await page.goto('/pacientes');
    await expect(page.getByText('60 pacientes registrados')).toBeVisible();
    await page.getByRole('checkbox').nth(1).check();
    await expectSpanish(page);
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectSpanish(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('1 elemento eliminado')).toBeVisible();
    await expect(page.getByText('Se puede restaurar durante 30 días.')).toBeVisible();
    await expectSpanish(page);
  });

  await test.step('E-1.3: a patient and a report', async () => {
    const { data } = await (await page.request.get('/v1/user/list?status=4')).json();
    const patient = `/pacientes/${data.userData[0].idUser}`;
    await page.goto(patient);
    await expect(page.getByRole('heading', { name: 'Estudios' })).toBeVisible();
    await expectSpanish(page);
    await page.goto(`${patient}/fertility-test`);
    await expect(page.getByTestId('report')).toBeVisible();
    await expectSpanish(page);
  });

  await test.step('the other pages', async () => {
    for (const path of ['/home', '/medicos', '/partners', '/prospectos', '/no-existe']) {
      await test.step(path, async () => {
        await moveTo(page, path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectSpanish(page);
      });
    }
  });

  await test.step('the menu of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/home');
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectSpanish(page);
  });
});
