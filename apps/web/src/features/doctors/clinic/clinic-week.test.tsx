import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../testing/screen.tsx';
import { matchMediaAtWidth } from '../../../testing/setup.ts';
import { errorResponse } from '../../../testing/wire.ts';

test('E-10.3150: a week is one request, which Reintentar repeats', async () => {
  const requested: string[] = [];
  const { user } = await openScreen('/medicos?vista=agenda&periodo=semana&fecha=2026-11-18', {
    'GET /v1/doctor/day': ({ query }) => {
      requested.push(`${query.get('date')} ${query.get('days')}`);
      return requested.length === 1
        ? errorResponse('BAD_REQUEST')
        : { doctors: [], moreDoctors: false, appointments: [] };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull());
  expect(requested).toEqual(['2026-11-16 7', '2026-11-16 7']);
});

const doctors = ['Ana Balderas', 'Luis Balderas', 'Inés Cid'].map((name, index) => ({
  idDoctor: `doc_${index}`,
  name,
  email: null,
  specialties: [],
  appointmentMinutes: 30,
  workingDays: [],
  absences: [],
  workedHolidays: [],
  clinicHolidays: { added: [], removed: [] },
  retiredAt: null,
  version: 1,
}));

test('E-10.3169: columns of doctors with one surname have their given names at every width', async () => {
  await openScreen('/medicos?vista=agenda&fecha=2026-11-18', {
    'GET /v1/doctor/day': () => ({ doctors, moreDoctors: false, appointments: [] }),
  });
  const hasClass = async (given: string) => (await screen.findByText(given)).className !== '';
  expect(await Promise.all(['Ana', 'Luis', 'Inés'].map(hasClass))).toEqual([false, false, true]);
});

test('E-10.3869: on a phone, the arrows show the next day of all doctors, not the next week', async () => {
  window.matchMedia = matchMediaAtWidth(390);
  const requested: (string | null)[] = [];
  const { user } = await openScreen('/medicos?vista=agenda&fecha=2026-11-18', {
    'GET /v1/doctor/day': ({ query }) => {
      requested.push(query.get('date'));
      return { doctors, moreDoctors: false, appointments: [] };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Día siguiente' }));
  await waitFor(() => expect(requested).toEqual(['2026-11-18', '2026-11-19']));
});
