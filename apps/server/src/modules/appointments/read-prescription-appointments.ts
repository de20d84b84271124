import type { RecipeAppointment } from '@simiente/contract/appointments/calls';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { pick, presentDate } from '../../platform/database/records.ts';
import { Problem, rejectStale } from '../../platform/problem.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { patients } from '../../schema/patients.ts';
import { readReplacedFiles, readStoredFiles } from '../files/public.ts';
import { presentAttendance } from './present.ts';

const prescriptionColumns = {
  ...pick(recipeAppointments, ['id', 'status', 'attendance', 'type', 'startsAt', 'invalidDates']),
  ...pick(recipeAppointments, ['endsAt', 'meetingUrl', 'meetingPlace', 'isVisit']),
  doctor: { idDoctor: doctors.id, name: doctors.name },
  createdAt: recipeAppointments.createdAt,
  explanation: recipeAppointments.prescriptionExplanation,
  version: recipeAppointments.version,
  fileId: recipeAppointments.prescriptionFileId,
};

export const findRecipeAppointments = (
  db: Reader,
  patientId: string,
): Promise<RecipeAppointment[]> =>
  readPrescriptionAppointments(db, eq(recipeAppointments.patientId, patientId));

export async function readPrescriptionAppointment(
  db: Reader,
  id: string,
): Promise<RecipeAppointment> {
  const [appointment] = await readPrescriptionAppointments(db, eq(recipeAppointments.id, id));
  if (!appointment) throw new Problem('NOT_FOUND');
  return appointment;
}

async function readPrescriptionAppointments(db: Reader, where: SQL): Promise<RecipeAppointment[]> {
  const rows = await db
    .select(prescriptionColumns)
    .from(recipeAppointments)
    .leftJoin(doctors, eq(doctors.id, recipeAppointments.doctorId))
    .where(and(where, isNull(recipeAppointments.deletedAt)))
    .orderBy(sql`${recipeAppointments.startsAt} desc nulls last`, recipeAppointments.id);
  const ids = rows.map(({ id }) => id);
  const current = await readStoredFiles(
    db,
    rows.flatMap(({ fileId }) => fileId ?? []),
  );
  const earlier = await readReplacedFiles(db, replacedFiles.recipeAppointmentId, ids);
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    attendance: presentAttendance(row),
    type: row.type,
    calendly_data: {
      start_time: presentDate(row, 'startsAt'),
      end_time: row.endsAt?.toISOString() ?? null,
      meeting_url: row.meetingUrl,
      place: row.meetingPlace,
    },
    isVisit: row.isVisit,
    doctor: row.doctor,
    createDate: presentDate(row, 'createdAt'),
    prescriptionExplanation: row.explanation,
    prescriptions: [current.get(row.fileId ?? '') ?? [], earlier.get(row.id) ?? []].flat(),
    version: row.version,
  }));
}

/**
 * Locks a prescription appointment for a change.
 * @param version the version to change; undefined (legacy client) for any
 * @throws Problem STALE_VERSION with the current appointment
 */
export async function lockPrescriptionAppointment(
  transaction: Transaction,
  id: string,
  version: number | undefined,
) {
  const [row] = await transaction
    .select({
      patientId: patients.id,
      ...pick(recipeAppointments, ['prescriptionFileId', 'status', 'attendance', 'startsAt']),
      ...pick(recipeAppointments, ['endsAt', 'type', 'meetingUrl', 'cancellationReason']),
      version: recipeAppointments.version,
    })
    .from(recipeAppointments)
    .innerJoin(
      patients,
      and(eq(patients.id, recipeAppointments.patientId), isNull(patients.deletedAt)),
    )
    .where(and(eq(recipeAppointments.id, id), isNull(recipeAppointments.deletedAt)))
    .for('update', { of: recipeAppointments });
  if (!row) throw new Problem('NOT_FOUND');
  const { patientId } = row;
  const shows = { kind: 'recipe_appointment', id, patientId } as const;
  await rejectStale(version, row, () => readPrescriptionAppointment(transaction, id), shows);
  return row;
}
