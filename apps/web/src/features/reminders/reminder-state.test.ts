import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import { expect, test } from 'vitest';
import { describeReminder, needsReminder } from './reminder-state.ts';

const now = new Date('2026-11-26T18:00:00.000Z');
const makeAwaited = (facts: Partial<AwaitedAppointment> = {}, appointment: object = {}) =>
  ({
    mail: null,
    readAt: null,
    cancelledAt: null,
    whatsapp: null,
    agreed: { email: true, whatsapp: true },
    ...facts,
    appointment: {
      status: 'pending',
      attendance: [],
      patient: { name: 'Ana', email: 'ana@correo.example', phone: null },
      appointmentDate: { date: '2026-11-27T16:00:00.000Z', endDate: null },
      ...appointment,
    },
  }) as unknown as AwaitedAppointment;
const makeMail = (fields: object) => ({ sentAt: null, failedAt: null, fault: null, ...fields });
const makeConfirmation = (by: string | null) => ({
  attendance: [{ step: 'confirmed', at: '2026-11-26T15:05:00.000Z', by }],
});
const request = { days: ['mar' as const], hours: [], message: '' };

test.each<[AwaitedAppointment, string, string]>([
  [makeAwaited(), 'waiting', 'Aún no se envía'],
  [
    makeAwaited({ agreed: { email: false, whatsapp: false } }),
    'waiting',
    'Falta su consentimiento',
  ],
  [makeAwaited({ mail: makeMail({}) }), 'waiting', 'El correo está en camino'],
  [
    makeAwaited({ mail: makeMail({ sentAt: '2026-11-26T13:00:00.000Z' }) }),
    'sent',
    'Por correo, hoy, 7:00',
  ],
  [
    makeAwaited({ mail: makeMail({ sentAt: '2026-11-25T13:00:00.000Z' }) }),
    'silent',
    'Por correo, ayer, 7:00',
  ],
  [
    makeAwaited({ mail: makeMail({ failedAt: now.toISOString(), fault: 'UNKNOWN' }) }),
    'undelivered',
    'No se sabe si el correo salió',
  ],
  [
    makeAwaited({}, { patient: { name: 'Ana', email: null, phone: null } }),
    'undelivered',
    'No tiene correo registrado',
  ],
  [
    makeAwaited({ whatsapp: { at: '2026-11-26T13:00:00.000Z', by: 'Mariana' } }),
    'sent',
    'Por WhatsApp de Mariana, hoy, 7:00',
  ],
  [makeAwaited({ readAt: '2026-11-26T14:51:00.000Z' }), 'read', 'Abrió el enlace hoy, 8:51'],
  [makeAwaited({}, makeConfirmation(null)), 'confirmed', 'Por el enlace, hoy, 9:05'],
  [makeAwaited({}, makeConfirmation('Mariana')), 'confirmed', 'Mariana, hoy, 9:05'],
  [makeAwaited({}, { request, ...makeConfirmation(null) }), 'other', 'Mar'],
  [
    makeAwaited({ cancelledAt: '2026-11-26T13:00:00.000Z' }, { status: 'cancelled' }),
    'cancelled',
    'Con su enlace, hoy, 7:00',
  ],
])('E-10.1606: a reminder shows its state and the reason: case %#', (one, state, detail) => {
  expect(describeReminder(one, 'America/Mexico_City', { now })).toEqual({ state, detail });
});

test('E-10.1606: a text by WhatsApp is due at the hours of its rule', () => {
  const detail = (whatsappHours: number) =>
    describeReminder(makeAwaited(), 'America/Mexico_City', { now, whatsappHours }).detail;
  expect([detail(21), detail(22)]).toEqual(['Aún no se envía', 'Toca enviarlo por WhatsApp']);
});

test('E-10.3163: neither a patient who asks for another time nor one reminded in the last day needs a reminder', () => {
  const isDue = (facts: Partial<AwaitedAppointment>, appointment: object = {}) =>
    needsReminder(
      describeReminder(makeAwaited(facts, appointment), 'America/Mexico_City', { now }).state,
    );
  const makeWhatsapp = (at: string) => ({ whatsapp: { at, by: null } });
  expect([
    isDue({}),
    isDue({}, { request }),
    isDue(makeWhatsapp('2026-11-26T10:00:00.000Z')),
    isDue(makeWhatsapp('2026-11-25T10:00:00.000Z')),
  ]).toEqual([true, false, false, true]);
});
