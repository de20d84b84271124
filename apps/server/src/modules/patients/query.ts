import type { SearchWord } from '@simiente/contract/common/search-words';
import { CURP_LENGTH } from '@simiente/contract/patients/curp';
import { isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { sameEmail } from '../../platform/database/duplicates.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';

export const notDeleted = isNull(patients.deletedAt);

/** Patients with an e-mail, or into whom a record with it was merged. */
export const hasEmail = (email: string): SQL => sql`${patients.id} = any (array(
  select found.id from ${patients} found where found.deleted_at is null and ${sameEmail(sql`found.email`, email)}
  union all select kept_patient(merged.id) from ${patients} merged
    where merged.merged_into is not null and ${sameEmail(sql`merged.email`, email)}))`;

/** The shortest word of a search that counts as the beginning of a CURP: four letters and two digits. */
const CURP_BEGINNING = /^[A-Z]{4}\d{2}[A-Z\d]*$/;

/** Patients whose CURP begins with a word of a search; undefined if no CURP can begin with the word. */
export function hasCurp({ text }: SearchWord): SQL | undefined {
  const beginning = text.toUpperCase();
  return CURP_BEGINNING.test(beginning) && beginning.length <= CURP_LENGTH
    ? sql`${patients.curp} like ${`${beginning}%`}`
    : undefined;
}

/** Patients with an exam or an order of a laboratory, of any date. */
export function hasLaboratoryWork(laboratory: string): SQL {
  return sql`${patients.id} in (
    select ${exams.patientId} from ${exams as PgTable}
    where ${exams.laboratoryId} = ${laboratory} and ${exams.deletedAt} is null
    union all select ${examOrders.patientId} from ${examOrders as PgTable}
    where ${examOrders.partnerId} = ${laboratory} and ${examOrders.deletedAt} is null)`;
}
