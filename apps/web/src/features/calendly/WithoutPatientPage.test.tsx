import type { AppointmentWithoutPatient } from '@simiente/contract/calendly/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { unlocked } from '../../testing/render.tsx';
import { openScreen } from '../../testing/screen.tsx';
import { type Answers, errorResponse, networkError } from '../../testing/wire.ts';

const booking: AppointmentWithoutPatient = {
  idAppointment: 'rec_1',
  status: 'pending',
  type: null,
  calendly_data: {
    start_time: '2026-11-06T17:00:00.000Z',
    meeting_url: null,
    place: { kind: 'outbound_call', text: '55 1234 5678' },
  },
  createDate: null,
  invitee: { name: 'Rosa Mendez', email: 'rosa@correo.example' },
  version: 1,
};

/** Appointments on the server. */
let appointments: AppointmentWithoutPatient[];

beforeEach(() => {
  appointments = [booking];
});

const page = { nextCursor: null, totalIsCapped: false };

async function openAssignment(assign: Answers[string]) {
  const { user } = await openScreen('/pacientes/citas-sin-paciente', {
    'GET /v1/recipe/without-patient': () => ({
      appointments,
      total: appointments.length,
      ...page,
    }),
    'GET /v1/recipe/attention': () => ({ withoutPatient: 1, failedDeliveries: 0 }),
    'GET /v1/recipe/suggested-patients': () => ({
      patients: [
        { idUser: 'usr_rosa', name: 'Rosa Méndez', email: null, phone: null, sameEmail: false },
      ],
    }),
    'PUT /v1/recipe/assign-patient': assign,
  });
  const opener = { name: 'Asignar paciente a la cita de Rosa Mendez' };
  await user.click(await screen.findByRole('button', opener));
  const dialog = within(await screen.findByRole('dialog', { name: 'Asignar paciente' }));
  await user.click(await dialog.findByRole('option'));
  const send = async () => user.click(await dialog.findByRole('button', { name: 'Asignar' }));
  return { user, dialog, send };
}

test('E-10.9: a booking that another user assigned names its patient, and leaves the list', async () => {
  const { user, dialog, send } = await openAssignment(() => {
    appointments = [];
    return errorResponse('APPOINTMENT_ASSIGNED', {
      details: { idUser: 'usr_elena', name: 'Elena Duarte' },
    });
  });
  await send();
  await dialog.findByText('Esta cita ya tiene paciente: Elena Duarte.');
  await user.click(await dialog.findByRole('button', { name: 'Cancelar' }));
  await screen.findByText('No data available');
});

test('E-10.3975: the place of a booking stands below its time, in the list and in the dialog', async () => {
  const { dialog } = await openAssignment(() => errorResponse('INTERNAL'));
  dialog.getByText(/Llamar al 55 1234 5678$/);
  expect(screen.getAllByText(/Llamar al 55 1234 5678$/)).toHaveLength(2);
});

test('an assignment without a network loses nothing, and is sent again; then the title has the focus', async () => {
  let isFailing = true;
  const { dialog, send } = await openAssignment(() => {
    if (isFailing) return networkError();
    appointments = [];
    return { idAppointment: 'rec_1', idUser: 'usr_rosa', version: 2 };
  });
  await send();
  await dialog.findByText(/Sin conexión con el servidor/);
  isFailing = false;
  await unlocked();
  await send();
  await screen.findByText('Cita asignada a Rosa Méndez');
  await screen.findByText('No data available');
  // The list has no row left that could get the focus.
  const title = screen.getByRole('heading', { name: 'Citas sin paciente' });
  await waitFor(() => expect(document.activeElement).toBe(title));
});

test('C7, E-10.1011: a patient with another appointment at that time is named, and can be assigned anyway', async () => {
  const requests: unknown[] = [];
  const { user, dialog, send } = await openAssignment(({ body }) => {
    requests.push(body);
    if (requests.length > 1) return { idAppointment: 'rec_1', idUser: 'usr_rosa', version: 2 };
    const other = {
      doctorName: 'Renata Olvera',
      isRecipe: false,
      startsAt: '2026-11-06T17:00:00.000Z',
    };
    return errorResponse('SAME_TIME', {
      details: { ...other, endsAt: '2026-11-06T17:30:00.000Z' },
    });
  });
  await send();
  await dialog.findByText(/^Con Renata Olvera: /);
  await unlocked();
  await user.click(await dialog.findByRole('button', { name: 'Asignar de todos modos' }));
  await screen.findByText('Cita asignada a Rosa Méndez');
  const request = { idAppointment: 'rec_1', idUser: 'usr_rosa', version: 1 };
  expect(requests).toEqual([request, { ...request, despiteSameTime: true }]);
});

test('E-10.3740: a cancelled assignment returns the focus to its button, also without motion', async () => {
  const { matchMedia } = window;
  window.matchMedia = (query) =>
    Object.defineProperty(matchMedia(query), 'matches', { value: query.includes('motion') });
  const { user, dialog } = await openAssignment(() => errorResponse('INTERNAL'));
  await user.click(await dialog.findByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Asignar'));
});
