import { makeExport, person } from '../patients/records.ts';
import { expect, nightlyStep, test } from '../product/test.ts';
import { pdfFile, textFile } from '../product/uploads.ts';

const PATIENT = '/pacientes/usr_alejandrovillaseor';

const exported = makeExport([person('Alejandro Villaseñor')]);
const partner = { country: 'México', website: '', logo_url: '', utm_available: false };

test.use({
  dataset: {
    ...exported,
    records: {
      ...exported.records,
      partners: [
        { ...partner, idPartner: 'lab-centro', name: 'Análisis Centro', type: 'Laboratorio' },
        { ...partner, idPartner: 'clinica', name: 'Clínica Sur', type: 'Clínica' },
      ],
    },
  },
});

test('files become exams, whose files open and can be replaced; exams are edited, deleted and restored', async ({
  staffPage: page,
  context,
  playwright,
  product,
}) => {
  await page.goto(PATIENT);
  await expect(page.getByText('No se encontraron estudios disponibles.')).toBeVisible();
  await nightlyStep('E-10.12: discarding stops the files that were not sent yet', async () => {
    let requestCount = 0;
    await page.route('**/v1/exam/create', () => {
      requestCount += 1;
    });
    await page.getByRole('button', { name: 'Agregar estudios' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agregar estudios' });
    const names = ['uno.pdf', 'dos.pdf', 'tres.pdf', 'cuatro.pdf'];
    await dialog.locator('input[type=file]').setInputFiles(names.map((name) => pdfFile(name)));
    for (const name of names) {
      await dialog.getByLabel(`Tipo de estudio de ${name}`).fill('β-hCG – cuantitativa');
    }
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Agregar 4 estudios' }).click();
    await expect.poll(() => requestCount).toBe(2);
    // Queued files keep their chosen values.
    await expect(dialog.getByLabel('Tipo de estudio de tres.pdf')).not.toBeEditable();
    await expect(dialog.getByRole('button', { name: 'Quitar tres.pdf' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
    const history = page.waitForResponse(/get-medical-history-patient/);
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The upload in progress may have succeeded: the page refetches.
    await history;
    expect(requestCount).toBe(2);
    await page.unrouteAll();
  });

  await test.step('E-2.58, E-10.11: several files become exams at the same time', async () => {
    await page.getByRole('button', { name: 'Agregar estudios' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agregar estudios' });
    await dialog.getByLabel('Laboratorio (opcional)').fill('analisis');
    await page.getByRole('option', { name: 'Análisis Centro' }).click();
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Elegir archivos' }).click();
    await (await chooser).setFiles([pdfFile('uno.pdf'), pdfFile('dos.pdf'), textFile('notas.txt')]);
    await expect(dialog.getByText(/Este tipo de archivo no se acepta/)).toBeVisible();

    // Nothing is sent while a file has no type.
    await dialog.getByRole('button', { name: 'Agregar 2 estudios' }).click();
    await expect(dialog.getByText('Elige el tipo de estudio.')).toHaveCount(2);
    await dialog.getByLabel('Tipo de estudio de uno.pdf').fill('Cultivo Sem');
    await page.getByRole('option', { name: 'Cultivo Semen' }).click();
    await dialog.getByLabel('Tipo de estudio de dos.pdf').fill('β-hCG – cuantitativa');
    await page.keyboard.press('Escape');
    const date = dialog.getByLabel('Fecha del estudio de dos.pdf');
    await date.fill('2199-01-01');
    await dialog.getByRole('button', { name: 'Agregar 2 estudios' }).click();
    await expect(dialog.getByText('La fecha del estudio no puede ser futura.')).toBeVisible();
    await date.fill('2026-08-21');
    await dialog.getByRole('button', { name: 'Agregar 2 estudios' }).click();

    await expect(page.getByText('2 estudios agregados')).toBeVisible();
    const studies = page.getByRole('region', { name: 'Estudios' });
    await expect(studies.getByRole('heading', { level: 3 })).toHaveCount(2);
    await expect(studies.getByRole('listitem')).toContainText([
      /β-hCG – cuantitativa21 ago 2026/,
      /Cultivo SemenSin fecha del estudio · agregado hoy/,
    ]);
    await expect(studies.getByText('Análisis Centro')).toHaveCount(2);
    await expect(studies.getByText(/^PDF · /)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Agregar estudios' })).toBeFocused();
  });

  await test.step('E-2.74: Consultar opens the file of an exam in a new tab, for signed-in users alone', async () => {
    await page.reload();
    const link = page.getByRole('link', { name: /^Consultar: Cultivo Semen/ });
    const href = (await link.getAttribute('href')) ?? '';
    expect(href).toMatch(/^\/v1\/files\/[\w-]+$/);
    const [tab, opened] = await Promise.all([
      context.waitForEvent('page'),
      // The request of the new tab: not every Chromium has a PDF viewer.
      context.waitForEvent('response', (response) => response.url().endsWith(href)),
      link.click(),
    ]);
    expect(opened.status()).toBe(200);
    expect(opened.headers()['content-type']).toBe('application/pdf');
    expect(opened.headers()['x-content-type-options']).toBe('nosniff');
    await tab.close();

    const stranger = await playwright.request.newContext({ baseURL: product.url });
    const rejected = await stranger.get(href);
    expect(rejected.status()).toBe(401);
    expect((await rejected.body()).subarray(0, 4).toString()).not.toBe('%PDF');
    await stranger.dispose();
  });

  await test.step('E-10.12: one of several uploads is cancelled, and the others arrive', async () => {
    let uploadCount = 0;
    await page.route('**/v1/exam/create', (route) => {
      uploadCount += 1;
      return uploadCount === 1 ? undefined : route.continue();
    });
    await page.getByRole('button', { name: 'Agregar estudios' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agregar estudios' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles([pdfFile('uno.pdf'), pdfFile('dos.pdf')]);
    for (const name of ['uno.pdf', 'dos.pdf']) {
      await dialog.getByLabel(`Tipo de estudio de ${name}`).fill('Hormonal');
    }
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Agregar 2 estudios' }).click();
    await expect(dialog.getByText('Hormonal: agregado')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancelar: uno.pdf' }).click();
    await expect(page.getByText('Estudio agregado')).toBeVisible();
    await expect(dialog.getByLabel('Tipo de estudio de uno.pdf')).toHaveValue('Hormonal');

    await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
    await expect(page.getByRole('dialog', { name: '¿Descartar los cambios?' })).toBeVisible();
    await page.getByRole('button', { name: 'Seguir editando' }).click();
    await dialog.getByRole('button', { name: 'Agregar estudio' }).click();
    await expect(dialog).toHaveCount(0);
    const studies = page.getByRole('region', { name: 'Estudios' });
    await expect(studies.getByRole('heading', { level: 3 })).toHaveCount(4);
  });

  await test.step('E-10.16: another file replaces an exam’s file, and the earlier one can be opened', async () => {
    await page.getByRole('button', { name: /^Más acciones: β-hCG/ }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Reemplazar archivo' }).click();
    await (await chooser).setFiles(pdfFile('corregido.pdf'));
    await expect(page.getByText('Archivo reemplazado')).toBeVisible();
    await page.getByText('1 versión anterior').click();
    const href = await page.getByRole('link', { name: /^dos\.pdf/ }).getAttribute('href');
    expect((await page.request.get(href ?? '')).status()).toBe(200);
  });

  await nightlyStep('E-10.17: an exam is deleted and restored', async () => {
    await page.getByRole('button', { name: /^Más acciones: β-hCG/ }).click();
    const titles = page
      .getByRole('region', { name: 'Estudios' })
      .getByRole('heading', { level: 3 })
      .filter({ hasText: 'β-hCG' });
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirmar eliminación' });
    await expect(dialog).toContainText('β-hCG');
    await dialog.getByRole('button', { name: 'Eliminar' }).click();
    await expect(titles).toHaveCount(0);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(titles).toHaveCount(1);
  });

  await test.step('E-10.16: an exam gets another type, a laboratory and a date', async () => {
    await page.getByRole('button', { name: 'Más acciones: Hormonal' }).first().click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar estudio' });
    const type = dialog.getByLabel('Tipo de estudio');
    await expect(type).toBeFocused();
    await expect(type).toHaveAttribute('aria-expanded', 'false');
    await type.click();
    await expect(page.getByRole('option', { name: 'Hormonal' })).toBeVisible();
    await page.getByRole('option', { name: 'Inhibina B' }).click();
    await dialog.getByLabel('Laboratorio (opcional)').click();
    await page.getByRole('option', { name: 'Análisis Centro' }).click();
    await dialog.getByRole('textbox', { name: 'Fecha del estudio' }).fill('2026-11-18');
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Estudio actualizado')).toBeVisible();
    const studies = page.getByRole('region', { name: 'Estudios' });
    const edited = studies.getByRole('listitem').filter({ hasText: 'Inhibina B' });
    await expect(edited.getByText('Análisis Centro')).toBeVisible();
    await expect(edited.getByText('18 nov 2026')).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Más acciones: Inhibina B, 18 nov 2026' }),
    ).toBeFocused();
  });
});
