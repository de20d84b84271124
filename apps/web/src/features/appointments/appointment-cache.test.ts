import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cache, queries } from '../../lib/api/client.ts';
import { appointmentStatus, refreshAppointments } from './appointment-cache.ts';

test('E-2.100: a pending appointment is green and every other one orange', () => {
  expect(appointmentStatus('pending')).toEqual({ tone: 'green', label: 'Pendiente' });
  expect(appointmentStatus('assigned')).toEqual({ tone: 'orange', label: 'Asignado' });
  expect(appointmentStatus('cancelled')).toEqual({ tone: 'orange', label: 'Cancelado' });
  expect(appointmentStatus('otro')).toEqual({ tone: 'orange', label: 'otro' });
  expect(appointmentStatus('toString')).toEqual({ tone: 'orange', label: 'toString' });
});

test('E-10.3942: a change waits until the visible agenda is refetched, but not for free times or another slower list', async () => {
  const started: string[] = [];
  const stops = [
    queries.doctors.agenda.key(),
    queries.appointments.freeTimes.key(),
    queries.reminders.key(),
  ].map((queryKey) =>
    new QueryObserver(cache, {
      queryKey,
      initialData: {},
      staleTime: Infinity,
      queryFn: () => {
        started.push(queryKey[0].join('.'));
        return queryKey[0][0] === 'doctors' ? {} : new Promise<object>(() => {});
      },
    }).subscribe(() => {}),
  );
  await refreshAppointments();
  expect(started.toSorted()).toEqual(['appointments.freeTimes', 'doctors.agenda', 'reminders']);
  for (const stop of stops) stop();
});
