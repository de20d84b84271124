import type { Page } from '@playwright/test';
import { makeExport, person } from '../patients/records.ts';
import {
  addDays,
  clinicTime,
  formatDate,
  instant,
  NEXT_WEDNESDAY,
  TUESDAY,
  WEDNESDAY,
} from '../product/days.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import { deliver, sendInvalid } from './webhooks.ts';

const LIST = '/pacientes/citas-sin-paciente';

test.use({
  expectedErrors: failedRequest(409, 404, 503),
  dataset: makeExport([
    person('Rosa Méndez Ortiz', { email: 'rosa.mendez@otro.example' }),
    person('Elena Duarte', { email: 'elena@correo.example' }),
  ]),
});

const unknown = {
  invitee: 'ROSA',
  name: 'Rosa Mendez',
  email: 'rosa@correo.example',
  startsAt: instant(WEDNESDAY, '02:30'),
};

const assign = (page: Page, name: string) =>
  page.getByRole('button', { name: `Asignar paciente a la cita de ${name}` });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Asignar paciente' });

test('bookings of known patients are on their pages; the others are listed, assigned, undone and retried', async ({
  staffPage: page,
}) => {
  await test.step('E-10.2: a booking of a known patient is on their page', async () => {
    await deliver(page.request, {
      ...unknown,
      invitee: 'ELENA',
      email: 'ELENA@correo.example',
    });
    await page.goto('/pacientes/usr_elenaduarte/recipe-appointments');
    await expect(page.getByText('Validación de Receta', { exact: true })).toBeVisible();
    await expect(page.getByText(`${formatDate(WEDNESDAY)} | 2:30 AM`)).toBeVisible();
    await moveTo(page, '/pacientes');
    await expect(page.getByText('2 pacientes registrados')).toBeVisible();
    await expect(page.getByRole('link', { name: /sin paciente/ })).toHaveCount(0);
  });

  await test.step('E-10.8: the list of patients links to the appointments without a patient', async () => {
    await deliver(page.request, unknown);
    await deliver(page.request, {
      ...unknown,
      invitee: 'ZOE',
      name: 'Zoe Ruiz',
      startsAt: instant(addDays(TUESDAY, 20), '17:00'),
    });
    await sendInvalid(page.request, { ...unknown, invitee: 'MISFIT', name: 'Nora Salinas' });
    await page.reload();
    await page
      .getByRole('link', { name: '2 citas sin paciente y 1 notificación sin procesar' })
      .click();
    await expect(page).toHaveURL(LIST);
    await expect(page.getByRole('heading', { name: 'Citas sin paciente' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: /ruta|Ruta|migas/ })).toContainText(
      'Citas sin paciente',
    );
    const row = page.getByRole('row', { name: /Rosa Mendez/ });
    await expect(row).toContainText('rosa@correo.example');
    await expect(row.getByTitle(`${formatDate(WEDNESDAY)} | 2:30 AM UTC`)).toBeVisible();
    await expect(row).toContainText(clinicTime(instant(WEDNESDAY, '02:30')));
  });

  await test.step('E-10.9: a suggested patient is assigned, and Deshacer undoes it', async () => {
    await assign(page, 'Rosa Mendez').click();
    await expect(dialog(page)).toContainText('rosa@correo.example');
    await expect(dialog(page).getByLabel('Paciente', { exact: true })).toBeFocused();
    await dialog(page)
      .getByRole('option', { name: /Rosa Méndez Ortiz.*Nombre parecido/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Asignar', exact: true }).click();

    await expect(page.getByText('Cita asignada a Rosa Méndez Ortiz')).toBeVisible();
    await expect(assign(page, 'Zoe Ruiz')).toBeFocused();
    const history = () =>
      page.request
        .get('/v1/user/get-medical-history-patient?idUser=usr_rosamndezortiz')
        .then((answer) => answer.json());
    expect((await history()).data.appointments.recipeAppointments).toHaveLength(1);

    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('La cita volvió a quedar sin paciente')).toBeVisible();
    await expect(assign(page, 'Rosa Mendez')).toBeVisible();
    expect((await history()).data.appointments.recipeAppointments).toEqual([]);
  });

  await nightlyStep('a chosen patient is no longer chosen after the text changes', async () => {
    await assign(page, 'Rosa Mendez').click();
    await dialog(page).getByRole('option').click();
    const send = dialog(page).getByRole('button', { name: 'Asignar', exact: true });
    await expect(send).toBeEnabled();
    await dialog(page).getByLabel('Paciente', { exact: true }).fill('nadie así');
    await expect(
      dialog(page).getByText('Sin coincidencias. Prueba con el apellido, el correo o el teléfono.'),
    ).toBeVisible();
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(assign(page, 'Rosa Mendez')).toBeFocused();
  });

  await test.step('E-10.9: a moved booking shows its new time', async () => {
    await assign(page, 'Rosa Mendez').click();
    await dialog(page).getByRole('option').click();
    await deliver(page.request, {
      ...unknown,
      invitee: 'MOVED',
      oldInvitee: 'ROSA',
      startsAt: instant(NEXT_WEDNESDAY, '17:00'),
    });
    await dialog(page).getByRole('button', { name: 'Asignar', exact: true }).click();
    await expect(dialog(page).getByRole('alert')).toContainText('La cita cambió mientras');
    await expect(dialog(page)).toContainText(`${formatDate(NEXT_WEDNESDAY)} | 5:00 PM`);
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog(page)).toHaveCount(0);
    const row = page.getByRole('row', { name: /Rosa Mendez/ });
    await expect(row.getByTitle(`${formatDate(NEXT_WEDNESDAY)} | 5:00 PM UTC`)).toBeVisible();
  });

  await test.step('E-10.9: the keyboard alone finds, chooses and assigns a patient, and goes to the next appointment', async () => {
    // The previous step may have taken less than the second in which a pressed button ignores clicks.
    await assign(page, 'Rosa Mendez').focus();
    await page.keyboard.press('Enter');
    const box = dialog(page).getByLabel('Paciente', { exact: true });
    await expect(box).toBeFocused();
    await expect(dialog(page).getByRole('option')).toHaveText([/Rosa Méndez/]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('elena@');
    await expect(dialog(page).getByRole('option')).toHaveText([/Elena Duarte/]);
    // The narrower search removed the active option.
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('option', { selected: true })).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('option', { selected: true })).toHaveText(/Elena Duarte/);
    // A choice is submitted with the button: Enter alone does not assign a patient by mistake.
    await expect(page.getByText(/Cita asignada/)).toHaveCount(0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Cita asignada a Elena Duarte')).toBeVisible();
    await expect(assign(page, 'Zoe Ruiz')).toBeFocused();
  });

  await nightlyStep(
    'E-10.10: failed webhooks show name, time and reason, and can be repeated',
    async () => {
      await page.getByRole('link', { name: '1 mensaje sin procesar' }).click();
      const failed = page.getByRole('region', { name: 'Notificaciones de Calendly sin procesar' });
      await expect(failed).toContainText('Nora Salinas');
      await expect(failed).toContainText('Cita nueva o modificada');
      await expect(failed).toContainText(/hoy, \d+:\d\d · 1 intento/);
      await expect(failed).toContainText(
        'La notificación no tiene el formato esperado (payload.scheduled_event.start_time).',
      );
      await failed
        .getByRole('button', { name: 'Reintentar: Cita nueva o modificada de Nora Salinas' })
        .click();
      await expect(page.getByRole('alert')).toContainText('El mensaje no se pudo procesar');
      await expect(failed).toContainText('2 intentos');
    },
  );

  await nightlyStep(
    'H-A9, E-10.1448: a failed webhook is viewed and discarded with a reason',
    async () => {
      await page
        .getByRole('button', { name: 'Ver: Cita nueva o modificada de Nora Salinas' })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Cita nueva o modificada de Nora Salinas' });
      await expect(dialog).toContainText('(invitee.created)');
      await expect(dialog.getByLabel('Texto del mensaje')).toHaveValue(/"scheduled_event"/);
      await dialog.getByLabel('Motivo para descartarlo').fill('Se agendó por teléfono.');
      await dialog.getByRole('button', { name: 'Descartar' }).click();
      await expect(page.getByText('Mensaje descartado')).toBeVisible();
      await expect(page.getByText('No hay notificaciones de Calendly sin procesar.')).toBeVisible();
    },
  );
});
