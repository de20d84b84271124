import type { Page } from '@playwright/test';
import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, moveTo, nightlyStep, test } from '../product/test.ts';

const exported = makeExport([
  person('Luis Vera Ocampo'),
  person('Bartolomé de los Ángeles Villavicencio y Ruiz de la Peña Montes de Oca'),
]);
const LABORATORY = 'lab-rio';

test.use({
  dataset: {
    ...exported,
    records: {
      ...exported.records,
      partners: [
        {
          idPartner: LABORATORY,
          name: 'Laboratorio Piedra de Río',
          type: 'Laboratorio',
          country: 'México',
          utm_available: false,
        },
      ],
    },
    received: [
      {
        laboratoryId: LABORATORY,
        reason: 'unknown-patient',
        patientText: '4471',
        nameText: 'LUIS VERA OCAMPO',
        birthDateText: '1988-04-02',
        whereText: 'octubre.csv, línea 4',
      },
      {
        laboratoryId: LABORATORY,
        reason: 'patient-differs',
        patientText: 'usr_luisveraocampo',
        nameText: 'Bartolomé de los Ángeles Villavicencio y Ruiz de la Peña Montes de Oca',
        folioText: 'OE-000318',
        whereText: `${'resultados-de-octubre-'.repeat(6)}.csv, línea 12`,
      },
    ],
  },
});

const opener = (page: Page, name: string) =>
  page.getByRole('button', { name: `Revisar Seminograma de ${name}` });

/** Presses a key on a control once its lock is over. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name, exact: true });
  await expect(button).not.toHaveAttribute('data-locked');
  await button.focus();
  await page.keyboard.press('Enter');
}

test('E-10.545, E-10.586: received results are assigned, discarded, recovered by keyboard and imported from a file, and their page is accessible and fits', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  await page.getByRole('link', { name: /^Resultados recibidos, \d/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resultados recibidos');
  await expect(page.getByText('2 resultados por asignar')).toBeVisible();
  await expectAccessibleLayout(page);

  await test.step('the evidence is shown beside the candidates', async () => {
    await opener(page, 'Bartolomé').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Resultado recibido' });
    await expect(dialog.getByText('OE-000318')).toBeVisible();
    await expect(dialog.getByRole('option')).toHaveCount(2);
    await expectAccessibleState(page);
  });

  await test.step('a result is discarded, and Deshacer recovers it', async () => {
    await press(page, 'Descartar');
    await expect(page.getByText('Resultado descartado')).toBeVisible();
    await expect(opener(page, 'LUIS VERA OCAMPO')).toBeFocused();
    await page.getByRole('button', { name: 'Deshacer' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('El resultado quedó pendiente otra vez')).toBeVisible();
    await expect(opener(page, 'Bartolomé')).toBeVisible();
  });

  await test.step('a result is assigned to the patient with the same name, and captured in their record', async () => {
    await opener(page, 'LUIS VERA OCAMPO').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Resultado recibido' });
    await expect(dialog.getByLabel('Paciente', { exact: true })).toBeFocused();
    await expect(dialog.getByRole('option')).toContainText('Mismo nombre');
    await expect(dialog.getByRole('option')).toContainText('Otro identificador');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('option', { selected: true })).toContainText('Luis Vera Ocampo');
    await press(page, 'Asignar');
    await expect(page.getByText('Resultado asignado a Luis Vera Ocampo')).toBeVisible();
    await expect(opener(page, 'Bartolomé')).toBeFocused();
    await page.getByRole('button', { name: 'Ver resultados' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pacientes/usr_luisveraocampo/resultados');
    await expect(page.getByText('Capturado').first()).toBeVisible();
  });

  await test.step('a discarded result is kept, and recovered', async () => {
    await moveTo(page, '/resultados-recibidos');
    await opener(page, 'Bartolomé').click();
    await press(page, 'Descartar');
    await expect(page.getByText('0 resultados por asignar')).toBeVisible();
    await moveTo(page, '/resultados-recibidos?estado=descartados');
    await opener(page, 'Bartolomé').click();
    await expectAccessibleState(page);
    await press(page, 'Recuperar');
    await expect(page.getByText('0 resultados descartados')).toBeVisible();
  });

  await test.step('a file is checked and imported with its columns, and the next file is read in the same way', async () => {
    const csv = (...rows: string[]) => ({
      name: 'noviembre.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['\uFEFFExpediente;Fecha;Vol.;Conc.', ...rows, ''].join('\r\n')),
    });
    await moveTo(page, '/resultados-recibidos');
    const dialog = page.getByRole('dialog', { name: 'Importar archivo de un laboratorio' });
    const open = async (file: ReturnType<typeof csv>) => {
      await page.getByRole('button', { name: 'Importar archivo' }).click();
      await dialog.getByRole('combobox', { name: 'Laboratorio' }).click();
      await page.getByRole('option', { name: 'Laboratorio Piedra de Río' }).click();
      await dialog.locator('input[type=file]').setInputFiles(file);
      await press(page, 'Revisar');
    };
    await open(
      csv(
        'usr_luisveraocampo;2026-01-05 09:30;2,1;14,5',
        '5582;2026-01-05;3,0;60',
        'usr_luisveraocampo;2026-02-05;dos;60',
      ),
    );
    await expect(dialog.getByText(/Es el primer archivo de este laboratorio/)).toBeVisible();
    await dialog.getByLabel('Corresponde a: Expediente').selectOption('Id del paciente');
    await dialog.getByLabel('Corresponde a: Fecha').selectOption('Fecha de la toma');
    await dialog.getByLabel('Corresponde a: Vol.').selectOption('Volumen');
    await dialog.getByLabel('Corresponde a: Conc.').selectOption('Concentración');
    await press(page, 'Revisar');
    const outcome = dialog.getByRole('region', { name: 'Resultado de la importación' });
    await expect(outcome).toContainText('Si lo importas: 3 filas');
    await expect(outcome).toContainText(
      /Línea 3 queda pendiente\. No trae el identificador de un paciente/,
    );
    await expect(outcome).toContainText(/Línea 4 se rechaza\. Vol\.: «dos»/);
    await expectAccessibleState(page);
    await press(page, 'Importar');
    await expect(outcome).toContainText('Se importó: 3 filas');
    await press(page, 'Listo');
    await expect(page.getByText('2 resultados por asignar')).toBeVisible();

    await open(csv('usr_luisveraocampo;2026-01-05 09:30;2,1;14,5'));
    await expect(dialog.getByText(/Así se leyó el último archivo/)).toBeVisible();
    await expect(outcome).toContainText('Ya estaban1');

    await nightlyStep(
      'the headings of the last file are found below titles, and another row can be chosen',
      async () => {
        const titles = 'Laboratorio;Sucursal;Turno;Responsable\r\nClavel;Norte;Matutino;Ruiz\r\n';
        const { buffer, ...titled } = csv('usr_luisveraocampo;2026-03-05 09:30;2,1;14,5');
        const below = buffer.toString().replace('\uFEFF', '');
        await dialog
          .locator('input[type=file]')
          .setInputFiles({ ...titled, buffer: Buffer.from(titles + below) });
        await press(page, 'Revisar');
        await expect(dialog.getByLabel('Corresponde a: Expediente')).toBeVisible();
        const headings = dialog.getByLabel('Fila de encabezados');
        await headings.selectOption({
          label: 'Línea 1: Laboratorio · Sucursal · Turno · Responsable',
        });
        await expect(dialog.getByLabel('Corresponde a: Turno')).toBeVisible();
        await headings.selectOption({ label: 'Línea 3: Expediente · Fecha · Vol. · Conc.' });
        await expect(dialog.getByLabel('Corresponde a: Expediente')).toBeVisible();
      },
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a message of a file that fails is kept, and processed again', async () => {
    const dialog = page.getByRole('dialog', { name: 'Importar archivo de un laboratorio' });
    await page.getByRole('button', { name: 'Importar archivo' }).click();
    await dialog.getByRole('combobox', { name: 'Laboratorio' }).click();
    await page.getByRole('option', { name: 'Laboratorio Piedra de Río' }).click();
    const buffer = Buffer.from(
      'MSH|^~\\&|LIS|RIO|||20260114100000-0600||ORU^R01|1|P|9.9\rPID|1||4471\rOBR|1||F1\r',
    );
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'lote.hl7', mimeType: 'application/octet-stream', buffer });
    await press(page, 'Revisar');
    await expect(dialog).toContainText(
      /Mensaje 1 se rechaza\. Se reciben las versiones 2\.3 a 2\.8/,
    );
    await press(page, 'Importar');
    await expect(dialog).toContainText('Se importó: 1 mensaje');
    await press(page, 'Listo');
    await page.getByRole('link', { name: '1 mensaje sin procesar' }).click();
    const failed = page.getByRole('region', { name: 'Mensajes de laboratorios sin procesar' });
    await expect(failed).toContainText('1 intento');
    await failed.getByRole('button', { name: /^Reintentar: Mensaje/ }).click();
    await expect(page.getByText('El mensaje no se pudo procesar')).toBeVisible();
    await expect(failed).toContainText('2 intentos');
    await expectAccessibleState(page);
  });
});
