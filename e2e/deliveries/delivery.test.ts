import { readFile } from 'node:fs/promises';
import { change } from '../live/screens.ts';
import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout } from '../product/looks.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import { signDraft } from './signed-report.ts';

const DRAFT = `**Tu muestra** del 12 de octubre llegó completa【4:2†source】.

- Conviene repetir el estudio en tres meses, con la misma abstinencia y en el mismo laboratorio.`;
const ID = 'usr_alejandrorojas';

test.use({
  dataset: makeExport([
    person(
      'Alejandro Rojas',
      {},
      {
        MedicalReportData: {
          examReportIA: { message: DRAFT },
          firstMedicalReport: { message: '' },
        },
      },
    ),
  ]),
  seals: true,
  // Wrong answers of the patient, a closed link, and an invalid code.
  expectedErrors: failedRequest(403, 404, 410),
});

test('E-10.579: a signed report is delivered on the clinic’s paper, read without JavaScript, checked, closed and requested again', async ({
  page,
  product,
  browser,
}) => {
  await signDraft(page, product, ID);

  await test.step('E-10.570: administration writes the letterhead, with a logo', async () => {
    await page.goto('/membrete');
    await page.getByRole('textbox', { name: 'Nombre de la clínica' }).fill('Clínica del Valle');
    await page.getByRole('textbox', { name: 'Domicilio' }).fill('Av. Insurgentes Sur 1000');
    await page.setInputFiles('input[type=file]', {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: PIXEL,
    });
    await nightlyStep('it is accessible', () => expectAccessibleLayout(page));
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Membrete guardado')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Vista previa: Logotipo' })).toBeVisible();
  });

  await test.step('E-10.572: staff download the PDF from the version', async () => {
    await moveTo(page, `/pacientes/${ID}/actuality`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descargar el PDF de la versión 2' }).click();
    expect((await downloading).suggestedFilename()).toBe('informe-version-2.pdf');
    await expect(page.getByRole('button', { name: 'Entregar' })).toBeVisible();
  });

  await moveTo(page, `/pacientes/${ID}`);
  const section = page.getByRole('region', { name: 'Informes entregados' });

  await test.step('a report without a date of birth is not delivered, with a notice', async () => {
    await section.getByRole('button', { name: 'Entregar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Entregar informe' });
    await expect(dialog).toContainText('Falta la fecha de nacimiento');
    await dialog.getByRole('button', { name: 'Entendido' }).click();
    await change(page.request, 'put', '/v1/user/update', { idUser: ID, birthDate: '1992-04-09' });
  });

  const handed =
    await test.step('the doctor gets a link, a QR code and a code after entering it', async () => {
      await section.getByRole('button', { name: 'Entregar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Entregar informe' });
      await dialog.getByRole('checkbox').check();
      await nightlyStep('the dialog is accessible', () => expectAccessibleLayout(page));
      await dialog.getByRole('button', { name: 'Entregar' }).click();
      const shown = page.getByRole('dialog', { name: 'Informe entregado' });
      const link = await shown.getByRole('textbox', { name: 'Enlace' }).inputValue();
      const code = ((await shown.locator('output').textContent()) ?? '').replace(' ', '');
      await expect(shown.getByRole('img', { name: 'Código QR del enlace' })).toBeVisible();
      await nightlyStep('the delivery is accessible', () => expectAccessibleLayout(page));
      await shown.getByRole('button', { name: 'Listo' }).click();
      expect(new URL(link).origin).toBe(product.url);
      return { path: new URL(link).pathname, code };
    });

  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const patient = await context.newPage();
  const answer = async (day: string, code: string) => {
    await patient.getByLabel('Día').fill(day);
    await patient.getByLabel('Mes').fill('4');
    await patient.getByLabel('Año').fill('1992');
    await patient.getByLabel('Código de 6 dígitos').fill(code);
    await patient.getByRole('button', { name: 'Abrir informe' }).click();
  };

  await test.step('E-10.575: the patient opens it without JavaScript, after a wrong answer', async () => {
    await patient.goto(handed.path);
    await expect(patient.getByText('Clínica del Valle te entregó un informe.')).toBeVisible();
    await answer('10', handed.code);
    await expect(patient.getByRole('alert')).toHaveText(
      'La fecha o el código no coinciden. Te quedan 4 intentos.',
    );
    await answer('9', handed.code);
    await expect(patient.getByRole('heading', { level: 1 })).toHaveText('Mi Test de Fertilidad');
    await expect(patient.getByRole('article').getByRole('paragraph')).toHaveText([
      'Tu muestra del 12 de octubre llegó completa.',
      /^Conviene repetir el estudio/,
    ]);
    await expect(
      patient.getByText('Preparado con inteligencia artificial y revisado por la Dra. Regina'),
    ).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });

  const verifyPath =
    await test.step('E-10.575, E-10.573: the patient opens the PDF, and a page that confirms its validity', async () => {
      const downloading = patient.waitForEvent('download');
      await patient.getByRole('button', { name: 'Descargar PDF' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('informe-version-2.pdf');
      expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
      const link = patient.getByRole('link', { name: /^\/verificar\// });
      const path = (await link.getAttribute('href')) ?? '';
      await link.click();
      await expect(patient.getByRole('heading', { name: 'Vigente' })).toBeVisible();
      await patient.goto('/verificar');
      await patient
        .getByLabel('Código de verificación')
        .fill(path.split('/').at(-1)?.toLowerCase() ?? '');
      await patient.getByRole('button', { name: 'Verificar' }).click();
      await expect(patient.getByRole('heading', { name: 'Vigente' })).toBeVisible();
      await patient.goto('/verificar/nada');
      await expect(
        patient.getByRole('heading', { name: 'No reconocemos este código' }),
      ).toBeVisible();
      return path;
    });

  await test.step('E-10.594: the report stays readable without network, a form fails, and going back shows nothing', async () => {
    await patient.goto(handed.path);
    await answer('9', handed.code);
    const report = patient.getByRole('article');
    await expect(report).toBeVisible();
    await context.setOffline(true);
    await expect(report).toContainText('Conviene repetir el estudio');
    const failing = patient.waitForEvent('requestfailed');
    await patient.getByRole('button', { name: 'Descargar PDF' }).click();
    expect((await failing).failure()?.errorText).toBe('net::ERR_INTERNET_DISCONNECTED');
    await expect(patient).toHaveURL(/^chrome-error:/);
    // Without network the navigation never completes.
    await patient.goBack({ waitUntil: 'commit' }).catch(() => null);
    await expect(patient.locator('body')).not.toContainText(/Alejandro|Conviene repetir/);
    await expect(report).toHaveCount(0);
    await context.setOffline(false);
  });

  await nightlyStep('E-10.575, E-10.573: the pages are accessible', async () => {
    const other = await (await browser.newContext({ baseURL: product.url })).newPage();
    for (const path of [
      handed.path,
      verifyPath,
      '/verificar',
      '/verificar/nada',
      '/entrega/nada',
      '/entrega/a/b',
    ]) {
      await other.goto(path);
      await expectAccessibleLayout(other);
    }
    await other.goto(handed.path);
    await other.getByLabel('Día').fill('9');
    await other.getByLabel('Mes').fill('4');
    await other.getByLabel('Año').fill('1992');
    await other.getByLabel('Código de 6 dígitos').fill(handed.code);
    await other.getByRole('button', { name: 'Abrir informe' }).click();
    await expect(other.getByRole('article')).toBeVisible();
    await expectAccessibleLayout(other);
  });

  await test.step('E-10.576, E-10.578: a link that staff closed expires, and the patient requests another', async () => {
    await page.reload();
    await expect(section).toContainText('Se abrió');
    await section.getByRole('button', { name: 'Cerrar enlace' }).click();
    await page
      .getByRole('dialog', { name: 'Cerrar enlace' })
      .getByRole('button', { name: 'Cerrar enlace' })
      .click();
    await expect(section).toContainText('Cerrado por el personal');
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Por resolver' })).toBeVisible();
    await patient.goto(handed.path);
    await patient.getByRole('button', { name: 'Solicitar otro enlace' }).click();
    await expect(patient.getByRole('heading', { name: 'Solicitud recibida' })).toBeVisible();
    // The request appears without a reload.
    await expect(page.getByRole('link', { name: /^Solicitudes de otro enlace/ })).toBeVisible();
    const requests = page.getByRole('region', { name: /Pacientes que solicitan otro enlace/ });
    await requests.getByRole('link', { name: 'Alejandro Rojas' }).click();
    await expect(section).toContainText('El paciente pidió otro enlace');
    await nightlyStep('the section is accessible', () => expectAccessibleLayout(page));
    await section.getByRole('button', { name: 'Marcar atendida' }).click();
    await expect(section).not.toContainText('El paciente pidió otro enlace');
  });

  await test.step('Accesos lists delivery, opening, download and closing', async () => {
    await page.getByRole('button', { name: 'Accesos' }).click();
    const panel = page.getByRole('complementary', { name: /Accesos/ });
    const more = panel.getByRole('button', { name: 'Cargar más' });
    for (const text of [
      'Entregó el informe',
      'Abrió el informe con su enlace',
      'Descargó el informe con su enlace',
      'Cerró el enlace del informe',
      'Pidió otro enlace del informe',
    ]) {
      // The reads of this journey are more than one page of accesses.
      await expect(async () => {
        if (await more.isVisible()) await more.click({ timeout: 1_000 });
        await expect(panel.getByText(text).first()).toBeVisible({ timeout: 1_000 });
      }).toPass();
    }
  });
});

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
