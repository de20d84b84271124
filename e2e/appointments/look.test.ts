import { makeExport, person } from '../patients/records.ts';
import { instant, TUESDAY } from '../product/days.ts';
import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import { pdfFile } from '../product/uploads.ts';
import { fill, getCreateButton, getFreeTimes, getSubmit, openForm } from './new-form.ts';
import { forPrescription, withDoctor } from './records.ts';

const PATIENT = '/pacientes/usr_alejandrovillaseor';
const CALL = '/v1/doctor/update_appointment_status';

test.use({
  // Some of these steps are rejected on purpose, and the browser logs each rejection.
  expectedErrors: failedRequest(409),
  dataset: makeExport([
    person(
      'Alejandro Villaseñor',
      {},
      {
        appointments: {
          recipeAppointments: [
            forPrescription('rec_1'),
            forPrescription('rec_2', { calendly_data: {} }),
          ],
          doctorAppointments: [
            withDoctor('apt_1'),
            withDoctor('apt_2', { appointmentDate: { date: instant(TUESDAY, '18:00') } }),
          ],
        },
      },
    ),
  ]),
});

test('the appointments of a patient, their forms and rejections are accessible and fit', async ({
  staffPage: page,
}) => {
  await test.step('prescriptions are accessible at every width', async () => {
    await page.goto(`${PATIENT}/recipe-appointments`);
    await page.locator('input[type=file]').first().setInputFiles(pdfFile('receta.pdf'));
    await expect(page.getByRole('link', { name: /^receta\.pdf/ })).toBeVisible();
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Ver Detalles' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleState(page);
  });

  await test.step('E-10.3976: the status of an appointment’s card does not touch its title', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Validación de Receta' }).first().click();
    const card = page.getByRole('dialog', { name: 'Validación de Receta' });
    const title = await card
      .getByText('Validación de Receta', { exact: true })
      .first()
      .boundingBox();
    const status = await card.getByRole('button', { name: /Asignado|Pendiente/ }).boundingBox();
    expect(status?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? Infinity) + 6);
  });

  await test.step('E-10.212: the form of a prescription appointment and its calendar are accessible at every width', async () => {
    await page.goto(`${PATIENT}/recipe-appointments`);
    await page.getByRole('button', { name: 'Crear cita de receta' }).click();
    const form = page.getByRole('dialog', { name: 'Crear cita de receta' });
    await form.getByRole('button', { name: 'Abrir calendario' }).click();
    const calendar = page.getByRole('dialog', { name: 'Calendario' });
    await expect(calendar.getByRole('button', { name: 'Mes siguiente' })).toBeVisible();
    await expectAccessibleState(page);
    // Escape closes the calendar, and not the form.
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });

  await test.step('E-10.210, E-10.211: the card of an appointment and its cancellation are accessible at every width', async () => {
    await moveTo(page, `${PATIENT}/doctor-appointments`);
    await page.getByRole('button', { name: 'Cita Médica' }).first().click();
    const card = page.getByRole('dialog', { name: 'Cita Médica' });
    await expect(card.getByRole('button', { name: 'Reprogramar' })).toBeVisible();
    await expectAccessibleLayout(page);
    await card.getByRole('button', { name: 'Cancelar cita' }).click();
    const question = page.getByRole('dialog', { name: 'Cancelar cita' });
    await question.getByLabel('Motivo (opcional)').fill('Sale de viaje');
    await expectAccessibleState(page);
    await question.getByRole('button', { name: 'Cancelar cita' }).click();
    await expect(card).toContainText('Sale de viaje');
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(card.getByRole('button', { name: 'Estado: Pendiente' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Cita Médica' }).first()).toBeFocused();
  });

  await test.step('appointments with doctors are accessible at every width', async () => {
    await page.getByRole('button', { name: 'Ver Detalles' }).first().click();
    const form = page.getByRole('dialog', { name: 'Editar Cita' });
    await form.getByLabel(/^Hora/).fill('12:00');
    await form.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(form.getByRole('alert')).not.toBeEmpty();
    await expectAccessibleState(page);
    await page.request.put(CALL, {
      data: { idAppointment: 'apt_1', status: 'assigned', date: instant(TUESDAY, '21:00') },
    });
    await form.getByRole('group').getByRole('listitem').getByRole('button').first().click();
    await expect(form.getByLabel(/^Hora/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Conservar mis cambios' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: /Descartar/ })).toBeVisible();
    await expectAccessibleState(page);
  });

  await test.step('E-2.164: a new appointment with errors and a rejection is accessible at every width', async () => {
    await page.goto(PATIENT);
    await expect(getCreateButton(page)).toBeVisible();
    const form = await openForm(page, `${PATIENT}/doctor-appointments`);
    await getSubmit(form).click();
    await expect(form.getByText('Elige al médico.')).toBeVisible();
    await nightlyStep('the form with empty fields', () => expectAccessibleLayout(page));
    await fill(form, '22:15');
    await expect(form.getByText('Está fuera del horario del médico.')).toBeVisible();
    await expect(getFreeTimes(form).first()).toBeVisible();
    await form.getByLabel(/^Hora/).fill('12:15');
    await getSubmit(form).click();
    await expect(form.getByRole('alert')).toBeInViewport();
    await expectAccessibleState(page);
  });
});
