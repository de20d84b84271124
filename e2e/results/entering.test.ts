import type { Page } from '@playwright/test';
import { makeExport, person } from '../patients/records.ts';
import { expect, moveTo, nightlyStep, test } from '../product/test.ts';
import { pdfFile } from '../product/uploads.ts';

const ID = 'usr_alejandrovillaseor';
const exported = makeExport([person('Alejandro Villaseñor')]);
const partner = { country: 'México', website: '', logo_url: '', utm_available: false };

test.use({
  // The fields that were retyped wrongly on purpose.
  expectedErrors: /status of 422/,
  dataset: {
    ...exported,
    records: {
      ...exported.records,
      partners: [
        {
          ...partner,
          idPartner: 'lab-rio',
          name: 'Laboratorio Piedra de Río',
          type: 'Laboratorio',
        },
      ],
    },
  },
});

/** At three presses a second, ninety seconds. */
const MAX_KEYS = 270;

/** A keyboard that counts its presses. */
function countedKeys({ keyboard }: Page) {
  let count = 0;
  return {
    count: () => count,
    type: async (text: string) => {
      count += text.length;
      await keyboard.type(text);
    },
    press: async (key: string) => {
      count += key.split('+').length;
      await keyboard.press(key);
    },
  };
}

/** Values of the paper, in its order; empty where it has no value. */
const paper = [
  'opalino',
  '25',
  '',
  '2,1',
  '7.6',
  '14',
  '29,4',
  '34',
  '',
  '',
  '11',
  '55',
  '',
  '68',
  '3',
  '',
  '',
  '',
  '',
  '',
  '<1',
];

test('E-10.473: a technician enters an espermatobioscopia beside its PDF by keyboard alone, reads it again and validates it', async ({
  staffPage: page,
  baseURL,
}) => {
  const { request } = page;
  const yesterday = await request.post('/v1/result/create', {
    data: {
      idUser: ID,
      examType: 'Seminograma',
      idLaboratory: 'lab-rio',
      method: 'Manual',
      collectedAt: '2026-01-14',
      values: [
        { analyte: 'volume', value: '2.4', range: '≥ 1.4' },
        { analyte: 'concentration', value: '21', range: '≥ 16' },
        { analyte: 'normalForms', value: '5', range: '≥ 4' },
      ],
    },
  });
  expect(yesterday.status()).toBe(200);
  const uploaded = await request.post('/v1/exam/create', {
    // A form without an origin could come from any site.
    headers: { origin: baseURL ?? '' },
    multipart: {
      idUser: ID,
      examType: 'Seminograma',
      examDate: '2026-01-20',
      file: pdfFile('papel.pdf'),
    },
  });
  const { exam } = (await uploaded.json()).data;
  await page.goto(`/pacientes/${ID}/resultados/capturar?examen=${exam.id}`);
  const keys = countedKeys(page);

  await test.step('E-10.471: yesterday’s laboratory, method and ranges are offered again, beside the file', async () => {
    await expect(page.getByLabel('Tomada')).toBeFocused();
    await expect(page.getByRole('combobox', { name: 'Laboratorio' })).toHaveValue(
      'Laboratorio Piedra de Río',
    );
    await expect(page.getByRole('combobox', { name: 'Método' })).toHaveValue('Manual');
    await expect(page.getByLabel('Concentración: rango impreso')).toHaveValue('≥ 16');
    await expect(page.frameLocator('iframe').locator('embed, body')).toHaveCount(1);
  });

  for (const fact of ['08:40', '', '09:28', '4']) {
    await keys.type(fact);
    await keys.press('Enter');
  }
  for (const value of paper) {
    await keys.type(value);
    if (value === '55') {
      await test.step('E-10.474: contradictions are reported during typing', async () => {
        await expect(page.getByText('PR 34 + NP 11 + IM 55 = 100 %.')).toBeVisible();
      });
    }
    if (value !== '<1') await keys.press('Enter');
  }
  await keys.press('Control+Enter');
  await expect(page.getByText('Resultados capturados')).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(MAX_KEYS);

  await test.step('E-10.461: the page shows the result, and its missing second reading', async () => {
    await expect(page.getByText('Capturado, sin segunda lectura')).toBeVisible();
    const row = page.getByRole('row', { name: /^Concentración/ });
    await expect(row).toContainText('Por debajo del rango');
    await expect(row).toContainText('por debajo del percentil 5 de hombres fértiles, OMS 2021');
    await expect(page.getByText('Analizada a los 48 min')).toBeVisible();
  });

  await test.step('E-10.475: the same person retypes the fields that the server chose', async () => {
    const set = (await (await request.get(`/v1/result/of-patient?idUser=${ID}`)).json()).data
      .sets[0];
    await page.getByRole('button', { name: 'Segunda lectura' }).click();
    const dialog = page.getByRole('dialog', { name: 'Segunda lectura' });
    const answer = await request.get(`/v1/result/second-reading?idResultSet=${set.idResultSet}`);
    const { fields } = (await answer.json()).data;
    expect(fields).toHaveLength(3);
    const inputs = dialog.getByRole('textbox');
    await expect(inputs.first()).toBeFocused();
    await dialog.getByRole('link', { name: 'Abrir el archivo en otra pestaña' }).click();
    for (const [index, { idValue }] of fields.entries()) {
      const value = set.values.find((one: { idValue: string }) => one.idValue === idValue);
      const shown = value.choice ?? value.text ?? `${value.comparator ?? ''}${value.value}`;
      await inputs.nth(index).fill(index === 0 ? '999' : shown);
    }
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByText('No coincide con la captura. Revisa el reporte del laboratorio.', {
        exact: true,
      }),
    ).toBeVisible();
    // Pressed twice within a second, a button does nothing.
    await expect(dialog.getByRole('button', { name: 'Confirmar' })).not.toHaveAttribute(
      'data-locked',
    );
    const first = set.values.find((one: { idValue: string }) => one.idValue === fields[0].idValue);
    await inputs
      .first()
      .fill(first.choice ?? first.text ?? `${first.comparator ?? ''}${first.value}`);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Capturado', { exact: true })).toBeVisible();
  });

  await test.step('E-10.476: the result is validated, and corrected with a reason that stays readable', async () => {
    await page.getByRole('button', { name: 'Validar' }).click();
    await expect(page.getByText('Validado', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Corregir' }).click();
    await page.getByLabel('Concentración: valor').fill('15');
    await page.getByLabel('Motivo de la corrección').fill('Se leyó 14 por 15.');
    await page.getByRole('button', { name: 'Guardar corrección' }).click();
    await expect(page.getByText('Corregido, sin segunda lectura')).toBeVisible();
    await page.getByText('Corregido: ver lo anterior').click();
    await expect(page.getByText(/Antes 14 ×10⁶\/mL.*Motivo: Se leyó 14 por 15\./)).toBeVisible();
  });

  await nightlyStep(
    'E-10.565: another file makes the results corregido again, announced before and shown on the page',
    async () => {
      await page.getByRole('button', { name: 'Validar' }).click();
      const validation = page.getByRole('dialog', { name: 'Validar resultados' });
      await validation.getByRole('link', { name: 'Abrir el archivo en otra pestaña' }).click();
      for (const warning of await validation.getByRole('checkbox').all()) await warning.check();
      await validation.getByRole('button', { name: 'Validar' }).click();
      await expect(page.getByText('Validado, sin segunda lectura')).toBeVisible();
      await moveTo(page, `/pacientes/${ID}`);
      await page.getByRole('button', { name: 'Más acciones: Seminograma, 20 ene 2026' }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: 'Reemplazar archivo' }).click();
      await (await chooser).setFiles(pdfFile('corregido.pdf'));
      const question = page.getByRole('dialog', { name: 'Reemplazar archivo' });
      await expect(question).toContainText('están validados con el archivo actual');
      await question.getByRole('button', { name: 'Reemplazar archivo' }).click();
      await expect(page.getByText('Archivo reemplazado')).toBeVisible();
      await moveTo(page, `/pacientes/${ID}/resultados`);
      await expect(page.getByText('Corregido, sin segunda lectura')).toBeVisible();
      await expect(
        page.getByText(/Motivo: Se reemplazó el archivo del estudio\..*Validación anterior:/),
      ).toBeVisible();
    },
  );
});
