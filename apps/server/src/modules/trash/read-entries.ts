import { DAYS_IN_TRASH, type TrashEntry } from '@simiente/contract/trash/calls';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches } from '../../schema/partners.ts';
import { staffName } from '../../schema/staff.ts';
import { restorable } from './restorable.ts';

interface Row extends Omit<TrashEntry, 'deletedAt' | 'daysLeft' | 'included'> {
  readonly [column: string]: unknown;
  /** Milliseconds since the epoch. */
  readonly deletedAt: number;
  readonly daysLeft: number;
  readonly branches: number;
  readonly exams: number;
  readonly appointments: number;
  readonly orders: number;
}

/** Rows of `table` of the row's patient that were not deleted singly. */
const ofPatient = (
  table: typeof exams | typeof examOrders | typeof recipeAppointments | typeof doctorAppointments,
) =>
  sql`(select count(*)::int from ${table} where page.kind = 'patient' and ${table.patientId} = page.id
       and (${table.deletedAt} is null or ${table.deletionId} = page.deletion_id))`;

/**
 * Entries of the trash as screens and files show them, in the order of `page`.
 * @param page a query for rows of `restorable`: related records are counted for these alone
 */
export async function readEntries(db: Reader, page: SQL, order: SQL): Promise<TrashEntry[]> {
  const { rows } = await db.execute<Row>(
    sql`select page.kind, page.id, page.name, page.detail, page.patient_id as "idUser", ${staffName(sql`page.deleted_by`, sql`page.deleted_at`)} as "deletedBy",
          (extract(epoch from page.deleted_at) * 1000)::float8 as "deletedAt",
          ceil(extract(epoch from page.deleted_at + make_interval(days => ${DAYS_IN_TRASH}) - now()) / 86400)::int as "daysLeft",
          (select count(*)::int from ${branches} where page.kind = 'partner'
             and ${branches.partnerId} = page.id and ${branches.deletionId} = page.deletion_id) as branches,
          (select ${exams.deletionReason} from ${exams} where page.kind = 'exam' and ${exams.id} = page.id) as reason,
          ${ofPatient(exams)} as exams,
          ${ofPatient(doctorAppointments)} + ${ofPatient(recipeAppointments)} as appointments,
          ${ofPatient(examOrders)} as orders
        from (${page}) as page
        order by ${order}`,
  );
  return rows.map(present);
}

/** The entries of these records, in any order. */
export function readTrashEntries(db: Reader, ids: string[]): Promise<TrashEntry[]> {
  const page = sql`select * from ${restorable} where restorable.id = any(${sql.param(ids)}::text[])`;
  return readEntries(db, page, sql`page.id`);
}

/** The ids of the patients and prospects whom an entry shows. */
export function getPersonIds({ kind, id, idUser }: TrashEntry): string[] {
  if (idUser !== null) return [idUser];
  return kind === 'patient' || kind === 'prospect' ? [id] : [];
}

function present({ kind, id, name, detail, idUser, deletedBy, ...row }: Row): TrashEntry {
  const { branches, exams, appointments, orders } = row;
  return {
    kind,
    id,
    name,
    detail,
    idUser,
    reason: row.reason,
    included: { branches, exams, appointments, orders },
    deletedAt: new Date(row.deletedAt).toISOString(),
    deletedBy,
    daysLeft: Math.min(DAYS_IN_TRASH, Math.max(0, row.daysLeft)),
  };
}
