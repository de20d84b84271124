import type { ClinicSettings } from '@simiente/contract/clinic/calls';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { DEFAULT_REMINDER_RULES } from '@simiente/contract/reminders/rules';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { errorResponse } from '../../../testing/wire.ts';
import { makeAgendaRow } from '../../appointments/testing/records.ts';

const day = '2026-11-30';
const times = { startsAt: `${day}T17:00:00.000Z`, endsAt: `${day}T17:30:00.000Z` };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const makeDoctor = (clinicHolidays: ClinicSettings['holidays']): Doctor => ({
  idDoctor: 'doc_1',
  name: 'Renata Olvera',
  email: null,
  specialties: [],
  appointmentMinutes: 30,
  workingDays: [],
  absences: [],
  workedHolidays: [],
  clinicHolidays,
  retiredAt: null,
  upcoming: 1,
  version: 1,
});
const makeSettings = (holidays: ClinicSettings['holidays']): ClinicSettings => ({
  holidays,
  visitTypes: [],
  requestDays: { answer: 20, carryOut: 15 },
  reminders: DEFAULT_REMINDER_RULES,
  knownTypes: [],
  version: 1,
});

test('E-10.3167, E-10.3344, E-10.3541: Guardar keeps a typed holiday that was not added, and reports the appointments of every doctor on it, with bookings of Calendly', async () => {
  let holidays: ClinicSettings['holidays'] = { added: [], removed: [] };
  const doctor = () => makeDoctor(holidays);
  const settings = () => makeSettings(holidays);
  const { user } = await openScreen('/medicos/doc_1/horarios', {
    'GET /v1/doctor/get-one': doctor,
    'GET /v1/doctor/upcoming': () => ({
      appointments: [
        makeAgendaRow(times),
        makeAgendaRow({ ...times, id: 'rec_1', kind: 'booking', idUser: null, name: 'Bruno Gil' }),
      ],
    }),
    'GET /v1/clinic/settings': settings,
    'PUT /v1/clinic/update': ({ body }) => {
      ({ holidays } = body as ClinicSettings);
      return settings();
    },
    'GET /v1/doctor/day': ({ query }) => {
      const isFirst = (query.get('page') ?? '0') === '0';
      const { upcoming: _, ...shown } = doctor();
      const idDoctor = isFirst ? 'doc_1' : 'doc_31';
      return {
        doctors: [{ ...shown, idDoctor }],
        moreDoctors: isFirst,
        appointments: [
          makeAgendaRow({ ...times, idDoctor }),
          makeAgendaRow({ ...times, idDoctor, id: 'apt_2', status: 'cancelled' }),
        ],
      };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Editar días festivos' }));
  const dialog = within(await screen.findByRole('dialog'));
  const [dayField, nameField] = [/^Otro día/, 'Nombre'].map((name) => dialog.getByLabelText(name));
  fireEvent.change(dayField as HTMLElement, { target: { value: '30/11/2026' } });
  fireEvent.change(nameField as HTMLElement, { target: { value: 'Día del barrio' } });
  await user.click(dialog.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Días festivos guardados')).toBeTruthy();
  expect(holidays.added).toEqual([{ day, name: 'Día del barrio' }]);
  expect(await screen.findByText(/ hay 2 citas$/)).toBeTruthy();
  const card = within(await screen.findByRole('region', { name: 'Días festivos de la clínica' }));
  expect(await card.findByText(/Día del barrio/)).toBeTruthy();
  await user.click(await card.findByRole('button', { name: '2 citas dentro' }));
  const affected = within(await screen.findByRole('dialog', { name: 'Citas por reprogramar' }));
  expect(affected.getByText('Bruno Gil')).toBeTruthy();
  expect(affected.getByText('Se agendó en Calendly; reprográmala allá.')).toBeTruthy();
  expect(affected.getAllByRole('button', { name: /^Reprogramar/ })).toHaveLength(1);
});

test('E-10.3545: an error of the server about the holidays of the clinic is shown in their form', async () => {
  const holidays = { added: [], removed: [] };
  const message = 'Son demasiados días.';
  const { user } = await openScreen('/medicos/doc_1/horarios', {
    'GET /v1/doctor/get-one': () => makeDoctor(holidays),
    'GET /v1/doctor/upcoming': () => ({ appointments: [] }),
    'GET /v1/clinic/settings': () => makeSettings(holidays),
    'PUT /v1/clinic/update': () =>
      errorResponse('BAD_REQUEST', { issues: [{ path: 'holidays.removed', message }] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Editar días festivos' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click((await dialog.findAllByRole('switch'))[0] as HTMLElement);
  await user.click(dialog.getByRole('button', { name: 'Guardar' }));
  expect(await dialog.findByText(message)).toBeTruthy();
});

test.each([
  ['a listed official holiday', '25/12/2026', 'Ese día ya está en la lista.'],
  ['an added holiday', '30/11/2026', 'Ese día ya está en la lista.'],
  ['an official holiday after the listed years', '25/12/2029', 'Ese día ya está en la lista.'],
  ['a past day', '16/09/2026', 'Ese día ya pasó.'],
])('E-10.3801: %s is not added again, with the reason', async (_, typed, reason) => {
  const holidays = { added: [{ day, name: 'Día del barrio' }], removed: [] };
  const { user } = await openScreen('/medicos/doc_1/horarios', {
    'GET /v1/doctor/get-one': () => makeDoctor(holidays),
    'GET /v1/doctor/upcoming': () => ({ appointments: [] }),
    'GET /v1/clinic/settings': () => makeSettings(holidays),
  });
  await user.click(await screen.findByRole('button', { name: 'Editar días festivos' }));
  const dialog = within(await screen.findByRole('dialog'));
  const [dayField, nameField] = [/^Otro día/, 'Nombre'].map((name) => dialog.getByLabelText(name));
  fireEvent.change(dayField as HTMLElement, { target: { value: typed } });
  fireEvent.change(nameField as HTMLElement, { target: { value: 'Otro nombre' } });
  await user.click(dialog.getByRole('button', { name: 'Agregar día' }));
  expect(dialog.getByText(reason)).toBeTruthy();
  expect(dialog.queryByText(/Otro nombre/)).toBeNull();
});
