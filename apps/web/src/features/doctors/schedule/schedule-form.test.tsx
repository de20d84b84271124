import type { Doctor } from '@simiente/contract/doctors/calls';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { errorResponse } from '../../../testing/wire.ts';
import { makeAgendaRow, makeDoctorAppointment } from '../../appointments/testing/records.ts';

const doctor: Doctor = {
  ...{ idDoctor: 'doc_1', name: 'Renata Olvera', email: null, specialties: [], retiredAt: null },
  ...{ appointmentMinutes: 30, workedHolidays: [], upcoming: 0, version: 1 },
  clinicHolidays: { added: [], removed: [] },
  workingDays: [
    { weekday: 1, from: '08:00', to: '10:00', idBranch: null, placeName: null, timeZone: null },
  ],
  absences: [
    {
      ...{ reason: 'Congreso', firstDay: '2026-12-01', lastDay: '2026-12-02' },
      ...{ weekday: null, from: null, to: null },
    },
  ],
};

test('E-10.3800: an invalid hour of a new interval has one sentence', async () => {
  const { user } = await openScreen('/medicos/doc_1/horarios', {
    'GET /v1/doctor/get-one': () => doctor,
    'GET /v1/doctor/upcoming': () => ({ appointments: [] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Agregar intervalo el martes' }));
  await user.type(screen.getByLabelText('De'), '9:5{Enter}');
  expect(screen.getAllByText(/hora(?: |,).*\d/).map(({ textContent }) => textContent)).toEqual([
    'Escribe la hora así: 14:30.',
  ]);
  await user.clear(screen.getByLabelText('De'));
  await user.type(screen.getByLabelText('De'), '10');
  await user.type(screen.getByLabelText('A'), '1430{Enter}');
  expect(await screen.findByText('10:00–14:30')).toBeTruthy();
});

test('E-10.3806: Guardar after a rejected Reprogramar todas opens no list', async () => {
  let saves = 0;
  const { user } = await openScreen('/medicos/doc_1/horarios', {
    'GET /v1/doctor/get-one': () => doctor,
    'GET /v1/doctor/upcoming': () => ({
      appointments: [
        makeAgendaRow({ startsAt: '2099-11-30T14:00:00.000Z', endsAt: '2099-11-30T14:30:00.000Z' }),
      ],
    }),
    'PUT /v1/doctor/update': ({ body }) =>
      ++saves === 1
        ? errorResponse('BAD_REQUEST', {
            issues: [{ path: 'workingDays', message: 'No se puede.' }],
          })
        : { doctor: { ...doctor, ...(body as object), workingDays: [], version: 2 } },
  });
  await user.click(await screen.findByRole('button', { name: 'Quitar 8:00–10:00 del lunes' }));
  await user.click(await screen.findByRole('button', { name: 'Reprogramar todas' }));
  await screen.findByText('No se puede.');
  await user.click(await screen.findByRole('button', { name: 'Guardar horario' }));
  await screen.findByText('Horario guardado');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('E-10.3895: Reprogramar todas skips an appointment that another user cancelled', async () => {
  const visits = ['Ana Paz', 'Bruno Gil'].map((name, index) =>
    makeDoctorAppointment({
      ...{ id: `apt_${index}`, idAppointment: `apt_${index}` },
      patient: { name, email: null, phone: null },
      ...(index === 0 && { status: 'cancelled' }),
    }),
  );
  const times = { startsAt: '2099-11-30T14:00:00.000Z', endsAt: '2099-11-30T14:30:00.000Z' };
  const { user } = await openScreen('/medicos/doc_1/horarios', {
    'GET /v1/doctor/get-one': () => doctor,
    'GET /v1/doctor/upcoming': () => ({
      appointments: visits.map(({ id, patient: { name } }) =>
        makeAgendaRow({ ...times, id, name }),
      ),
    }),
    'GET /v1/doctor/free-times': () => ({ times: [] }),
    'GET /v1/appointment/get-one': ({ query }) => ({
      kind: 'doctor_appointment',
      appointment: visits.find(({ id }) => id === query.get('idAppointment')),
      patient: { idUser: 'usr_1', name: 'Ana Paz', email: null, phone: null, status: 1 },
      ...{ cancellationReason: null, sameTime: null, collision: null },
    }),
    'PUT /v1/doctor/update': ({ body }) => ({
      doctor: { ...doctor, ...(body as object), workingDays: [], version: 2 },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Quitar 8:00–10:00 del lunes' }));
  await user.click(await screen.findByRole('button', { name: 'Reprogramar todas' }));
  const dialog = await screen.findByRole('dialog', { name: 'Editar Cita' });
  await within(dialog).findByText(/Bruno Gil/);
  expect(screen.getByText('La cita de Ana Paz ya está cancelada')).toBeTruthy();
});

const openSchedule = () =>
  openScreen('/medicos/doc_1/horarios', {
    'GET /v1/doctor/get-one': () => doctor,
    'GET /v1/doctor/upcoming': () => ({ appointments: [] }),
    'PUT /v1/doctor/update': ({ body }) => ({
      doctor: { ...doctor, ...(body as object), absences: [], workingDays: [], version: 2 },
    }),
  });

test('E-10.3852: a schedule that is opened by its URL takes no focus', async () => {
  await openSchedule();
  await screen.findByRole('button', { name: 'Guardar horario' });
  expect(document.activeElement).toBe(document.body);
});

test('E-10.3794: an added or removed interval or absence and a saved schedule keep the focus on the page', async () => {
  const { user } = await openSchedule();
  const press = async (name: string, role = 'button') =>
    user.click(await screen.findByRole(role, { name }));
  const monday = () => screen.getByRole('listitem', { name: 'Lunes' });
  await press('Quitar 8:00–10:00 del lunes');
  expect(document.activeElement).toBe(monday());
  await press('Agregar intervalo el lunes');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(monday());
  await press('Opciones de Congreso');
  await press('Quitar', 'menuitem');
  const absences = screen.getByRole('region', { name: 'Bloqueos y vacaciones' });
  await waitFor(() => expect(document.activeElement).toBe(absences));
  await press('Guardar horario');
  await screen.findByText('Horario guardado');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});
