import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleState } from '../product/looks.ts';
import { expect, moveTo, test } from '../product/test.ts';

test.use({ dataset: makeExport([person('Ana Pérez'), person('Berta Ruiz')]) });

test('E-10.1860: a version of the privacy notice is added, and given to a patient', async ({
  staffPage: page,
}) => {
  await page.goto('/privacidad');
  await page.getByRole('button', { name: 'Aviso de privacidad' }).click();
  const form = page.getByRole('dialog', { name: 'Aviso de privacidad' });
  await form.getByLabel('Aviso simplificado').fill('La clínica usa tus datos para atenderte.');
  await form.getByLabel('Aviso integral').fill('La clínica, con domicilio en Guadalajara…');
  await form.getByLabel('Finalidades necesarias').fill('Atenderte y cumplir la ley.');
  await form.getByLabel('Finalidades voluntarias').fill('Encuestas de servicio.');
  await expectAccessibleState(page);
  await form.getByRole('button', { name: 'Agregar versión' }).click();
  await expect(page.getByText('Versión agregada')).toBeVisible();

  await moveTo(page, '/pacientes/usr_anaprez');
  await page.getByRole('button', { name: 'Registrar la entrega del aviso' }).click();
  const receipt = page.getByRole('dialog', { name: 'Entrega del aviso de privacidad' });
  await receipt.getByRole('combobox', { name: 'Forma' }).click();
  await page.getByRole('option', { name: 'En papel' }).click();
  await expectAccessibleState(page);
  await receipt.getByRole('button', { name: 'Registrar entrega' }).click();
  await expect(page.getByText('Entrega registrada')).toBeVisible();
  await expect(page.getByText('Entregado', { exact: true })).toBeVisible();

  await moveTo(page, '/privacidad');
  await page.getByRole('button', { name: 'Aviso de privacidad' }).click();
  await expect(form.getByText(/recibida por 1 paciente/)).toBeVisible();
  await form.getByRole('link', { name: 'Ver pacientes sin el aviso vigente' }).click();
  await expect(page.getByText('1 paciente sin el aviso vigente')).toBeVisible();
  await expect(page.getByText('Berta Ruiz').first()).toBeVisible();
});
