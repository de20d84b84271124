import type {
  AssignedDetails,
  Assignment,
  calendlyContract,
} from '@simiente/contract/calendly/calls';
import { and, eq, isNull } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { nextVersion } from '../../platform/database/records.ts';
import { Problem, rejectStale } from '../../platform/problem.ts';
import { CANCELLED, recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { rejectSameTime } from '../appointments/public.ts';
import { writeAudit } from '../audit/public.ts';
import { lockPatient } from '../patients/public.ts';
import { presentWithoutPatient } from './without-patient.ts';

type Row = typeof recipeAppointments.$inferSelect;

/**
 * Assigns an appointment to a patient. Repeating it for the same patient changes nothing.
 * @throws Problem APPOINTMENT_ASSIGNED with its patient
 * @throws Problem SAME_TIME with the patient's other appointment, unless the user confirmed, or the client is a legacy
 * one, which sends no version and cannot confirm
 */
export async function assignPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  input: CallInput<typeof calendlyContract.assignPatient>,
): Promise<Assignment> {
  const { idAppointment: id, idUser: patientId, version, despiteSameTime } = input;
  const row = await lockAppointment(transaction, id);
  if (row.patientId === patientId) return presentAssignment(row);
  if (row.patientId !== null) {
    throw new Problem('APPOINTMENT_ASSIGNED', {
      details: await findOwner(transaction, row),
      shows: { kind: 'recipe_appointment', id, patientId: row.patientId },
    });
  }
  await rejectIfStale(row, version);
  await lockPatient(transaction, patientId);
  const { startsAt, status } = row;
  if (startsAt && status !== CANCELLED && version !== undefined && !despiteSameTime) {
    await rejectSameTime(transaction, { patientId }, startsAt);
  }
  return setPatient(transaction, context, row, patientId);
}

/**
 * Removes the patient from a Calendly appointment, which returns it to the list of appointments without a patient.
 * @throws Problem NOT_FOUND for an unknown appointment, or one that is not from Calendly
 * @throws Problem CONFLICT if it has a prescription, which belongs to the patient's record
 * @throws Problem STALE_VERSION with the current appointment
 */
export async function unassignPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idAppointment: id, version }: CallInput<typeof calendlyContract.unassignPatient>,
): Promise<Assignment> {
  const row = await lockAppointment(transaction, id);
  if (row.calendlyInviteeUri === null) throw new Problem('NOT_FOUND');
  if (row.patientId === null) return presentAssignment(row);
  await rejectIfStale(row, version);
  if (row.prescriptionFileId !== null || row.prescriptionExplanation !== null) {
    throw new Problem('CONFLICT');
  }
  return setPatient(transaction, context, row, null);
}

async function lockAppointment(transaction: Transaction, id: string): Promise<Row> {
  const [row] = await transaction
    .select()
    .from(recipeAppointments)
    .where(and(eq(recipeAppointments.id, id), isNull(recipeAppointments.deletedAt)))
    .for('update');
  if (!row) throw new Problem('NOT_FOUND');
  return row;
}

function rejectIfStale(row: Row, version: number | undefined): Promise<void> {
  const { id, patientId } = row;
  const shows = { kind: 'recipe_appointment', id, patientId } as const;
  return rejectStale(version, row, () => presentWithoutPatient(row), shows);
}

async function findOwner(transaction: Transaction, { patientId }: Row) {
  const [owner] = await transaction
    .select({ idUser: patients.id, name: patients.name })
    .from(patients)
    .where(eq(patients.id, patientId ?? ''));
  return { idUser: owner?.idUser ?? '', name: owner?.name ?? '' } satisfies AssignedDetails;
}

async function setPatient(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  before: Row,
  patientId: string | null,
): Promise<Assignment> {
  const [after] = await transaction
    .update(recipeAppointments)
    .set({ patientId, ...nextVersion(recipeAppointments) })
    .where(eq(recipeAppointments.id, before.id))
    .returning();
  if (!after) throw new Problem('NOT_FOUND');
  await writeAudit(transaction, context, {
    action: 'appointment.updated',
    subject: { kind: 'recipe_appointment', id: after.id },
    patientId: patientId ?? before.patientId,
    details: {
      changes: { patient: { from: before.patientId, to: patientId } },
      version: after.version,
    },
  });
  return presentAssignment(after);
}

function presentAssignment({ id, patientId, version }: Row): Assignment {
  return { idAppointment: id, idUser: patientId, version };
}
