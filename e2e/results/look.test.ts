import type { Locator, Page } from '@playwright/test';
import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, moveTo, test } from '../product/test.ts';

const ID = 'usr_alejandrovillaseor';
const DESKTOP = { width: 1440, height: 900 };
const exported = makeExport([person('Alejandro Villaseñor')]);
const RESULTS = `/pacientes/${ID}/resultados`;
const laboratories = [
  ['lab-rio', 'Laboratorio Piedra de Río'],
  [
    'lab-obsidiana',
    'Análisis Clínicos Obsidiana Clara del Centro Histórico de la Ciudad de México',
  ],
] as const;

test.use({
  dataset: {
    ...exported,
    records: {
      ...exported.records,
      partners: laboratories.map(([idPartner, name]) => ({
        idPartner,
        name,
        country: 'México',
        website: '',
        logo_url: '',
        utm_available: false,
        type: 'Laboratorio',
      })),
    },
  },
});
const semen = [
  { analyte: 'volume', value: '2.1', range: '≥ 1.4' },
  { analyte: 'ph', value: '7.6' },
  { analyte: 'concentration', value: '14', range: '≥ 16' },
  { analyte: 'progressiveMotility', value: '34', range: '≥ 30' },
  { analyte: 'nonProgressiveMotility', value: '11' },
  { analyte: 'immotile', value: '55' },
  { analyte: 'vitality', value: '68', range: '≥ 54' },
  { analyte: 'normalForms', value: '3', range: '≥ 4' },
  { analyte: 'headDefects', value: '80' },
  { analyte: 'midpieceDefects', value: '30' },
  { analyte: 'tailDefects', value: '20' },
  { analyte: 'cytoplasmicDroplets', value: '5' },
  { analyte: 'leukocytes', value: '<1', range: '< 1' },
  { analyte: 'colour', text: 'Blanco opalescente, ligeramente amarillento' },
];
const hormones = ['fsh', 'lh', 'testosterone', 'prolactin', 'estradiol', 'shbg'].map((analyte) => ({
  analyte,
  value: '8.9',
  range: analyte === 'shbg' ? null : '1.5 – 12.4',
}));

async function send(page: Page, path: string, data: object) {
  const answer = await page.request.post(path, { data });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data;
}

/** Two semen analyses of two laboratories, one of them corrected, and hormones. */
async function addResults(page: Page) {
  const enter = (fields: object) => send(page, '/v1/result/create', { idUser: ID, ...fields });
  const sample = { examType: 'Seminograma', method: 'Manual', abstinenceDays: '4' };
  const { set } = await enter({
    ...sample,
    idLaboratory: 'lab-rio',
    collectedAt: '2026-01-14T14:40:00Z',
    analyzedAt: '2026-01-14T15:28:00Z',
    values: semen,
  });
  await send(page, '/v1/result/validate', {
    idResultSet: set.idResultSet,
    basis: 'paper',
    acknowledged: set.checks.map(({ message }: { message: string }) => message),
  });
  await send(page, '/v1/result/correct', {
    idResultSet: set.idResultSet,
    reason: 'Se leyó 7.6 por 7.8.',
    values: [{ analyte: 'ph', value: '7.8' }],
  });
  await enter({
    ...sample,
    idLaboratory: 'lab-obsidiana',
    collectedAt: '2025-09-02',
    values: semen.slice(0, 8),
  });
  await enter({
    examType: 'Hormonal',
    idLaboratory: 'lab-obsidiana',
    collectedAt: '2026-01-14T13:55:00Z',
    values: hormones,
  });
}

async function getBox(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return box;
}

/** Number of Letter pages that the page prints on, with a browser's margins. */
async function countSheets(page: Page): Promise<number> {
  const side = '10mm';
  const margin = { top: side, bottom: side, left: side, right: side };
  const paper = (await page.pdf({ format: 'Letter', margin })).toString('latin1');
  return paper.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test('E-10.461, E-10.562: the pages of results, of orders and of ranges are accessible and fit', async ({
  staffPage: page,
}) => {
  await addResults(page);

  await test.step('all results of a patient are accessible at every width', async () => {
    await page.goto(RESULTS);
    await expect(page.getByRole('heading', { name: 'Hormonal' })).toBeVisible();
    await expectAccessibleLayout(page);
  });

  await test.step('H-C6, E-10.566, E-10.1393: the results print on one sheet with the letterhead and without suggestions, with formulas and corrections in full', async () => {
    const form = { name: 'Clínica del Valle', address: 'Av. Insurgentes Sur 1000' };
    const headers = { origin: new URL(page.url()).origin };
    const saved = await page.request.put('/v1/letterhead/update', { multipart: form, headers });
    expect(await saved.text()).toContain(form.name);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Hormonal' })).toBeVisible();
    await expect(page.getByText(form.name)).toBeAttached();
    await expect(page.getByText(/^Sugerencia/).first()).toBeVisible();
    await expect.poll(() => countSheets(page)).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(form.name)).toBeVisible();
    await expect(page.getByText(/^Sugerencia/).first()).toBeHidden();
    await expect(page.getByText('Concentración 14 ×10⁶/mL por volumen 2.1 mL')).toBeVisible();
    await expect(page.getByText(/Antes 7\.6.*Motivo: Se leyó 7\.6 por 7\.8\./)).toBeVisible();
    await expect(page.getByText(/^Fecha de nacimiento|^Impreso de Simiente/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  await test.step('E-10.464: the comparison of two dates is accessible at every width', async () => {
    await moveTo(page, `${RESULTS}/comparar`);
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessibleLayout(page);
  });

  await test.step('E-10.465: the trend of one analyte is accessible at every width', async () => {
    await moveTo(page, `${RESULTS}/evolucion?estudio=Seminograma&analito=concentration`);
    await expect(page.locator('svg circle').first()).toBeVisible();
    await expectAccessibleLayout(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const days = page.locator('svg text').filter({ hasText: / 20\d\d$/ });
    await expect(days).toHaveText(['2 sep 2025', '14 ene 2026']);
    // The chart renders its texts again for each width.
    await expect(async () => {
      const [first, last] = await Promise.all([getBox(days.first()), getBox(days.last())]);
      expect(first.x).toBeGreaterThanOrEqual(0);
      expect(first.x + first.width).toBeLessThan(last.x);
      expect(last.x + last.width).toBeLessThanOrEqual(390);
    }).toPass();
    await page.setViewportSize(DESKTOP);
  });

  await test.step('E-10.474: the form of typed results is accessible at every width, with checks', async () => {
    await moveTo(page, `${RESULTS}/capturar?estudio=Seminograma`);
    await page.getByLabel('Abstinencia').fill('9');
    await page.getByLabel('Concentración: valor').fill('2100');
    await page.getByLabel('pH: valor').fill('siete');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByLabel('pH: valor')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessibleLayout(page);
    await page.setViewportSize({ width: 390, height: 844 });
    // A sentence in the column of its field would take six lines.
    const message = page
      .locator('form')
      .getByText(/^Escribe un número con punto/)
      .first();
    await expect.poll(async () => (await getBox(message)).width).toBeGreaterThan(300);
    // The field is in view, and its error would be under the form's footer, which takes two lines here.
    const footer = page.locator('[data-form-footer]');
    const wrong = page.getByLabel('pH: valor');
    await page.getByLabel('Abstinencia').focus();
    const getGap = async (above: Locator) => {
      const [{ y }, box] = await Promise.all([getBox(footer), getBox(above)]);
      return y - box.y - box.height;
    };
    await expect(async () => {
      const by = 4 - (await getGap(wrong));
      await page.evaluate(`scrollBy({ top: ${by}, behavior: 'instant' })`);
      expect(Math.abs((await getGap(wrong)) - 4)).toBeLessThan(2);
    }).toPass();
    await page.keyboard.press('Control+Enter');
    await expect(wrong).toBeFocused();
    await expect.poll(() => getGap(message)).toBeGreaterThanOrEqual(0);
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
  });

  await test.step('the ranges of laboratories and their form are accessible at every width', async () => {
    await send(page, '/v1/result/set-range', {
      idLaboratory: 'lab-obsidiana',
      analyte: 'teratozoospermiaIndex',
      range: '≤ 1.6 (criterio estricto)',
      validFrom: '2026-01-01',
    });
    await moveTo(page, '/analitos');
    await page.getByRole('row', { name: /criterio estricto/ }).click();
    await expect(page.getByRole('dialog', { name: 'Editar rango' })).toBeVisible();
    await expectAccessibleState(page);
    await page.keyboard.press('Escape');
  });

  await test.step('E-10.500: the orders of all patients are accessible at every width', async () => {
    await moveTo(page, '/ordenes');
    await expect(page.getByRole('heading', { name: 'Órdenes' })).toBeVisible();
    await expectAccessibleLayout(page);
  });
});
