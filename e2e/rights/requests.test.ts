import { makePdf } from '../../apps/server/src/testing/files/uploads.ts';
import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, failedRequest, moveTo, test } from '../product/test.ts';

test.use({
  dataset: makeExport([person('Alejandro Rojas')]),
  // An answer without proof of identity.
  expectedErrors: failedRequest(400),
});

test('E-10.1855, E-10.1859, E-10.2500: a request for access is registered, answered with the record, and closed', async ({
  staffPage: page,
}) => {
  await page.goto('/privacidad');
  await expect(page.getByRole('heading', { name: 'Privacidad' })).toBeVisible();
  await expectAccessibleLayout(page);

  await test.step('the request is registered for a patient', async () => {
    await page.getByRole('button', { name: 'Registrar solicitud' }).first().click();
    const form = page.getByRole('dialog', { name: 'Registrar solicitud' });
    await form.getByRole('combobox', { name: 'Derecho' }).click();
    await page.getByRole('option', { name: 'Acceso' }).click();
    await form.getByLabel('Recibida el').fill('01/06/2026');
    await form.getByRole('combobox', { name: 'Paciente' }).fill('alejandro');
    await page.getByRole('option', { name: 'Alejandro Rojas' }).click();
    await expect(form.getByLabel('Solicitante')).toHaveValue('Alejandro Rojas');
    await form.getByLabel('Qué solicita').fill('Una copia de su expediente');
    await expectAccessibleState(page);
    await form.getByRole('button', { name: 'Registrar solicitud' }).click();
    await expect(page.getByText('Solicitud registrada')).toBeVisible();
  });

  await test.step('an overdue request waits on Inicio', async () => {
    await moveTo(page, '/home');
    await page.getByRole('link', { name: /Solicitudes de datos vencidas/ }).click();
    await expect(page).toHaveURL('/privacidad');
    await expect(page.getByText('Vencida', { exact: true })).toBeVisible();
  });

  const form = page.getByRole('dialog', { name: 'Acceso' });
  await test.step('the record is exported from it', async () => {
    await page.getByRole('row', { name: /Alejandro Rojas/ }).click();
    const downloading = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Exportar' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^expediente-.*\.zip$/);
    await form.locator('input[type=file]').setInputFiles({
      ...{ name: 'acuse.pdf', mimeType: 'application/pdf', buffer: makePdf() },
    });
    await expect(form.getByRole('link', { name: /^acuse\.pdf/ })).toBeVisible();
    await form.getByText(/^Registrado en la auditoría/).click();
    await expect(form.getByText(/Exportó/)).toBeVisible();
    await expectAccessibleState(page);
  });

  await test.step('an answer needs proof of identity, and the request is closed', async () => {
    await form.getByRole('combobox', { name: 'Respuesta' }).click();
    await page.getByRole('option', { name: 'Procede', exact: true }).click();
    await form.getByLabel('Qué se respondió').fill('Se entrega copia del expediente');
    await form.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(form.getByText('Antes de responder escribe cómo se acreditó')).toBeVisible();
    await form.getByLabel('Cómo acreditó su identidad').fill('INE, en persona');
    const answered = form.getByLabel('Respondida el');
    await expect(answered).not.toHaveValue('');
    await form.getByLabel('Cerrada el').fill(await answered.inputValue());
    await form.getByLabel('Qué se hizo').fill('Se entregó en una memoria cifrada');
    await form.getByLabel('Evidencia').fill('Acuse 14');
    await form.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Solicitud actualizada')).toBeVisible();
    await expect(page.getByText('Cerrada', { exact: true })).toBeVisible();
    await moveTo(page, '/home');
    await expect(page.getByText('No hay pendientes por ahora.')).toBeVisible();
  });
});
