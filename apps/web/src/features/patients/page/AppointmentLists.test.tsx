import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { renderRouted } from '../../../testing/render.tsx';
import {
  makeDoctorAppointment,
  makeRecipeAppointment,
} from '../../appointments/testing/records.ts';
import { AppointmentLists } from './AppointmentLists.tsx';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const prescription = makeRecipeAppointment();
const patient = { idUser: 'usr_1', name: 'Ana Ruiz', email: null, phone: null, status: 1 };

/** The requested cards, by their appointment. */
function withCards() {
  const requested: (string | null)[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    expect(pathname).toBe('/v1/appointment/get-one');
    const id = searchParams.get('idAppointment');
    requested.push(id);
    const shared = { patient, cancellationReason: null, sameTime: null, collision: null };
    const data =
      id === 'rec_1'
        ? { kind: 'recipe_appointment', appointment: prescription, fromCalendly: false, ...shared }
        : { kind: 'doctor_appointment', appointment: makeDoctorAppointment(), ...shared };
    return Response.json({ status: 200, data });
  });
  return requested;
}

test('E-10.210: a row of either list opens the card of its appointment, and gets the focus back', async () => {
  const requested = withCards();
  renderRouted(
    <AppointmentLists
      idUser="usr_1"
      name="Ana Ruiz"
      appointments={{
        recipeAppointments: [prescription],
        doctorAppointments: [makeDoctorAppointment()],
      }}
    />,
    { env: 'default' },
  );
  const user = userEvent.setup();
  for (const [list, card] of [
    ['Recetas paciente', 'Validación de Receta'],
    ['Interconsultas', 'Cita Médica'],
  ] as const) {
    const region = await screen.findByRole('region', { name: list });
    const row = within(within(region).getByRole('listitem')).getByRole('button');
    await user.click(row);
    expect(await screen.findByRole('dialog', { name: card })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(row));
  }
  expect(requested).toEqual(['rec_1', 'apt_1']);
});

test('E-10.1700: a booking that is not a prescription is listed with the appointments of doctors', async () => {
  withCards();
  const doctor = { idDoctor: 'doc_1', name: 'Ignacio Ferrer' };
  const booking = makeRecipeAppointment({ isVisit: true, doctor });
  renderRouted(
    <AppointmentLists
      idUser="usr_1"
      name="Ana Ruiz"
      appointments={{ recipeAppointments: [booking], doctorAppointments: [] }}
    />,
    { env: 'default' },
  );
  const region = await screen.findByRole('region', { name: 'Interconsultas' });
  expect(within(region).getByText(/Dr Ignacio Ferrer/)).toBeTruthy();
  expect(screen.getByText('Sin citas de receta.')).toBeTruthy();
});
