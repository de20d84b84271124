import type {
  WaitingPrescription,
  WaitingPrescriptionPage,
} from '@simiente/contract/dashboard/calls';
import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import type { CursorCodec } from '../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../platform/database/pages/keyset.ts';
import { pick, presentDate } from '../../platform/database/records.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { shownAttendance } from '../appointments/public.ts';

/**
 * Condition for pending prescription appointments without a prescription file, also of deleted patients. Matches the
 * partial index `recipe_appointments_to_validate`.
 */
export const isWaiting = and(
  isNull(recipeAppointments.deletedAt),
  sql`${recipeAppointments.status} = 'pending'`,
  isNull(recipeAppointments.prescriptionFileId),
  sql`not ${recipeAppointments.isVisit}`,
);

const isActivePatient = and(
  eq(patients.id, recipeAppointments.patientId),
  isNull(patients.deletedAt),
);

const SORT = 'createDate';
const { readPage, ids } = keyset<typeof SORT, Row>(recipeAppointments.id, ({ id }) => id, {
  createDate: byDate(
    sql`coalesce(${recipeAppointments.createdAt}, 'infinity'::timestamptz)`,
    ({ createdAt }) => createdAt,
    'infinity',
  ),
});

/** One page of the validations that wait for a prescription, by keyset, the oldest first. */
export async function listWaitingPrescriptions(
  db: Reader,
  input: { readonly limit: number; readonly cursor?: string | undefined },
  cursors: CursorCodec,
): Promise<WaitingPrescriptionPage> {
  const { page, nextCursor } = await readPage(
    { ...input, sort: SORT },
    cursors,
    selectPrescriptions(db),
    isWaiting,
  );
  const [counted] = await db
    .select({ total: count() })
    .from(recipeAppointments)
    .innerJoin(patients, isActivePatient)
    .where(isWaiting);
  return {
    recipes: page.map(present),
    nextCursor,
    total: counted?.total ?? 0,
    totalIsCapped: false,
  };
}

export function waitingPrescriptionIds(): SQL {
  return ids(SORT, sql`${recipeAppointments} join ${patients} on ${isActivePatient}`, isWaiting);
}

/** Rows with these ids for the exported list, in any order. Only the export has the last attendance step. */
export async function readWaitingPrescriptions(db: Reader, ids: string[]) {
  const rows = await selectPrescriptions(db).where(inArray(recipeAppointments.id, ids));
  return rows.map((row) => ({ ...present(row), lastAttendanceStep: shownAttendance(row).at(-1) }));
}

function selectPrescriptions(db: Reader) {
  return db
    .select({
      ...pick(recipeAppointments, ['id', 'type', 'startsAt', 'createdAt', 'invalidDates']),
      attendance: recipeAppointments.attendance,
      patient: { idUser: patients.id, name: patients.name, phone: patients.phone },
    })
    .from(recipeAppointments)
    .innerJoin(patients, isActivePatient);
}

type Row = Awaited<ReturnType<typeof selectPrescriptions>>[number];

function present(row: Row): WaitingPrescription {
  return {
    id: row.id,
    type: row.type,
    startsAt: presentDate(row, 'startsAt'),
    createDate: presentDate(row, 'createdAt'),
    patient: row.patient,
  };
}
