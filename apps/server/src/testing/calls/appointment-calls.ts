import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import type { Transaction } from '../../platform/database/database.ts';
import { doctorAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import type { sharedApplication } from '../application.ts';
import { addDoctor, addPatient } from '../records.ts';

/** Monday 23 November 2026, 9:00 in Mexico City. */
export const NINE = new Date('2026-11-23T15:00:00.000Z');
export const later = (minutes: number) => new Date(NINE.getTime() + minutes * 60_000);

export interface AppointmentAnswer {
  status: number;
  code?: string;
  errorMessage?: string;
  data?: { appointment: { id: string } & Record<string, unknown>; outsideWorkingHours: boolean };
  details?: Record<string, unknown>;
}

/** A patient and a doctor for each test, and the calls for their appointments. */
export function appointmentCalls(application: ReturnType<typeof sharedApplication>) {
  const people = { idUser: '', idDoctor: '' };

  beforeEach(async () => {
    const { db } = application().database;
    people.idUser = await addPatient(db, {
      name: 'Alejandro Villaseñor',
      email: 'ale@example.org',
    });
    people.idDoctor = await addDoctor(db, { name: 'Renata Olvera', specialties: ['Andrología'] });
  });

  async function send(
    method: 'POST' | 'PUT',
    url: string,
    payload: Record<string, unknown>,
    key?: string,
  ): Promise<AppointmentAnswer> {
    const answer = await application().staff.request({
      method,
      url,
      payload,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
    const body = answer.json<AppointmentAnswer>();
    expect(body.status).toBe(answer.statusCode);
    return body;
  }

  return {
    people,
    send,
    /** Requests an appointment of the test's patient and doctor, by default at nine. */
    create: (fields: Record<string, unknown> = {}, key?: string) =>
      send(
        'POST',
        '/v1/doctor/create_appointment',
        { ...people, date: NINE.toISOString(), ...fields },
        key,
      ),
    update: (fields: Record<string, unknown>) =>
      send('PUT', '/v1/doctor/update_appointment_status', { status: 'pending', ...fields }),
    /** Other patients who want the test's doctor. */
    others: (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          addPatient(application().database.db, { name: `Paciente ${index}` }),
        ),
      ),
    rows: () =>
      application()
        .database.db.select()
        .from(doctorAppointments)
        .where(eq(doctorAppointments.doctorId, people.idDoctor)),
    retire: (transaction: Pick<Transaction, 'update'> = application().database.db) =>
      transaction
        .update(doctors)
        .set({ retiredAt: new Date() })
        .where(eq(doctors.id, people.idDoctor)),
  };
}
