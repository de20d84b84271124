import { sexes } from '@simiente/contract/patients/identification';
import { isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  blockable,
  deletable,
  editable,
  importable,
  importableDates,
  instant,
  searchIndex,
  sharedKey,
  sortDate,
} from './columns.ts';

/** The last ten digits of a phone number, which are the same with and without a country code. */
export function phoneKey(phone: AnyPgColumn | SQL): SQL {
  return sql`right(regexp_replace(${phone}, '\\D', '', 'g'), 10)`;
}

/** Whether a text has non-ASCII characters. The trigram index does not cover two-letter searches in such texts. */
export function hasOtherCharacters(text: AnyPgColumn | SQL): SQL {
  return sql`${text} ~ '[^\\x01-\\x7f]'`;
}

/** Sort key with missing dates last, used by the two `…_by_oldest_access` indexes. */
export const lastAccessKey = (lastAccessAt: SQLWrapper): SQL =>
  sql`coalesce(${lastAccessAt}, 'infinity'::timestamptz)`;

/** Name of the index that makes a CURP unique among patients. */
export const CURP_ONCE = 'patients_curp_once';

/** `createdAt` and `lastAccessAt` are null if the imported record had none. */
export const patients = pgTable(
  'patients',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    status: integer(),
    birthDate: date({ mode: 'string' }),
    /** At birth. */
    sex: text({ enum: sexes }),
    curp: text(),
    /** The CURP was already a duplicate when its unique index, which skips this row, was created. An edit clears it. */
    curpConflict: boolean().notNull().default(false),
    /** The patient with whom this deleted record was merged, and to whom its id leads. */
    mergedInto: text().references((): AnyPgColumn => patients.id, { onDelete: 'cascade' }),
    street: text(),
    colony: text(),
    municipality: text(),
    state: text(),
    zip: text(),
    country: text(),
    identityDocument: text(),
    emergencyName: text(),
    emergencyPhone: text(),
    emergencyRelation: text(),
    /** Whether a part of the identification is missing, by the rule of `findMissingParts` in the contract. */
    incomplete: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`not (birth_date is not null and sex is not null and (coalesce(curp, '') <> '' or coalesce(identity_document, '') <> '') and coalesce(street, '') <> '' and coalesce(municipality, '') <> '' and coalesce(state, '') <> '' and coalesce(phone, '') ~ '[0-9]' and coalesce(emergency_name, '') <> '' and coalesce(emergency_phone, '') <> '')`,
      ),
    createdAt: instant(),
    lastAccessAt: instant(),
    statusGroup: smallint()
      .notNull()
      .generatedAlwaysAs(sql`case when status in (1, 2, 3) then status else 4 end`),
    createdSort: sortDate('created_at'),
    lastAccessSort: sortDate('last_access_at'),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold_text(name || chr(10) || coalesce(email, '') || chr(10)) || regexp_replace(coalesce(phone, ''), '\\D', '', 'g')`,
      ),
    ...editable(),
    ...deletable(),
    ...blockable(),
    ...importable(),
    ...importableDates(),
  },
  (table) => {
    const notDeleted = isNull(table.deletedAt);
    const name = sql`${table.name} collate "es-x-icu"`;
    return [
      searchIndex('patients_search', table),
      // Covers the search text and status, so that a broad search and its count are index-only scans.
      index('patients_by_created')
        .on(table.createdSort, table.id, table.searchText, table.statusGroup)
        .where(notDeleted),
      // Rows with non-ASCII text, which a two-letter search scans separately.
      index('patients_other_characters')
        .on(table.id)
        .where(sql`${notDeleted} and ${hasOtherCharacters(table.searchText)}`),
      index('patients_by_last_access').on(table.lastAccessSort, table.id).where(notDeleted),
      index('patients_by_oldest_access')
        .on(lastAccessKey(table.lastAccessAt), table.id)
        .where(notDeleted),
      index('patients_by_name').on(name, table.id).where(notDeleted),
      index('patients_by_status').on(table.statusGroup, table.id).where(notDeleted),
      index('patients_of_status_by_created')
        .on(table.statusGroup, table.createdSort, table.id)
        .where(notDeleted),
      index('patients_of_status_by_last_access')
        .on(table.statusGroup, table.lastAccessSort, table.id)
        .where(notDeleted),
      index('patients_of_status_by_oldest_access')
        .on(table.statusGroup, lastAccessKey(table.lastAccessAt), table.id)
        .where(notDeleted),
      index('patients_of_status_by_name').on(table.statusGroup, name, table.id).where(notDeleted),
      // Possible duplicates: by e-mail, and by the last digits of the phone.
      index('patients_email').on(sql`lower(${table.email})`).where(notDeleted),
      index('patients_phone').on(phoneKey(table.phone)).where(notDeleted),
      index('patients_incomplete')
        .on(table.statusGroup, table.createdSort, table.id)
        .where(sql`${notDeleted} and ${table.incomplete}`),
      // Supports `like 'PREFIX%'` in any collation.
      index('patients_curp').on(table.curp.op('text_pattern_ops')).where(notDeleted),
      uniqueIndex(CURP_ONCE)
        .on(table.curp)
        .where(sql`${notDeleted} and not ${table.curpConflict} and ${table.curp} <> ''`),
      index('patients_birth_date').on(table.birthDate).where(notDeleted),
      index('patients_merged').on(table.mergedInto).where(isNotNull(table.mergedInto)),
      index('patients_deleted').on(table.deletedAt).where(isNotNull(table.deletedAt)),
    ];
  },
);

/** The fertility test of a patient, with the name that the patient entered there. */
export const fertilityTests = pgTable('fertility_tests', {
  patientId: sharedKey(() => patients.id, 'cascade'),
  userName: text(),
  /** The name in the imported history, if it differs from the patient's. */
  historyName: text(),
});
