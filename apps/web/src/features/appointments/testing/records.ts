import type { DoctorAppointment } from '@simiente/contract/appointments/calls';

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
    overlaps: false,
    version: 3,
    ...fields,
  };
}
