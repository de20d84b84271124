import type { Merge, Patient } from '@simiente/contract/patients/calls';
import {
  DAYS_TO_UNMERGE,
  type MergePreview,
  type MergeWarning,
} from '@simiente/contract/patients/merges';
import { and, desc, eq, exists, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '../../../platform/database/database.ts';
import { pick, toWire } from '../../../platform/database/records.ts';
import { patientMerges } from '../../../schema/merges.ts';
import { patients } from '../../../schema/patients.ts';
import { staffName } from '../../../schema/staff.ts';
import { readPatient } from '../read-patient.ts';

/**
 * Signs that two patients are different people: different identifying data, or validated results of the same day.
 */
export async function findWarnings(
  db: Reader,
  timeZone: string,
  [one, other]: readonly [Patient, Patient],
): Promise<MergeWarning[]> {
  const differs = (field: 'curp' | 'birthDate' | 'sex') =>
    one[field] && other[field] && one[field] !== other[field] ? [field] : [];
  const days = (id: string) =>
    sql`select (r.collected_at at time zone ${timeZone})::date from result_sets r join exams e on e.id = r.exam_id
      where r.patient_id = ${id} and r.status = 'validado' and r.collected_at is not null and e.deleted_at is null`;
  const { rows } = await db.execute(
    sql`${days(one.idUser)} intersect ${days(other.idUser)} limit 1`,
  );
  return [
    ...differs('curp'),
    ...differs('birthDate'),
    ...differs('sex'),
    ...(rows.length > 0 ? (['results'] as const) : []),
  ];
}

/** Both patients, the data that a merge would join, and signs that they are different people. */
export async function previewMerge(
  db: Reader,
  timeZone: string,
  { idUser, idOther }: { readonly idUser: string; readonly idOther: string },
): Promise<MergePreview> {
  const pair: [Patient, Patient] = [await readPatient(db, idUser), await readPatient(db, idOther)];
  const count = (from: string, where = 'true') =>
    sql`json_build_array(
      (select count(*) from ${sql.raw(from)} where patient_id = ${idUser} and ${sql.raw(where)}),
      (select count(*) from ${sql.raw(from)} where patient_id = ${idOther} and ${sql.raw(where)}))`;
  const appointments = `(select patient_id from doctor_appointments where deleted_at is null
    union all select patient_id from recipe_appointments where deleted_at is null) a`;
  const results =
    '(select r.patient_id from result_sets r join exams e on e.id = r.exam_id where e.deleted_at is null) r';
  const { rows } = await db.execute<Pick<MergePreview, 'counts' | 'signed' | 'consents'>>(sql`
    select json_build_object(
      'exams', ${count('exams', 'deleted_at is null')},
      'results', ${count(results)},
      'reports', ${count('reports')},
      'appointments', ${count(appointments)},
      'orders', ${count('exam_orders', 'deleted_at is null')},
      'notes', ${count('patient_notes', 'deleted_at is null')},
      'consents', ${count('consents')},
      'deliveries', ${count('report_deliveries')}) as counts,
    ${count('report_versions', "type <> 'draft'")} as signed,
    (select coalesce(json_agg(c order by purpose), '[]') from (
      select purpose, json_build_array(max(given_on) filter (where patient_id = ${idUser}),
          max(given_on) filter (where patient_id = ${idOther})) as "givenOn"
        from consents where withdrawn_at is null and patient_id in (${idUser}, ${idOther})
        group by purpose) c) as consents`);
  const [counts] = rows;
  if (counts === undefined) throw new Error('An aggregate returned no row');
  return { patients: pair, warnings: await findWarnings(db, timeZone, pair), ...counts };
}

/** Condition for a merge of the last `DAYS_TO_UNMERGE` days that was not undone. */
export const isRecent = sql<boolean>`(${patientMerges.undoneAt} is null
  and ${patientMerges.at} > now() - make_interval(days => ${DAYS_TO_UNMERGE}))`;

/** Condition for a merge after which one of the two patients was merged again. */
export function isFollowed(db: Reader): SQL<boolean> {
  const later = alias(patientMerges, 'later');
  return sql<boolean>`${exists(
    db
      .select({ id: later.id })
      .from(later)
      .where(
        and(
          isNull(later.undoneAt),
          gt(later.at, patientMerges.at),
          sql`array[${later.keptId}, ${later.goneId}] && array[${patientMerges.keptId}, ${patientMerges.goneId}]`,
        ),
      ),
  )}`;
}

export async function listMerges(db: Reader, idUser: string): Promise<{ merges: Merge[] }> {
  const rows = await db
    .select({
      idMerge: patientMerges.id,
      ...pick(patientMerges, ['at', 'undoneAt']),
      other: { idUser: patients.id, name: patients.name },
      by: staffName(patientMerges.by, patientMerges.at),
      canUndo: sql<boolean>`${isRecent} and not ${isFollowed(db)}`,
    })
    .from(patientMerges)
    .innerJoin(patients, eq(patients.id, patientMerges.goneId))
    .where(eq(patientMerges.keptId, idUser))
    .orderBy(desc(patientMerges.at));
  return { merges: rows.map(toWire) };
}
