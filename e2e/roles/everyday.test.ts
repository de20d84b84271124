import type { Page } from '@playwright/test';
import type { Role } from '@simiente/contract/common/access/roles';
import { withDoctor } from '../appointments/records.ts';
import { places } from '../exam-orders/records.ts';
import { makeExport, person } from '../patients/records.ts';
import type { ProductInfo } from '../product/protocol.ts';
import { giveRoles } from '../product/roles.ts';
import { expect, failedRequest, moveTo, signIn, test } from '../product/test.ts';
import { pdfFile } from '../product/uploads.ts';

const MARCO = '/pacientes/usr_marcovidal';

/** Marco is a patient of Renata Olvera, with a report; Nadie has neither. */
const clinic = makeExport([
  person(
    'Marco Vidal',
    { status: 2 },
    {
      MedicalReportData: {
        examReportIA: { message: 'La movilidad progresiva fue de 32 %.' },
        firstMedicalReport: { message: 'Primer informe.' },
      },
      appointments: { recipeAppointments: [], doctorAppointments: [withDoctor('apt_marco')] },
    },
  ),
  person('Tomás Ibarra'),
]);

test.use({
  expectedErrors: failedRequest(403),
  dataset: {
    ...clinic,
    records: {
      ...clinic.records,
      partners: places.records.partners,
      branches: places.records.branches,
    },
  },
});

/** The page of the colleague, whom administration gave these roles. */
async function workAs(
  page: Page,
  product: ProductInfo,
  change: { readonly roles: readonly Role[]; readonly idDoctor?: string },
): Promise<void> {
  const { colleague } = product;
  await giveRoles(page, product, colleague.email, change);
  await signIn(page, { ...product, staff: colleague });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const region = (page: Page, name: string) => page.getByRole('region', { name });

async function expectWithout(page: Page, ...names: readonly (string | RegExp)[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const name of names) {
    await expect(button(page, name).or(page.getByRole('link', { name }))).toHaveCount(0);
  }
}

test('E-10.395: reception registers a patient with consent, an appointment and an order, and sees no clinical part', async ({
  page,
  product,
}) => {
  await workAs(page, product, { roles: ['recepcion'] });
  await page.goto('/pacientes');
  await expectWithout(page, /^Exportar/, 'Cuentas', 'Auditoría');

  await button(page, 'Crear paciente').click();
  const form = page.getByRole('dialog', { name: 'Crear paciente' });
  await form.getByLabel('Nombre').fill('Rubén Salas');
  await form.getByLabel('Correo electrónico').fill('ruben@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rubén Salas');

  await button(page, 'Registrar el consentimiento').click();
  const consent = page.getByRole('dialog', { name: 'Registrar consentimiento' });
  await consent.getByRole('combobox').click();
  await consent.getByRole('option').first().click();
  await consent.getByRole('button', { name: 'Registrar consentimiento' }).click();
  await expect(page.getByText('Vigente', { exact: true })).toBeVisible();

  await region(page, 'Interconsultas').getByRole('button', { name: 'Crear cita' }).click();
  const appointment = page.getByRole('dialog', { name: 'Crear cita' });
  await appointment.getByRole('combobox', { name: 'Médico' }).fill('renata');
  await page.getByRole('option', { name: /Renata Olvera/ }).click();
  await appointment
    .getByRole('group', { name: /^Próximos horarios disponibles/ })
    .getByRole('button')
    .first()
    .click();
  await expect(appointment.getByLabel(/^Hora/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(region(page, 'Interconsultas').getByRole('listitem')).toContainText('Renata Olvera');

  await region(page, 'Órdenes de examen').getByRole('button', { name: 'Crear orden' }).click();
  const order = page.getByRole('dialog');
  await order.getByRole('combobox', { name: 'Sucursal' }).fill('avila');
  await page.getByRole('option', { name: /Sucursal Ávila/ }).click();
  await order.getByRole('checkbox', { name: 'Seminograma' }).check();
  await order.getByRole('button', { name: 'Crear orden' }).click();
  await expect(page.getByRole('dialog', { name: 'Orden creada' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Reports, results and files are absent, not grey; the existence of studies is shown.
  await page.goto(MARCO);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marco Vidal');
  await expectWithout(page, 'Leer', /^Ver resultados/, /^Consultar/, 'Exportar expediente');
  await expectWithout(page, 'Accesos');
  // E-10.2160: a study that a patient brings.
  await expect(button(page, 'Agregar estudios')).toBeVisible();
  await moveTo(page, `${MARCO}/actuality`);
  await expect(page.getByText('32 %')).toHaveCount(0);
});

test('E-10.395: a laboratory uploads a study, validates another account’s results, and edits no patient', {
  tag: '@nightly',
}, async ({ page, product }) => {
  await signIn(page, product);
  const entered = await page.request.post('/v1/result/create', {
    data: {
      idUser: 'usr_marcovidal',
      examType: 'Seminograma',
      collectedAt: '2026-01-14',
      values: [{ analyte: 'volume', value: '2.4', range: '≥ 1.4' }],
    },
  });
  expect(entered.status()).toBe(200);
  await workAs(page, product, { roles: ['laboratorio'] });
  await page.goto(MARCO);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marco Vidal');
  await expectWithout(page, 'Editar', 'Crear cita', 'Crear orden', 'Leer', 'Exportar expediente');

  await button(page, 'Agregar estudios').click();
  const upload = page.getByRole('dialog', { name: 'Agregar estudios' });
  await upload.locator('input[type=file]').setInputFiles([pdfFile('papel.pdf')]);
  await upload.getByLabel('Tipo de estudio de papel.pdf').fill('Cultivo Sem');
  await page.getByRole('option', { name: 'Cultivo Semen' }).click();
  await upload.getByRole('button', { name: 'Agregar estudio' }).click();
  await expect(page.getByText('Estudio agregado')).toBeVisible();

  await moveTo(page, `${MARCO}/resultados`);
  await expect(page.getByText('Capturado, sin segunda lectura')).toBeVisible();
  await button(page, 'Validar').click();
  const dialog = page.getByRole('dialog', { name: 'Validar resultados' });
  await dialog.getByLabel('No hay archivo: lo leí del reporte en papel').check();
  await dialog.getByRole('button', { name: 'Validar' }).click();
  await expect(page.getByText('Validado', { exact: true })).toBeVisible();
});

test('E-10.395: a doctor reads the report of an assigned patient, moves the appointment and exports that record, and no other patient’s', async ({
  page,
  product,
}) => {
  await signIn(page, product);
  const { data } = await (await page.request.get('/v1/doctor/list')).json();
  const { idDoctor } = data.doctors.find(({ name }: { name: string }) => /Renata/.test(name));
  await workAs(page, product, { roles: ['medico'], idDoctor });
  await page.goto(MARCO);
  await page.getByRole('link', { name: /^Leer/ }).click();
  await expect(page.getByText('La movilidad progresiva fue de 32 %.')).toBeVisible();
  await page.getByRole('link', { name: 'Volver al paciente' }).click();
  await page.getByRole('link', { name: 'Ver todas: Interconsultas' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestión de Citas');
  await button(page, 'Ver Detalles').click();
  const form = page.getByRole('dialog', { name: 'Editar Cita' });
  await form.getByRole('combobox', { name: 'Estado' }).click();
  await form.getByRole('option', { name: 'Asignado' }).click();
  await form.getByRole('textbox', { name: 'Fecha' }).press('Enter');
  await expect(page.getByText('Cita actualizada')).toBeVisible();
  await expect(page.getByRole('main').getByText('Asignado', { exact: true })).toBeVisible();

  await moveTo(page, MARCO);
  const coming = page.waitForEvent('download');
  await button(page, 'Exportar expediente').click();
  expect((await coming).suggestedFilename()).toMatch(/^expediente-usr_marcovidal/);
  await button(page, 'Accesos').click();
  await expect(page.getByRole('complementary', { name: 'Accesos' })).toContainText(
    'Abrió el expediente',
  );

  await moveTo(page, '/pacientes/usr_tomsibarra');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tomás Ibarra');
  await expectWithout(page, 'Exportar expediente', 'Accesos');
});

test('E-10.395: administration exports a list, deletes and restores several patients, and sees no report', {
  tag: '@nightly',
}, async ({ page, product }) => {
  await workAs(page, product, { roles: ['administracion'] });
  await page.goto('/pacientes');
  const coming = page.waitForEvent('download');
  await button(page, 'Exportar 2 pacientes').click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole('checkbox', { name: /Seleccionar tod/ }).check();
  await region(page, 'Selección').getByRole('button', { name: 'Eliminar' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Eliminar/ })
    .click();
  await expect(page.getByText('No data available')).toBeVisible();
  await page.getByRole('link', { name: 'Papelera' }).click();
  await page.getByRole('checkbox', { name: /Seleccionar tod/ }).check();
  await region(page, 'Selección').getByRole('button', { name: 'Restaurar' }).click();
  await expect(page.getByText('2 elementos restaurados')).toBeVisible();

  await moveTo(page, MARCO);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marco Vidal');
  await expectWithout(page, 'Leer', /^Ver resultados/, 'Agregar estudios');
  await button(page, 'Accesos').click();
  await expect(page.getByRole('complementary', { name: 'Accesos' })).toContainText('Eliminó');
});

test('E-10.395: an auditor follows a person through the whole audit, reads the record, and changes nothing', async ({
  page,
  product,
}) => {
  await workAs(page, product, { roles: ['auditoria'] });
  await page.goto('/auditoria');
  await expect(page.getByText('Estado de la cadena')).toBeVisible();
  await page.getByRole('combobox', { name: 'Persona' }).fill(product.administrator.name);
  await page.getByRole('option', { name: product.administrator.name }).click();
  await expect(page).toHaveURL(/persona=/);
  const row = page.getByRole('row').filter({ hasText: product.colleague.name }).first();
  await expect(row).toBeVisible();
  const coming = page.waitForEvent('download');
  await button(page, /^Exportar/).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/);

  await moveTo(page, MARCO);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marco Vidal');
  await expectWithout(page, 'Editar', 'Eliminar', 'Crear cita', 'Crear orden', 'Agregar estudios');
  await page.getByRole('link', { name: /^Leer/ }).click();
  await expect(page.getByText('La movilidad progresiva fue de 32 %.')).toBeVisible();
});
