import { eq, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { exams } from '../../schema/exams.ts';
import { files } from '../../schema/files.ts';
import { letterheads } from '../../schema/letterheads.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';

export interface ReadableFile {
  readonly id: string;
  /** The patient of the file; null for a logo. */
  readonly patientId: string | null;
  /** Whether it is of an exam, which not every role may open. */
  readonly isOfExam: boolean;
  readonly storageKey: string;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
}

/** The patient of each present or earlier file of a record that is not deleted. */
const ofPatients = sql`
  select file_id, patient_id, true as is_of_exam from ${exams} where deleted_at is null
  union all
  select prescription_file_id, patient_id, false from ${recipeAppointments} where deleted_at is null
  union all
  select r.file_id, e.patient_id, true from ${replacedFiles} r
    join ${exams} e on e.id = r.exam_id where e.deleted_at is null
  union all
  select r.file_id, a.patient_id, false from ${replacedFiles} r
    join ${recipeAppointments} a on a.id = r.recipe_appointment_id where a.deleted_at is null`;

/** The owner of each file: a patient's, or, without a patient, a partner's or the clinic's. */
const owners = sql`
  select o.file_id, o.patient_id, o.is_of_exam from (${ofPatients}) o
    join ${patients} p on p.id = o.patient_id where p.deleted_at is null
  union all
  select l.file_id, null, false from ${partners} p,
    unnest(array[p.login_logo_id, p.nav_logo_id, p.landing_logo_id]) l(file_id) where p.deleted_at is null
  union all
  select logo_id, null, false from ${letterheads} where logo_id is not null`;

/**
 * A file of a record that is not deleted.
 * @throws Problem NOT_FOUND otherwise
 */
export async function findReadableFile(db: Reader, id: string): Promise<ReadableFile> {
  const [file] = await db
    .select({
      id: files.id,
      patientId: sql<string | null>`owned.patient_id`,
      isOfExam: sql<boolean>`owned.is_of_exam`,
      storageKey: files.storageKey,
      name: files.name,
      mediaType: files.mediaType,
      size: files.size,
    })
    .from(files)
    .innerJoin(sql`(${owners}) owned`, sql`owned.file_id = ${files.id}`)
    .where(eq(files.id, id))
    .limit(1);
  if (!file) throw new Problem('NOT_FOUND');
  return file;
}
