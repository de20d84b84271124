import type { Page } from '@playwright/test';
import { exportOf, person } from '../patients/records.ts';
import { expectGoodLooks, LOOKING_TIMEOUT } from '../product/looks.ts';
import { expect, test } from '../product/test.ts';

const made = exportOf([
  person('Luis Vera Ocampo'),
  person('Bartolomé de los Ángeles Villavicencio y Ruiz de la Peña Montes de Oca'),
]);
const LABORATORY = 'lab-rio';

test.use({
  dataset: {
    ...made,
    records: {
      ...made.records,
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

test.describe.configure({ timeout: LOOKING_TIMEOUT });

const opener = (page: Page, name: string) =>
  page.getByRole('button', { name: `Revisar Seminograma de ${name}` });

/** Presses a key on a control once its lock is over. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name, exact: true });
  await expect(button).not.toHaveAttribute('data-locked');
  await button.focus();
  await page.keyboard.press('Enter');
}

test('E-10.545: received results are assigned, discarded and recovered by keyboard, and their page is accessible and fits', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  await page.getByRole('link', { name: /^Resultados recibidos/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resultados recibidos');
  await expect(page.getByText('2 resultados por asignar')).toBeVisible();
  await expectGoodLooks(page);

  await test.step('the evidence stands beside who could be meant', async () => {
    await opener(page, 'Bartolomé').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Resultado recibido' });
    await expect(dialog.getByText('OE-000318')).toBeVisible();
    await expect(dialog.getByRole('option')).toHaveCount(2);
    await expectGoodLooks(page);
  });

  await test.step('discarded, and back by Deshacer', async () => {
    await press(page, 'Descartar');
    await expect(page.getByText('Resultado descartado')).toBeVisible();
    await expect(opener(page, 'LUIS VERA OCAMPO')).toBeFocused();
    await page.getByRole('button', { name: 'Deshacer' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('El resultado vuelve a esperar')).toBeVisible();
    await expect(opener(page, 'Bartolomé')).toBeVisible();
  });

  await test.step('assigned to the one whose name agrees, and captured in their record', async () => {
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

  await test.step('what was discarded is kept, and recovered', async () => {
    await page.goto('/resultados-recibidos');
    await opener(page, 'Bartolomé').click();
    await press(page, 'Descartar');
    await expect(page.getByText('0 resultados por asignar')).toBeVisible();
    await page.goto('/resultados-recibidos?estado=descartados');
    await opener(page, 'Bartolomé').click();
    await expectGoodLooks(page);
    await press(page, 'Recuperar');
    await expect(page.getByText('0 resultados descartados')).toBeVisible();
  });
});
