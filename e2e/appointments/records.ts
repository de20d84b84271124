import type { DoctorAppointmentRecord, RecipeAppointmentRecord } from '@simiente/builders/records';
import { instant, TUESDAY, WEDNESDAY } from '../product/days.ts';

/** An appointment with Dr Renata Olvera, next Tuesday at 11:00 in Mexico City. */
export function withDoctor(
  id: string,
  fields: Partial<DoctorAppointmentRecord> = {},
): DoctorAppointmentRecord {
  return {
    id,
    idAppointment: id,
    status: 'pending',
    createDate: '2026-01-01T00:00:00Z',
    appointmentDate: { date: instant(TUESDAY, '17:00') },
    doctor: {
      name: 'Renata Olvera Cid',
      specialty_formatted: ['Andrología', 'Urología'],
      email: 'renata@example.org',
    },
    patient: { name: 'Alejandro', email: 'a@example.org', phone: '1' },
    ...fields,
  };
}

/** An appointment for a prescription, next Tuesday at 20:30 in Mexico City. */
export function forPrescription(
  id: string,
  fields: Partial<RecipeAppointmentRecord> = {},
): RecipeAppointmentRecord {
  return {
    id,
    status: 'pending',
    type: 'Seguimiento',
    calendly_data: {
      start_time: instant(WEDNESDAY, '02:30'),
      meeting_url: 'https://meet.example.org/abc',
    },
    createDate: '2026-01-01T18:12:00Z',
    prescriptionExplanation: '**Receta: antioxidantes**\n---\nVitamina E 400 UI.\nCoenzima Q10.',
    ...fields,
  };
}
