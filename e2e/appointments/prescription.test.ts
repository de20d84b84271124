import { encryptedPdf } from '@simiente/server/testing/files/uploads';
import { makeExport, person } from '../patients/records.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { pdfFile, textFile } from '../product/uploads.ts';
import { forPrescription } from './records.ts';

const CALL = '/v1/recipe/upload-prescription';

test.use({
  expectedErrors: failedRequest(409, 415, 422),
  dataset: makeExport([
    person(
      'Alejandro Villaseñor',
      {},
      { appointments: { doctorAppointments: [], recipeAppointments: [forPrescription('rec_1')] } },
    ),
  ]),
});

test('a prescription is rejected, cancelled, uploaded once, opened, and replaced with its history', async ({
  staffPage: page,
  context,
}) => {
  await page.goto('/pacientes/usr_alejandrovillaseor/recipe-appointments');
  await expect(page.getByText('Aún no se sube la receta.')).toBeVisible();

  await test.step('E-2.99, E-5.11: a text file is rejected before it is sent', async () => {
    const input = page.locator('input[type=file]');
    await expect(input).toHaveAttribute('accept', 'application/pdf,.pdf');
    await input.setInputFiles(textFile('receta.txt'));
    await expect(
      page.getByRole('alert').getByText('Por favor, sube únicamente archivos PDF', { exact: true }),
    ).toBeVisible();
  });

  await test.step('E-5.11: a text under the name of a PDF is rejected by the server', async () => {
    await page.getByRole('button', { name: 'Cerrar aviso' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const disguised = { ...textFile('receta.pdf'), mimeType: 'application/pdf' };
    await page.locator('input[type=file]').setInputFiles(disguised);
    await expect(
      page.getByRole('alert').getByText('Por favor, sube únicamente archivos PDF', { exact: true }),
    ).toBeVisible();
  });

  await test.step('an encrypted PDF and an incomplete one are rejected with different sentences', async () => {
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ ...pdfFile('cifrada.pdf'), buffer: encryptedPdf });
    await expect(page.getByText(/protegido con contraseña/)).toBeVisible();
    const whole = pdfFile('cortada.pdf');
    await input.setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, 300) });
    await expect(page.getByText(/está incompleto/)).toBeVisible();
    await expect(page.getByText('Aún no se sube la receta.')).toBeVisible();
  });

  await test.step('an upload can be cancelled', async () => {
    await page.route(`**${CALL}`, () => {});
    await page.locator('input[type=file]').setInputFiles(pdfFile('receta.pdf'));
    await expect(page.getByRole('progressbar', { name: 'Receta' })).toBeAttached();
    await expect(page.getByText('Subiendo 0')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Subir Receta' })).toBeDisabled();
    await page.getByRole('button', { name: 'Cancelar: Receta' }).click();
    await expect(page.getByText('Aún no se sube la receta.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute(`**${CALL}`);
  });

  await test.step('an upload with a lost answer is sent again, and stored once', async () => {
    const file = pdfFile('receta.pdf');
    // The server saves it, and its answer is lost.
    await page.route(
      `**${CALL}`,
      async (route) => {
        const key = route.request().headers()['idempotency-key'] ?? '';
        const stored = await page.request.post(CALL, {
          headers: { 'idempotency-key': key, origin: new URL(page.url()).origin },
          multipart: { idAppointment: 'rec_1', version: '1', file },
        });
        expect(stored.status()).toBe(200);
        await route.abort('failed');
      },
      { times: 1 },
    );
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByText('Receta subida', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /^receta\.pdf/ })).toBeVisible();
    await expect(page.getByText(/versión anterior/)).toHaveCount(0);
  });

  await test.step('E-5.12: a prescription is shown with its user and time, opened, and replaced with its history', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Subir Receta' }).click();
    await (await chooser).setFiles(pdfFile('receta-octubre.pdf'));
    const link = page.getByRole('link', { name: /^receta-octubre\.pdf/ });
    const card = page.getByRole('main').getByRole('listitem').first();
    await expect(card).toContainText(/Mariana Solórzano, hoy, \d/);

    const href = (await link.getAttribute('href')) ?? '';
    const [tab, opened] = await Promise.all([
      context.waitForEvent('page'),
      context.waitForEvent('response', (response) => response.url().endsWith(href)),
      link.click(),
    ]);
    expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await tab.close();

    await page.locator('input[type=file]').setInputFiles(pdfFile('receta-noviembre.pdf'));
    await expect(page.getByRole('link', { name: /^receta-noviembre\.pdf/ })).toBeVisible();
    await page.getByText('2 versiones anteriores').click();
    await expect(link).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: /^receta-noviembre\.pdf/ })).toBeVisible();
  });

  await test.step('E-10.19: the prescription of another user is shown, and can be replaced', async () => {
    const { name, mimeType, buffer } = pdfFile('ajena.pdf');
    const answer = await page.request.post(CALL, {
      headers: { origin: new URL(page.url()).origin },
      multipart: { idAppointment: 'rec_1', version: '4', file: { name, mimeType, buffer } },
    });
    expect(answer.status()).toBe(200);
    await page.locator('input[type=file]').setInputFiles(pdfFile('propia.pdf'));
    await expect(page.getByText('Esta cita cambió mientras subías la receta')).toBeVisible();
    await expect(page.getByRole('link', { name: /^ajena\.pdf/ })).toBeVisible();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('link', { name: /^propia\.pdf/ })).toBeVisible();
    await expect(page.getByText('4 versiones anteriores')).toBeVisible();
  });
});
