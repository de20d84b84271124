import type { SuggestedPatient } from '@simiente/contract/calendly';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';

const MOST_SUGGESTIONS = 5;

/**
 * Patients who may have booked an appointment: first those with the same e-mail, then those with a
 * similar name.
 * @throws Problem NOT_FOUND when there is no such appointment without a patient
 */
export async function suggestPatients(
  db: Reader,
  appointmentId: string,
): Promise<SuggestedPatient[]> {
  const [appointment] = await db
    .select({ name: recipeAppointments.inviteeName, email: recipeAppointments.inviteeEmail })
    .from(recipeAppointments)
    .where(
      and(
        eq(recipeAppointments.id, appointmentId),
        isNull(recipeAppointments.patientId),
        isNull(recipeAppointments.deletedAt),
      ),
    );
  if (!appointment) throw new Problem('NOT_FOUND');
  const email = appointment.email?.trim() ?? '';
  const name = appointment.name?.trim() ?? '';
  const byEmail =
    email === '' ? [] : await find(db, sql`lower(${patients.email}) = lower(${email})`);
  const byName =
    name === ''
      ? []
      : await find(
          db,
          sql`${patients.searchText} %> fold_text(${name})`,
          sql`word_similarity(fold_text(${name}), ${patients.searchText}) desc`,
        );
  const known = new Set(byEmail.map(({ idUser }) => idUser));
  return [
    ...byEmail.map((row) => ({ ...row, sameEmail: true })),
    ...byName
      .filter(({ idUser }) => !known.has(idUser))
      .map((row) => ({ ...row, sameEmail: false })),
  ].slice(0, MOST_SUGGESTIONS);
}

function find(db: Reader, condition: SQL, ...order: readonly SQL[]) {
  return db
    .select({
      idUser: patients.id,
      name: patients.name,
      email: patients.email,
      phone: patients.phone,
    })
    .from(patients)
    .where(and(condition, isNull(patients.deletedAt)))
    .orderBy(...order, patients.name, patients.id)
    .limit(MOST_SUGGESTIONS);
}
