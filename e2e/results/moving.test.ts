import { makeExport, person } from '../patients/records.ts';
import { expect, test } from '../product/test.ts';
import { pdfFile } from '../product/uploads.ts';

const WRONG = 'usr_alejandrovillaseor';
test.use({ dataset: makeExport([person('Alejandro Villaseñor'), person('Bruno Cárdenas')]) });

test('H-B5, E-10.1444: a result validated for the wrong patient moves to the right one with its file, and both records show it', async ({
  staffPage: page,
  baseURL,
}) => {
  const { request } = page;
  const uploaded = await request.post('/v1/exam/create', {
    headers: { origin: baseURL ?? '' },
    multipart: { idUser: WRONG, examType: 'Seminograma', file: pdfFile('papel.pdf') },
  });
  const { exam } = (await uploaded.json()).data;
  const created = await request.post('/v1/result/create', {
    data: {
      idUser: WRONG,
      idExam: exam.id,
      collectedAt: '2026-01-14',
      values: [{ analyte: 'concentration', value: '14', range: '≥ 16' }],
    },
  });
  const { idResultSet } = (await created.json()).data.set;
  const validated = await request.post('/v1/result/validate', {
    data: { idResultSet, basis: 'file' },
  });
  expect(validated.status()).toBe(200);

  await page.goto(`/pacientes/${WRONG}/resultados`);
  await expect(page.getByText(/^Validado/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Es de otra persona' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resultados de otra persona' });
  await dialog.getByLabel('Paciente', { exact: true }).fill('Bruno');
  await dialog.getByRole('option', { name: /Bruno Cárdenas/ }).click();
  await dialog.getByLabel('Motivo').fill('La etiqueta del tubo era de otra persona.');
  await dialog.getByRole('button', { name: 'Mover resultados' }).click();
  await expect(page.getByText('Resultados movidos al expediente de Bruno Cárdenas')).toBeVisible();

  await test.step('the wrong record lists no value as valid', async () => {
    await expect(page.getByText('Retirado', { exact: true }).first()).toBeVisible();
    const row = page.getByRole('row', { name: /^Concentración/ });
    await expect(row).toContainText('Retirado');
    await expect(row).not.toContainText('percentil');
    await expect(page.getByRole('button', { name: 'Consultar' })).toBeDisabled();
    await expect(
      page.getByText(/^Movido a otro expediente por .* Motivo: La etiqueta/),
    ).toBeVisible();
  });

  await test.step('the right record has the result, with its file and the reason, to be validated', async () => {
    await page.getByRole('link', { name: 'Ver el otro expediente' }).click();
    await expect(page.getByText(/^Movido desde otro expediente por /)).toBeVisible();
    await expect(page.getByText(/^Capturado/).first()).toBeVisible();
    await expect(page.getByRole('row', { name: /^Concentración/ })).toContainText(
      'por debajo del percentil 5',
    );
    await expect(page.getByRole('link', { name: /^Consultar/ })).toBeVisible();
  });
});
