import { notificationsStore } from '@mantine/notifications';
import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import { DEFAULT_REMINDER_RULES } from '@simiente/contract/reminders/rules';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';
import { errorResponse } from '../../testing/wire.ts';
import { makeDoctorAppointment } from '../appointments/testing/records.ts';

const patient = { name: 'Ana Paz', email: null, phone: '55 1234 5678' };
const times = { date: '2126-11-06T17:00:00.000Z', endDate: '2126-11-06T17:30:00.000Z' };
const appointment = makeDoctorAppointment({ patient, appointmentDate: times });

test('E-10.3341: Reprogramar shows the time for which the patient asked', async () => {
  const awaited: AwaitedAppointment = {
    appointment: {
      ...appointment,
      request: { days: ['mar', 'mie'], hours: ['16-20'], message: 'Después de las 17' },
    },
    mail: null,
    readAt: null,
    cancelledAt: null,
    whatsapp: null,
    agreed: { email: false, whatsapp: false },
  };
  const { user } = await openScreen('/por-confirmar', {
    'GET /v1/reminders/list': () => ({ isOn: true, whatsappHours: 0, appointments: [awaited] }),
    'GET /v1/doctor/free-times': () => ({ times: [] }),
    'GET /v1/doctor/get-one': () => ({
      idDoctor: 'doc_1',
      name: 'Renata Olvera',
      email: null,
      specialties: [],
      appointmentMinutes: 30,
      workingDays: [],
      absences: [],
      workedHolidays: [],
      clinicHolidays: { added: [], removed: [] },
      retiredAt: null,
      upcoming: 1,
      version: 1,
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Reprogramar: Ana Paz' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Cita' }));
  expect(
    dialog.getByText('El paciente pidió: Mar, Mié · 16 a 20 · «Después de las 17»'),
  ).toBeTruthy();
});

test('E-10.3171: by keyboard, the focus stays in the row after Confirmó and returns to it after WhatsApp', async () => {
  let awaited: AwaitedAppointment = {
    appointment,
    mail: null,
    readAt: null,
    cancelledAt: null,
    whatsapp: null,
    agreed: { email: false, whatsapp: true },
  };
  const { user } = await openScreen('/por-confirmar', {
    'GET /v1/reminders/list': () => ({ isOn: true, whatsappHours: 0, appointments: [awaited] }),
    'POST /v1/reminders/write': () => ({ text: 'Hola, Ana.', phone: patient.phone }),
    'PUT /v1/appointment/attendance': () => {
      const step = { step: 'confirmed' as const, at: '2026-11-06T17:00:00.000Z', by: 'Mariana' };
      awaited = { ...awaited, appointment: { ...appointment, attendance: [step], version: 4 } };
      return {
        kind: 'doctor_appointment',
        appointment: awaited.appointment,
        patient: { idUser: 'usr_1', status: 1, ...patient },
        cancellationReason: null,
        sameTime: null,
        collision: null,
      };
    },
  });
  const chat = await screen.findByRole('button', { name: 'WhatsApp a Ana Paz' });
  chat.focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'WhatsApp a Ana' }));
  await dialog.findByText('Hola, Ana.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(chat));

  screen.getByRole('button', { name: 'Confirmó: Ana Paz' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Ver cita: Ana Paz' });
  expect(document.activeElement).toBe(
    screen.getByText('Ana Paz', { selector: 'button' }).closest('li'),
  );
});

test('E-10.3745: a WhatsApp that could not be recorded is still reported while the next one is sent', async () => {
  const others = { mail: null, readAt: null, cancelledAt: null, whatsapp: null };
  const agreed = { email: false, whatsapp: true };
  const appointments = ['Ana', 'Luis'].map((name) => ({
    ...{ ...others, agreed },
    appointment: { ...appointment, id: name, patient: { ...patient, name } },
  }));
  const { user } = await openScreen('/por-confirmar', {
    'GET /v1/reminders/list': () => ({ isOn: true, whatsappHours: 0, appointments }),
    'POST /v1/reminders/write': () => ({ text: 'Hola.', phone: patient.phone }),
    'POST /v1/reminders/record-whatsapp': ({ body }) =>
      (body as { idAppointment: string }).idAppointment === 'Ana'
        ? errorResponse('INTERNAL')
        : { awaited: appointments[1] },
  });
  await user.click(await screen.findByRole('button', { name: 'WhatsApp a Ana' }));
  await user.click(await screen.findByRole('link', { name: /Abrir WhatsApp/ }));
  await screen.findByText('No se pudo registrar el envío');
  await screen.findByRole('dialog', { name: 'WhatsApp a Luis' });
  await user.click(await screen.findByRole('link', { name: /Abrir WhatsApp/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(notificationsStore.getState().notifications).toHaveLength(1);
});

test('E-10.3890: an invalid telephone that is stored is reported at its field when another rule is saved', async () => {
  const reminders = { ...DEFAULT_REMINDER_RULES, phone: '12345' };
  const { user } = await openScreen('/por-confirmar', {
    'GET /v1/reminders/list': () => ({ isOn: true, whatsappHours: 0, appointments: [] }),
    'GET /v1/clinic/settings': () =>
      Response.json({
        status: 200,
        data: {
          ...{ holidays: { added: [], removed: [] }, visitTypes: [], knownTypes: [], reminders },
          ...{ requestDays: { answer: 20, carryOut: 15 }, version: 1 },
        },
      }),
    'PUT /v1/clinic/update': () =>
      errorResponse('BAD_REQUEST', {
        issues: [{ path: 'reminders.phone', message: 'No es válido.' }],
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Reglas' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('switch'));
  await user.click(dialog.getByRole('button', { name: 'Guardar' }));
  await dialog.findByText('Escribe el teléfono con todos sus dígitos.');
});

test('E-10.4135, E-10.4136: a number out of range and a medical word in the preview are named, not changed', async () => {
  const { user } = await openScreen('/por-confirmar', {
    'GET /v1/reminders/list': () => ({ isOn: true, whatsappHours: 0, appointments: [] }),
    'GET /v1/clinic/settings': () =>
      Response.json({
        status: 200,
        data: {
          ...{ holidays: { added: [], removed: [] }, visitTypes: [], knownTypes: [] },
          ...{ requestDays: { answer: 20, carryOut: 15 }, version: 1 },
          reminders: DEFAULT_REMINDER_RULES,
        },
      }),
    'POST /v1/reminders/preview': () =>
      errorResponse('BAD_REQUEST', { issues: [{ path: 'text', message: 'Quita «receta».' }] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Reglas' }));
  const dialog = within(await screen.findByRole('dialog'));
  const [hours] = await dialog.findAllByLabelText<HTMLInputElement>('Horas antes');
  await user.clear(hours as HTMLInputElement);
  await user.type(hours as HTMLInputElement, '480');
  await user.click(dialog.getByRole('button', { name: 'Ver con la próxima cita' }));
  await dialog.findByText('Quita «receta».');
  await user.click(dialog.getByRole('button', { name: 'Guardar' }));
  await dialog.findByText('Como máximo 168 horas (7 días).');
  expect(hours?.value).toBe('480');
});
