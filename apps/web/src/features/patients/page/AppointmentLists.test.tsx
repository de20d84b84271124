import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { renderRouted } from '../../../testing/render.tsx';
import { makeDoctorAppointment } from '../../appointments/testing/records.ts';
import { AppointmentLists } from './AppointmentLists.tsx';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const recipe = {
  id: 'rec_1',
  status: 'pending',
  attendance: [],
  type: 'Seguimiento',
  calendly_data: { start_time: '2026-11-06T17:00:00.000Z', meeting_url: null },
  createDate: null,
  prescriptionExplanation: null,
  prescriptions: [],
  version: 1,
};
const patient = { idUser: 'usr_1', name: 'Ana Ruiz', email: null, phone: null, status: 1 };

/** The cards that were requested, by their appointment. */
function withCards() {
  const requested: (string | null)[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    expect(pathname).toBe('/v1/appointment/get-one');
    const id = searchParams.get('idAppointment');
    requested.push(id);
    const shared = { patient, cancellationReason: null, sameTime: null };
    const data =
      id === 'rec_1'
        ? { kind: 'recipe_appointment', appointment: recipe, fromCalendly: false, ...shared }
        : { kind: 'doctor_appointment', appointment: makeDoctorAppointment(), ...shared };
    return Response.json({ status: 200, data });
  });
  return requested;
}

test('E-10.210: a row of either list opens the card of its appointment, and takes the focus back', async () => {
  const requested = withCards();
  renderRouted(
    <AppointmentLists
      idUser="usr_1"
      name="Ana Ruiz"
      appointments={{ recipeAppointments: [recipe], doctorAppointments: [makeDoctorAppointment()] }}
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
