import type { Page } from '@playwright/test';
import { makeExport, person } from '../patients/records.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { everyKind } from '../search/records.ts';
import { expectNothingLeft, openScreen, readInPage } from './screens.ts';

/** Words that occur only in the records. */
const CANARY = /zenaida|xochitl|777712|azoospermia/i;

const people = makeExport([
  person(
    'Zenaida Xochitl',
    { idUser: 'usr_42', email: 'zenaida@correo.example', phone: '+52 55 7777 1234' },
    {
      MedicalReportData: {
        examReportIA: { message: 'Se observa azoospermia.' },
        firstMedicalReport: { message: 'Se observa azoospermia.' },
      },
    },
  ),
]);

test.use({
  dataset: {
    kind: 'export',
    records: {
      ...everyKind.records,
      users: [...everyKind.records.users, ...people.records.users],
      medicalHistories: {
        ...everyKind.records.medicalHistories,
        ...people.records.medicalHistories,
      },
    },
  },
});

const READ_TEXT = 'document.body.innerText';

/** Searches for a patient in the list, and waits until the list has no other. */
async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(1);
}

test.describe('T-F6: browser after the sign-out', () => {
  // The browser logs a 401 where the user goes back to a record.
  test.use({ expectedErrors: failedRequest(401) });

  test('no data of a patient is left in the browser after a sign-out, nor returns with «Atrás»', async ({
    staffPage: page,
    product,
  }) => {
    await openScreen(page, '/pacientes/usr_42');
    await expect(page.getByText('Zenaida Xochitl').first()).toBeVisible();
    await openScreen(page, '/pacientes/usr_42/actuality');
    await expect(page.getByText('azoospermia')).toBeVisible();
    await openScreen(page, '/pacientes');
    await searchFor(page, 'zenaida');
    await page.getByRole('link', { name: 'Zenaida Xochitl' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zenaida Xochitl');

    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expectNothingLeft(page, CANARY, 'login');

    // Back through each entry of the history, also from another site and from the back-forward cache.
    for (let entry = 0; entry < 4; entry += 1) {
      await page.goBack();
      // The login, or the empty frame of a report, which redirects to the login.
      await page.getByRole('heading').first().waitFor();
      await expectNothingLeft(page, CANARY, `back ${entry}`);
      expect(await readInPage(page, READ_TEXT)).not.toMatch(CANARY);
    }

    // The next user of the browser finds nothing of the previous user.
    await page.getByLabel('Correo electrónico').fill(product.staff.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page).not.toHaveURL(/\/login/);
    await openScreen(page, '/pacientes');
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });
});

test.describe('T-F6: page in the browser’s cache', () => {
  test.use({ expectedErrors: failedRequest(401) });

  test('a cached page is not shown once its session has ended', async ({ staffPage: page }) => {
    await openScreen(page, '/pacientes/usr_42');
    await expect(page.getByText('Zenaida Xochitl').first()).toBeVisible();
    await page.goto('about:blank');
    await page.request.post('/api/auth/sign-out', { data: {} });
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Bienvenido' })).toBeVisible();
    expect(await readInPage(page, READ_TEXT)).not.toMatch(CANARY);
  });
});

test('T-F4: no address of a page identifies a patient, whatever was searched', async ({
  staffPage: page,
}) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await openScreen(page, '/pacientes');
  await searchFor(page, 'zenaida');
  await page.getByRole('link', { name: 'Zenaida Xochitl' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zenaida Xochitl');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar en Simiente' }).fill('zenaida');
  await page
    .getByRole('dialog')
    .getByRole('option', { name: /Zenaida Xochitl/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses.join('\n')).not.toMatch(CANARY);
});
