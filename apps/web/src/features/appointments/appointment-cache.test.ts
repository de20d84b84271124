import { expect, test } from 'vitest';
import { appointmentStatus } from './appointment-cache.ts';

test('E-2.100: a pending appointment is green and every other one orange', () => {
  expect(appointmentStatus('pending')).toEqual({ tone: 'green', label: 'Pendiente' });
  expect(appointmentStatus('assigned')).toEqual({ tone: 'orange', label: 'Asignado' });
  expect(appointmentStatus('cancelled')).toEqual({ tone: 'orange', label: 'Cancelado' });
  expect(appointmentStatus('otro')).toEqual({ tone: 'orange', label: 'otro' });
  expect(appointmentStatus('toString')).toEqual({ tone: 'orange', label: 'toString' });
});
