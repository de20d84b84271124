import type { Page } from '@playwright/test';
import type { DoctorAppointmentRecord } from '@simiente/builders/records';
import { withDoctor } from '../appointments/records.ts';
import { makeExport, person } from '../patients/records.ts';
import type { Dataset } from '../product/protocol.ts';

interface Booking {
  readonly id: string;
  readonly patient: string;
  /** An instant, ISO 8601. */
  readonly at: string;
  readonly status?: string;
  readonly phone?: string;
  /** Dr Renata Olvera Cid, unless another doctor is named. */
  readonly doctor?: DoctorAppointmentRecord['doctor'];
}

/** An export with these appointments, each of a different patient. */
export function bookings(...all: readonly Booking[]): Dataset & { kind: 'export' } {
  return makeExport(
    all.map(({ id, patient, at, status = 'pending', phone = '', doctor }) =>
      person(
        patient,
        { phone },
        {
          appointments: {
            recipeAppointments: [],
            doctorAppointments: [
              withDoctor(id, {
                status,
                appointmentDate: { date: at },
                ...(doctor && { doctor }),
              }),
            ],
          },
        },
      ),
    ),
  );
}

/** A doctor in the form of an export. */
export function makeDoctor(
  name: string,
  ...specialties: readonly string[]
): DoctorAppointmentRecord['doctor'] {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}@clinica.example`;
  return { name, specialty_formatted: [...specialties], email };
}

export async function findPath(page: Page, name: string): Promise<string> {
  const search = new URLSearchParams({ search: name, state: 'all' });
  const answer = await page.request.get(`/v1/doctor/list?${search}`);
  const { data } = await answer.json();
  return `/medicos/${data.doctors[0].idDoctor}`;
}
