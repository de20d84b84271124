import { choose, getForm, getFreeTimes } from '../appointments/new-form.ts';
import { withDoctor } from '../appointments/records.ts';
import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, test } from '../product/test.ts';

test.use({
  dataset: makeExport([
    person(
      'Héctor Barragán Tello',
      { email: 'hector@example.org', phone: '33 0078 4209' },
      { appointments: { recipeAppointments: [], doctorAppointments: [withDoctor('apt_1')] } },
    ),
  ]),
});

const SPREADSHEET = `NOMBRE COMPLETO;CORREO;CELULAR;F. ALTA;ETAPA;REFERIDO POR;FOLIO ANT.;CALLE
Hugo Rentería Salas;hugo@example.org;55 0123 4567;03/04/2026;nuevo;Dr. Pineda;A-0412;
Iván Soto Lara;ivan@example.org;(33) 0145-7788;11/02/2026;test hecho;Instagram;A-0413;
Bruno Esquivel Mora;bruno.esquivel@;55 0161 2093;05/06/2025;en abordaje;;A-0415;
Hector Barragan;HECTOR@example.org;;05/06/2025;;;A-0416;Reforma 1
`;
const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test('E-10.1764, E-10.3193, E-10.4132: a new clinic imports its patients, books the first, and undoes the rest', async ({
  staffPage: page,
}) => {
  const pick = (csv: string) =>
    page.locator('input[type=file]').setInputFiles(file('pacientes-valle.csv', csv));

  await test.step('a file and its columns are read, with a question about its dates', async () => {
    await page.goto('/pacientes');
    await page.getByRole('link', { name: 'Importar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Importar pacientes');
    await expectAccessibleLayout(page);
    await pick(SPREADSHEET);
    const columns = page.getByRole('table', { name: 'Columnas del archivo' });
    await expect(columns.getByLabel('Se guarda como: CELULAR')).toHaveValue('phone');
    await expect(columns.getByLabel('Se guarda como: REFERIDO POR')).toHaveValue('note');
    await expect(columns.getByLabel('Se guarda como: FOLIO ANT.')).toHaveValue('');
    const next = page.getByRole('button', { name: 'Revisar 4 filas' });
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('Falta elegir el formato de «F. ALTA».')).toBeVisible();
    await expectAccessibleState(page);
    await page.getByRole('link', { name: 'Médicos' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Seguir editando' }).click();
    await page.getByRole('radio', { name: /3 abr 2026/ }).check();
    await next.click();
  });

  await test.step('the review corrects a problem in place', async () => {
    const problems = page.getByRole('region', { name: 'Con problemas' });
    await expect(problems.getByText('Escribe un correo válido')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Ya existen' })).toContainText('Reforma 1');
    await expectAccessibleLayout(page);
    await problems.getByLabel('Correo electrónico').fill('bruno@example.org');
    await problems.getByLabel('Teléfono').focus();
    await expect(problems.getByText('Lista para importar.')).toBeVisible();
    // The correction is kept when the column map changes.
    await page.getByRole('button', { name: 'Atrás' }).click();
    await page.getByLabel('Se guarda como: FOLIO ANT.').selectOption('Nota');
    await page.getByRole('button', { name: 'Revisar 4 filas' }).click();
    await expect(page.getByText('Aún no se guarda nada')).toBeVisible();
    await expect(problems).toHaveCount(0);
    await page.getByRole('button', { name: 'Importar 3 y completar 1' }).click();
    await expect(page.getByText('Se crearon 3 pacientes y se completaron 1.')).toBeVisible();
    await expectAccessibleState(page);
  });

  await test.step('the first patient is booked', async () => {
    await expect(page.getByRole('link', { name: 'Posibles duplicados' })).toBeVisible();
    await page.getByRole('link', { name: 'Ver pacientes' }).click();
    await page.getByRole('link', { name: 'Hugo Rentería Salas' }).click();
    await expect(page.getByText('Dr. Pineda')).toBeVisible();
    const card = page.getByRole('region', { name: 'Interconsultas' });
    await card.getByRole('button', { name: 'Crear cita' }).click();
    const form = getForm(page);
    await choose(form, 'RENATA@', 'Renata Olvera Cid Andrología');
    await getFreeTimes(form).first().click();
    await expect(form.getByLabel(/^Hora/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
  });

  await test.step('the import is undone, except for the booked patient', async () => {
    await page.goto('/pacientes/importar');
    await page.getByRole('button', { name: 'Deshacer importación' }).click();
    const question = page.getByRole('dialog', { name: '¿Deshacer la importación?' });
    await question.getByRole('button', { name: 'Deshacer importación' }).click();
    await expect(page.getByText('Hugo Rentería Salas: ya se usó después')).toBeVisible();
    await page.goto('/pacientes');
    await expect(page.getByRole('link', { name: 'Hugo Rentería Salas' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Iván Soto Lara' })).toHaveCount(0);
  });
});
