import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import { fillAll, save } from './partner-form.ts';
import { makePartnerExport } from './records.ts';

const LONG = 'Laboratorio de Análisis Clínicos y Andrológicos de la Santísima Trinidad del Valle';

test.use({
  dataset: makePartnerExport(
    { idPartner: 'almena', name: 'Laboratorio Almena', branches: 3, utm_available: true },
    { idPartner: 'largo', name: `${LONG} ${LONG}`, country: LONG, type: 'Hospital', branches: 1 },
    { idPartner: 'suelto', name: 'x'.repeat(200), type: 'Clínica', utm_available: true },
  ),
  expectedErrors: failedRequest(409),
});
test('the list and the forms of partners are accessible and fit', async ({ staffPage: page }) => {
  await test.step('the list is accessible at every width, with a selection', async () => {
    await page.goto('/partners');
    await expect(page.getByText('3 partners')).toBeVisible();
    await nightlyStep('the list without a selection', () => expectAccessibleLayout(page));
    await page.getByRole('checkbox', { name: /Almena/ }).check();
    await expectAccessibleLayout(page);
  });

  await test.step('the form is accessible at every width, rejected and filled', async () => {
    await moveTo(page, '/partners/create-partner');
    await expect(page.getByLabel('Nombre')).toBeVisible();
    await nightlyStep('the empty form', () => expectAccessibleLayout(page));
    await save(page);
    await expect(page.getByText('Falta el logotipo de login.')).toBeVisible();
    await expectAccessibleState(page);
    await fillAll(page, LONG);
    await expectAccessibleLayout(page);
    // All forms have this question.
    await nightlyStep('the confirmation before text is lost', async () => {
      await page.getByRole('button', { name: 'CANCELAR' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleLayout(page);
    });
  });

  await nightlyStep('the stale dialog', async () => {
    await moveTo(page, '/partner/almena/editar');
    await page.getByLabel('Nombre').fill('El mío');
    await page.request.put('/v1/partner/update_partner', {
      headers: { origin: new URL(page.url()).origin },
      multipart: { idPartner: 'almena', name: 'El suyo' },
    });
    await save(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleLayout(page);
  });
});
