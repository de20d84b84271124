import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, test } from '../product/test.ts';
import { deliver, sendInvalid } from './webhooks.ts';

const LONG = 'Bartolomé de los Ángeles Villavicencio y Ruiz de la Peña Montes de Oca';

test.use({ dataset: makeExport([person('Rosa Méndez Ortiz', { email: 'rosa@otro.example' })]) });

test('E-10.8, E-10.4133: appointments without a patient are accessible and fit', async ({
  staffPage: page,
}) => {
  await deliver(page.request, { invitee: 'A', name: 'Rosa Mendez', email: 'a@b.example' });
  await deliver(page.request, {
    invitee: 'B',
    name: LONG,
    email: `${'b'.repeat(60)}@c.example`,
  });
  await sendInvalid(page.request, { invitee: 'C', name: LONG });
  await page.goto('/pacientes');
  await page
    .getByRole('link', { name: '2 citas sin paciente y 1 notificación sin procesar' })
    .waitFor();
  await expectAccessibleState(page);
  await page.getByRole('link', { name: /sin paciente/ }).click();
  await page.getByRole('button', { name: /de Rosa Mendez$/ }).waitFor();
  await page.getByRole('link', { name: '1 mensaje sin procesar' }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.getByRole('listitem').filter({ hasText: 'Rosa Mendez' });
  const rowBox = await row.boundingBox();
  const buttonBox = await row.getByRole('button', { name: /^Asignar/ }).boundingBox();
  expect((buttonBox?.y ?? 0) - (rowBox?.y ?? 0), 'px above the button').toBeGreaterThan(3);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: /de Rosa Mendez$/ }).click();
  await page.getByRole('option').click();
  await expectAccessibleLayout(page);

  await page.goto('/mensajes-sin-procesar');
  await page.getByRole('button', { name: /^Reintentar/ }).waitFor();
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: /^Ver: / }).click();
  await page.getByLabel('Motivo para descartarlo').waitFor();
  await expectAccessibleState(page);
});
