import { expect, test } from 'vitest';
import { appointmentStatus } from './appointment-status.ts';

test('E-2.100: a pending appointment is green and every other one orange', () => {
  expect(appointmentStatus('pending')).toEqual({ tone: 'verde', label: 'Pendiente' });
  expect(appointmentStatus('assigned')).toEqual({ tone: 'naranja', label: 'Asignado' });
  expect(appointmentStatus('cancelled')).toEqual({ tone: 'naranja', label: 'Cancelado' });
  expect(appointmentStatus('otro')).toEqual({ tone: 'naranja', label: 'otro' });
  expect(appointmentStatus('toString')).toEqual({ tone: 'naranja', label: 'toString' });
});
