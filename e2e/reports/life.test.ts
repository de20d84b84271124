import type { Page } from '@playwright/test';
import { setUpTwoFactor } from '../account/authenticator.ts';
import { anotherBrowser, change } from '../live/screens.ts';
import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout } from '../product/looks.ts';
import type { ProductInfo } from '../product/protocol.ts';
import { giveRoles } from '../product/roles.ts';
import {
  expect,
  expectAccessible,
  failedRequest,
  moveTo,
  nightlyStep,
  signIn,
  test,
} from '../product/test.ts';

const DRAFT = `La concentración fue de 70 millones/ml, un valor muy bueno.
Estos resultados son normales para tu edad.
Tu índice de masa corporal es de 23.4 kg/m².`;

const clinic = makeExport([
  person(
    'Alejandro Rojas',
    {},
    {
      MedicalReportData: { examReportIA: { message: DRAFT }, firstMedicalReport: { message: '' } },
    },
  ),
]);

test.use({
  dataset: clinic,
  seals: true,
  expectedErrors: failedRequest(401, 403, 404, 409, 422),
});

const ID = 'usr_alejandrorojas';
const PAGE = `/pacientes/${ID}/actuality`;
const NOTICE =
  'El siguiente análisis ha sido generado con inteligencia artificial y es supervisado por médicos expertos en fertilidad.';

/**
 * Makes the colleague a doctor who can sign, with the steps of administration and of the doctor, and signs the
 * doctor in.
 */
async function becomeSigner(page: Page, product: ProductInfo) {
  const { colleague, staff } = product;
  await giveRoles(page, product, staff.email, { roles: ['medico'] });
  const idAccount = await giveRoles(page, product, colleague.email, { roles: ['medico'] });
  const { identity } = await change<{ identity: { latest: { idVersion: string } } }>(
    page.request,
    'put',
    '/v1/accounts/enter-identity',
    {
      idAccount,
      fullName: 'Dra. Regina Núñez Ocampo',
      cedula: '12345678',
      institution: 'Universidad Nacional',
      specialty: 'Urología',
      validFrom: '2020-01-01',
      version: 0,
    },
  );
  await signIn(page, { ...product, staff: colleague });
  const { idVersion } = identity.latest;
  await change(page.request, 'post', '/v1/account/confirm-identity', { idVersion });
  return setUpTwoFactor(page, { staff: colleague });
}

/** The result that the draft misquotes. */
const concentration = {
  idUser: ID,
  examType: 'Seminograma',
  collectedAt: '2026-01-14',
  values: [{ analyte: 'concentration', value: '14', range: '≥ 16' }],
};

interface Entered {
  readonly idResultSet: string;
  readonly checks: readonly { readonly level: string; readonly message: string }[];
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const signatureStatus = (page: Page) => page.getByTestId('signature-status');

/** Signs the reviewed text. */
async function sign(page: Page, password: string, code: string): Promise<void> {
  await button(page, /^Firmar$/).click();
  const dialog = page.getByRole('dialog', { name: 'Firmar informe' });
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password);
  await dialog.getByLabel('Código').fill(code);
  await dialog.getByRole('checkbox', { name: /^Leí el texto completo/ }).check();
  await dialog.getByRole('button', { name: 'Firmar' }).click();
  await expect(dialog).toHaveCount(0);
}

test('E-10.663, E-10.671, E-10.676: a doctor reviews a draft, corrects a wrong number and signs; another cannot; the report is corrected later, and withdrawn', async ({
  page,
  product,
  browser,
}) => {
  const { code, recoveryCodes } = await becomeSigner(page, product);
  const [second = '', third = ''] = recoveryCodes;
  const { password } = product.colleague;
  const { set } = await change<{ set: Entered }>(
    page.request,
    'post',
    '/v1/result/create',
    concentration,
  );
  const { idResultSet, checks } = set;
  const acknowledged = checks.filter(({ level }) => level !== 'ok').map(({ message }) => message);
  await change(page.request, 'post', '/v1/result/validate', {
    idResultSet,
    acknowledged,
    basis: 'paper',
  });

  await test.step('E-10.680: the draft waits in Por firmar, which the menu counts, and links to its review', async () => {
    await page.goto('/por-firmar');
    await expect(page.getByRole('row', { name: /Alejandro Rojas/ })).toContainText('1 no coincide');
    await expect(page.getByRole('link', { name: /^Por firmar/ })).toContainText('1');
    await nightlyStep('it is accessible', () => expectAccessibleLayout(page));
    await page.getByRole('link', { name: /Alejandro Rojas/ }).click();
    await expect(page).toHaveURL(`${PAGE}?lectura=revisar`);
    await button(page, 'Empezar la revisión').click();
  });

  const other = await anotherBrowser(browser, product);
  await test.step('E-10.651, E-10.666: another doctor sees the unsigned text and its reviewer live', async () => {
    await other.goto(PAGE);
    await expect(other.getByRole('note')).toHaveText(NOTICE);
    await expect(signatureStatus(other)).toContainText('Sin firma en Simiente.');
    await expect(other.getByText(`Lo revisa ${product.colleague.name}`)).toBeVisible();
  });

  await test.step('E-10.660, E-10.663: one press corrects a number, and keys remove and add sentences', async () => {
    await expect(page.getByText('70 ≠ 14 millones/ml', { exact: false })).toBeVisible();
    await expect(button(page, /^Firmar$/)).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await button(page, 'Corregir a 14').click();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(page.getByText('Tachada')).toBeVisible();
    await button(page, 'Agregar frase').click();
    await expect(page.getByRole('textbox', { name: /^Frase/ })).toBeFocused();
    await page.keyboard.type('Conviene repetir el estudio en tres meses.');
    await page.keyboard.press('Enter');
    await button(page, /^Confirmarla/).click();
    await expect(page.getByText(/guardado hoy/)).toBeVisible();
    await nightlyStep('it is accessible', () => expectAccessibleLayout(page));
  });

  await test.step('E-10.705: a reload during the last save needs confirmation, and the change is not lost', async () => {
    const save = '**/v1/reports/save-working-copy';
    let letGo = () => {};
    const released = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(save, async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press('e');
    const field = page.getByRole('textbox', { name: /^Frase/ });
    await field.fill('Conviene repetir el estudio en seis meses.');
    const dialog = page.waitForEvent('dialog');
    const reloading = page.evaluate('location.reload()');
    const question = await dialog;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await reloading;
    await expect(field).toHaveValue('Conviene repetir el estudio en seis meses.');
    letGo();
    await field.fill('Conviene repetir el estudio en tres meses.');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/guardado hoy/)).toBeVisible();
    await page.unroute(save);
  });

  await test.step('E-10.666: a review that another doctor takes over continues unchanged, and the first doctor can take it over again', async () => {
    await moveTo(other, `${PAGE}?lectura=revisar`);
    await button(other, 'Tomar la revisión').click();
    await expect(button(other, 'Agregar frase')).toBeVisible();
    await expect(other.getByText('Conviene repetir el estudio en tres meses.')).toBeVisible();
    // Only the signer can confirm a number.
    await button(other, /^Confirmarla/).click();
    await button(other, /^Firmar$/).click();
    const dialog = other.getByRole('dialog', { name: 'Firmar informe' });
    await expect(dialog).toContainText('Pide al administrador que registre tu identidad');
    await expect(dialog.getByRole('button', { name: 'Firmar' })).toHaveCount(0);
    await expect(page.getByText(`Lo revisa ${product.staff.name}`)).toBeVisible();
    await button(page, 'Tomar la revisión').click();
    await button(page, /^Confirmarla/).click();
  });

  await test.step('E-10.670, E-10.671: the dialog shows the exact text, which is in force once signed', async () => {
    await button(page, /^Firmar$/).click();
    const dialog = page.getByRole('dialog', { name: 'Firmar informe' });
    await expect(dialog.getByRole('region', { name: 'Texto exacto' })).toContainText(
      'La concentración fue de 14 millones/ml',
    );
    await expect(dialog).toContainText('3 cambios frente al borrador');
    await expect(dialog).toContainText('Cédula 12345678 · Urología');
    await expectAccessible(page);
    await nightlyStep('it is accessible', () => expectAccessibleLayout(page));
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(button(page, /^Firmar$/)).not.toHaveAttribute('data-locked');
    await sign(page, password, await code(1));
    await expect(page).toHaveURL(PAGE);
    await expect(signatureStatus(page)).toContainText(
      'Firmado por Dra. Regina Núñez Ocampo (cédula 12345678)',
    );
    await expect(page.getByTestId('report').locator('p')).toHaveText([
      'La concentración fue de 14 millones/ml, un valor muy bueno.',
      'Conviene repetir el estudio en tres meses.',
      'Tu índice de masa corporal es de 23.4 kg/m².',
    ]);
    await expect(other.getByText('No hay un borrador por revisar.')).toBeVisible();
    // The page updates by itself once the signature is sealed.
    await expect(button(page, 'Descargar el PDF de la versión 2')).toBeVisible();
  });

  await test.step('E-10.675: R8: the report is corrected with a reason, and the earlier version stays readable', async () => {
    await button(page, 'Corregir').click();
    const dialog = page.getByRole('dialog', { name: 'Corregir el informe firmado' });
    await dialog.getByLabel('Motivo').fill('El valor no es bueno');
    await dialog.getByRole('button', { name: 'Empezar la corrección' }).click();
    await expect(button(page, 'Agregar frase')).toBeVisible();
    await page.keyboard.press('e');
    await page
      .getByRole('textbox', { name: 'Frase 1' })
      .fill('La concentración fue de 14 millones/ml.');
    await page.keyboard.press('Enter');
    await button(page, /^Confirmarla/).click();
    await sign(page, password, second);
    await expect(signatureStatus(page)).toContainText('Versión 3.');
    const versions = page.getByRole('region', { name: 'Versiones' });
    await expect(versions).toContainText('Sustituido por la versión 3');
    await versions.getByRole('link', { name: /^Versión 2/ }).click();
    await expect(page.getByRole('region', { name: 'Versión 2' })).toContainText(
      'un valor muy bueno',
    );
    await button(page, 'Comparar').click();
    await expect(page.getByTestId('comparison').locator('del')).toContainText('un valor muy bueno');
    await nightlyStep('it is accessible', () => expectAccessibleLayout(page));
  });

  await test.step('E-10.655, E-10.676: R9: a withdrawn report has no text, and the patient’s page has a notice', async () => {
    await moveTo(page, PAGE);
    await button(page, 'Retirar').click();
    const dialog = page.getByRole('dialog', { name: 'Retirar el informe firmado' });
    await dialog.getByLabel('Motivo').fill('Era de otro paciente');
    await dialog.getByRole('checkbox', { name: 'El informe era de otra persona' }).check();
    await dialog.getByLabel('Contraseña', { exact: true }).fill(password);
    await dialog.getByLabel('Código').fill(third);
    await dialog.getByRole('button', { name: 'Retirar' }).click();
    await expect(signatureStatus(page)).toContainText('Retirado el');
    await expect(page.getByTestId('report')).toHaveCount(0);
    await moveTo(page, `/pacientes/${ID}`);
    const card = page.getByRole('region', { name: 'Actualidad' });
    await expect(card).toContainText('Retirado. No hay un texto vigente.');
    await expect(card.getByRole('button', { name: 'Leer' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});
