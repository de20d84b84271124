import type { DoctorAppointment, RecipeAppointment } from '@simiente/contract/appointments/calls';
import type { AgendaRow } from '@simiente/contract/doctors/calls';

/** An appointment with a doctor, on 6 November 2026 at 11:00 in Mexico City. */
export function makeDoctorAppointment(fields: Partial<DoctorAppointment> = {}): DoctorAppointment {
  return {
    id: 'apt_1',
    idAppointment: 'apt_1',
    idUser: 'usr_1',
    idDoctor: 'doc_1',
    status: 'pending',
    attendance: [],
    createDate: '2026-11-01T12:00:00.000Z',
    appointmentDate: { date: '2026-11-06T17:00:00.000Z', endDate: '2026-11-06T17:30:00.000Z' },
    place: null,
    doctor: {
      name: 'Ignacio Ferrer Lozano',
      specialty_formatted: ['Urología', 'Andrología'],
      email: 'ignacio@example.org',
    },
    patient: { name: 'Alejandro Villaseñor', email: null, phone: null },
    request: null,
    overlaps: false,
    version: 3,
    ...fields,
  };
}

/** A row of an agenda, at the same time. */
export function makeAgendaRow(fields: Partial<AgendaRow> = {}): AgendaRow {
  return {
    id: 'apt_1',
    kind: 'doctor',
    idUser: 'usr_1',
    idDoctor: 'doc_1',
    name: 'Alejandro Villaseñor',
    email: null,
    phone: null,
    status: 'pending',
    attendance: [],
    startsAt: '2026-11-06T17:00:00.000Z',
    endsAt: '2026-11-06T17:30:00.000Z',
    place: null,
    version: 3,
    ...fields,
  };
}

/** The validation of a prescription, at 20:30 of 6 November 2026 in Mexico City. */
export function makeRecipeAppointment(fields: Partial<RecipeAppointment> = {}): RecipeAppointment {
  return {
    id: 'rec_1',
    status: 'pending',
    attendance: [],
    type: 'Seguimiento',
    calendly_data: {
      start_time: '2026-11-07T02:30:00.000Z',
      end_time: null,
      meeting_url: 'https://meet.example.org/abc',
      place: null,
    },
    isVisit: false,
    doctor: null,
    createDate: '2026-11-01T18:12:00.000Z',
    prescriptionExplanation: null,
    prescriptions: [],
    version: 1,
    ...fields,
  };
}
