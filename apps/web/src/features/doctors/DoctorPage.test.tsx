import type { Doctor } from '@simiente/contract/doctors/calls';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unlocked } from '../../testing/render.tsx';
import { openScreen } from '../../testing/screen.tsx';
import { makeAgendaRow, makeDoctorAppointment } from '../appointments/testing/records.ts';

const renata: Doctor = {
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
};

test('E-10.23: a doctor is edited, retires after a question, and returns; a retired doctor gets no appointment', async () => {
  let doctor = renata;
  const change = (fields: Partial<Doctor>) => {
    doctor = { ...doctor, ...fields, version: doctor.version + 1 };
    return { doctor };
  };
  const { user } = await openScreen('/medicos/doc_1?vista=lista', {
    'GET /v1/doctor/get-one': () => doctor,
    'GET /v1/doctor/agenda': () => ({ appointments: [] }),
    'GET /v1/doctor/upcoming': () => ({ appointments: [makeAgendaRow()] }),
    'PUT /v1/doctor/update': ({ body }) => {
      expect(body).toEqual({ idDoctor: 'doc_1', version: 1, name: 'Renata Olvera Cid' });
      return change({ name: 'Renata Olvera Cid' });
    },
    'PUT /v1/doctor/retire': ({ body }) => {
      const { retired } = body as { retired: boolean };
      return change({ retiredAt: retired ? '2026-11-06T12:00:00.000Z' : null });
    },
  });
  const press = async (name: string, area = screen.getByRole('main')) => {
    await unlocked();
    await user.click(await within(area).findByRole('button', { name }));
  };
  await screen.findByRole('button', { name: 'Crear cita' });

  await press('Editar');
  const form = await screen.findByRole('dialog', { name: 'Editar médico' });
  const name = within(form).getByRole('textbox', { name: /^Nombre/ });
  fireEvent.change(name, { target: { value: 'Renata Olvera Cid' } });
  await press('Guardar cambios', form);
  await screen.findByRole('heading', { level: 1, name: 'Dr Renata Olvera Cid' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await press('Dar de baja');
  const question = await screen.findByRole('dialog', {
    name: '¿Dar de baja a Dr Renata Olvera Cid?',
  });
  expect(within(question).getByText('Tiene 1 cita próxima; no se cancela.')).toBeTruthy();
  await press('Dar de baja', question);
  await screen.findByText('Inactivo');
  // The remaining appointments are immediately offered for rescheduling.
  const left = await screen.findByRole('dialog', { name: 'Citas por reprogramar' });
  await within(left).findByRole('link', { name: 'Alejandro Villaseñor' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Crear cita' })).toBeNull();

  await press('Reactivar');
  await screen.findByRole('button', { name: 'Crear cita' });
  expect(screen.queryByText('Inactivo')).toBeNull();
});

test('E-10.1707: the appointments of a retired doctor move to another one, who is preselected for the next', async () => {
  const retired = {
    idDoctor: 'doc_1',
    name: 'Renata Olvera',
    email: null,
    specialties: [],
    appointmentMinutes: 30,
    workingDays: [],
    absences: [],
    workedHolidays: [],
    clinicHolidays: { added: [], removed: [] },
    retiredAt: '2026-11-06T12:00:00.000Z',
    upcoming: 2,
    version: 1,
  };
  const successor = { ...retired, idDoctor: 'doc_2', name: 'Tomás Arriaga', retiredAt: null };
  const left = ['Ana Paz', 'Bruno Gil'].map((name, index) => {
    const id = `apt_${index}`;
    const patient = { name, email: null, phone: null };
    return makeDoctorAppointment({ id, idAppointment: id, patient });
  });
  const moved: unknown[] = [];
  const { user } = await openScreen('/medicos/doc_1?vista=lista', {
    'GET /v1/doctor/get-one': ({ query }) =>
      query.get('idDoctor') === 'doc_2' ? successor : retired,
    'GET /v1/doctor/agenda': () => ({ appointments: [] }),
    'GET /v1/doctor/upcoming': () => ({
      appointments: left.map(({ id, patient: { name } }) => makeAgendaRow({ id, name })),
    }),
    'GET /v1/appointment/get-one': ({ query }) => ({
      kind: 'doctor_appointment',
      appointment: left.find(({ id }) => id === query.get('idAppointment')),
      patient: { idUser: 'usr_1', name: 'Ana Paz', email: null, phone: null, status: 1 },
      cancellationReason: null,
      sameTime: null,
      collision: null,
    }),
    'GET /v1/doctor/free-times': () => ({ times: [] }),
    'GET /v1/doctor/next-free': () => ({
      doctors: [
        {
          ...{ idDoctor: 'doc_2', name: 'Tomás Arriaga', email: null, specialties: [] },
          ...{ isFree: false, nextFree: null },
        },
      ],
      moreDoctors: false,
    }),
    'PUT /v1/doctor/update_appointment_status': ({ body }) => {
      moved.push(body);
      const current = left.find(
        ({ id }) => id === (body as { idAppointment: string }).idAppointment,
      );
      const doctor = { name: 'Tomás Arriaga', specialty_formatted: [], email: null };
      const appointment = { ...current, idDoctor: 'doc_2', doctor, version: 4 };
      return { appointment, outsideWorkingHours: false };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Reprogramar citas' }));
  const list = await screen.findByRole('dialog', { name: 'Citas por reprogramar' });
  await unlocked();
  await user.click(await within(list).findByRole('button', { name: 'Reprogramar todas' }));
  const edit = await screen.findByRole('dialog', { name: 'Editar Cita' });
  await within(edit).findByText(/Ana Paz/);
  await user.click(await within(edit).findByRole('combobox', { name: /^Médico/ }));
  await user.click(await screen.findByRole('option', { name: /Tomás Arriaga/ }));
  await unlocked();
  await user.click(await within(edit).findByRole('button', { name: 'Guardar cambios' }));
  const next = await screen.findByText(/Bruno Gil/, { selector: '[role="dialog"] p' });
  const again = within(next.closest<HTMLElement>('[role="dialog"]') as HTMLElement);
  expect(again.getByRole('combobox', { name: /^Médico/ })).toHaveProperty('value', 'Tomás Arriaga');
  await unlocked();
  await user.click(await again.findByRole('button', { name: 'Guardar cambios' }));
  await screen.findByText('Ya no quedan citas por reprogramar.');
  expect(moved).toMatchObject([
    { idAppointment: 'apt_0', idDoctor: 'doc_2' },
    { idAppointment: 'apt_1', idDoctor: 'doc_2' },
  ]);
});

test('E-10.2700: a change of view keeps a pending change of week', async () => {
  const { address } = await openScreen('/medicos/doc_1?vista=lista&fecha=2026-02-10', {
    'GET /v1/doctor/get-one': () => renata,
    'GET /v1/doctor/agenda': () => ({ appointments: [] }),
  });
  const later = await screen.findByRole('button', { name: /siguiente$/ });
  const month = screen.getByRole('button', { name: 'Mes' });
  act(() => {
    later.click();
    month.click();
  });
  await waitFor(() => expect(address()).toBe('/medicos/doc_1?vista=mes&fecha=2026-02-17'));
});

test.each([
  ['/medicos/doc_1?vista=dia&fecha=2026-11-02', 'fecha=2026-11-04'],
  ['/medicos?vista=agenda&fecha=2026-11-02', 'fecha=2026-11-04'],
])('E-10.2924: %s: two quick steps lead two days on', async (path, after) => {
  const { address } = await openScreen(path, {
    'GET /v1/doctor/get-one': () => renata,
    'GET /v1/doctor/agenda': () => ({ appointments: [] }),
    'GET /v1/doctor/day': () => ({ doctors: [], moreDoctors: false, appointments: [] }),
  });
  const next = await screen.findByRole('button', { name: 'Día siguiente' });
  act(() => {
    fireEvent.click(next);
    fireEvent.click(next);
  });
  await waitFor(() => expect(address()).toContain(after));
});
