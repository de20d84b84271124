import { dayIn } from '@simiente/contract/common/days';
import { hasWord, type SearchWord, searchWords } from '@simiente/contract/common/search-words';
import { CURP_LENGTH } from '@simiente/contract/patients/curp';
import { isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { sameEmail } from '../../platform/database/duplicates.ts';
import { hasWords, type matchesIndexed } from '../../platform/database/search.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { patientMerges } from '../../schema/merges.ts';
import { patients } from '../../schema/patients.ts';
import { noticeInForce, privacyReceipts } from '../../schema/privacy-notices.ts';

export const notDeleted = isNull(patients.deletedAt);

/**
 * SQL: earlier data per kept record: the data of records merged into it, and its own values that a merge overwrote.
 * The searched text also has the current data.
 */
export const earlierRecords = sql`(
  select kept.id as kept_id, merged.name, merged.email, merged.phone, merged.curp, merged.birth_date,
      merged.search_text || chr(10) || kept.search_text as search_text
    from ${patients} merged join ${patients} kept on kept.id = kept_patient(merged.id)
   where merged.merged_into is not null
  union all
  select kept.id, coalesce(before.name, kept.name), before.email, before.phone, before.curp, before."birthDate",
      fold_text(concat_ws(chr(10), before.name, before.email)) || chr(10) ||
        regexp_replace(coalesce(before.phone, ''), '\\D', '', 'g') || chr(10) || kept.search_text
    from ${patientMerges} join ${patients} kept on kept.id = kept_patient(kept_id),
      jsonb_to_record(changed -> 'before')
        as before(name text, email text, phone text, curp text, "birthDate" date)
   where undone_at is null)`;

/** Condition for patients with matching earlier data. */
export const matchesEarlier = (condition: SQL): SQL => sql`${patients.id} = any (array(
  select earlier.kept_id from ${earlierRecords} earlier where ${condition}))`;

/** Nested, because Drizzle leaves out the table of a column that stands directly in a selected expression. */
const patientId = sql`${patients.id}`;

/**
 * SQL: earlier names, e-mails and phones of a patient. Starts from the patient, because `earlierRecords` follows the
 * chain of every merge, which would be repeated for each row of a page.
 */
export const earlierTexts = sql<string[]>`array(
  select unnest(array[merged.name, merged.email, merged.phone]) from ${patients} merged
   where merged.merged_into is not null and merged.id = any(merged_ids(${patientId}))
  union all
  select unnest(array[before.name, before.email, before.phone])
    from ${patientMerges}, jsonb_to_record(changed -> 'before') as before(name text, email text, phone text)
   where undone_at is null and kept_id = any(merged_ids(${patientId})))`;

/** The earlier text with a searched word that no current text has; null without one. */
export function findEarlier(
  term: string,
  current: readonly (string | null)[],
  earlier: readonly (string | null)[],
): string | null {
  const contains = (word: SearchWord) => (text: string | null) =>
    text !== null && hasWord(text, word);
  const missing = searchWords(term).filter((word) => !current.some(contains(word)));
  return earlier.find((text) => missing.some((word) => contains(word)(text))) ?? null;
}

/** Patients with an e-mail, now or before a merge. */
export const hasEmail = (email: string): SQL => sql`${patients.id} = any (array(
  select found.id from ${patients} found where found.deleted_at is null and ${sameEmail(sql`found.email`, email)}
  union all select earlier.kept_id from ${earlierRecords} earlier where ${sameEmail(sql`earlier.email`, email)}))`;

/** A word of a search that may be the beginning of a CURP: at least four letters and two digits. */
const CURP_BEGINNING = /^[A-Z]{4}\d{2}[A-Z\d]*$/;

const curpBegins =
  (curp: SQLWrapper) =>
  ({ text }: SearchWord): SQL | undefined => {
    const beginning = text.toUpperCase();
    return CURP_BEGINNING.test(beginning) && beginning.length <= CURP_LENGTH
      ? sql`${curp} like ${`${beginning}%`}`
      : undefined;
  };

/** Patients who match a search now, or did before a merge; the beginning of a CURP matches too. */
export function matchesPatient(matches: typeof matchesIndexed, term: string): SQL | undefined {
  if (!hasWords(term)) return undefined;
  return or(
    matches(patients.searchText, term, curpBegins(patients.curp)),
    matchesEarlier(sql`${matches(sql`earlier.search_text`, term, curpBegins(sql`earlier.curp`))}`),
  );
}

/** Patients with an exam or an order of a laboratory, of any date. */
export function hasLaboratoryWork(laboratory: string): SQL {
  return sql`${patients.id} in (
    select ${exams.patientId} from ${exams as PgTable}
    where ${exams.laboratoryId} = ${laboratory} and ${exams.deletedAt} is null
    union all select ${examOrders.patientId} from ${examOrders as PgTable}
    where ${examOrders.partnerId} = ${laboratory} and ${examOrders.deletedAt} is null)`;
}

/** Patients who did not receive the privacy notice in force. */
export const lacksNotice = (clinicTimeZone: string): SQL => sql`not exists (
  select from ${privacyReceipts as PgTable} as receipt where receipt.patient_id = ${patients.id}
    and receipt.notice_id = ${noticeInForce(dayIn(clinicTimeZone, new Date()))})`;
