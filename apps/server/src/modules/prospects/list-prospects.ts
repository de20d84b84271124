import type { Prospect, ProspectPage, prospectListInput } from '@simiente/contract/prospects/calls';
import {
  type ProspectSort,
  prospectGroup,
  prospectGroups,
} from '@simiente/contract/prospects/filters';
import { aliasedTable, and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { CallContext } from '../../platform/calls/call-context.ts';
import { DataStream, jsonArray } from '../../platform/calls/data-stream.ts';
import type { Reader, SelectedRow, Transaction } from '../../platform/database/database.ts';
import { MAX_DUPLICATES } from '../../platform/database/duplicates.ts';
import { byDate, byText, keyset } from '../../platform/database/pages/keyset.ts';
import { pick, presentDate } from '../../platform/database/records.ts';
import { hasWords, matchesSearch } from '../../platform/database/search.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { samePerson } from '../patients/public.ts';
import { countByStatus } from '../record-counts/public.ts';

type ListInput = z.output<typeof prospectListInput>;
type Filter = Pick<ListInput, 'search' | 'status'>;
type Row = SelectedRow<typeof prospectColumns>;

const prospectColumns = {
  ...pick(prospects, ['id', 'name', 'email', 'phone', 'reason', 'status', 'notes', 'createdAt']),
  ...pick(prospects, ['invalidDates', 'consentAt', 'consentVersion', 'convertedAt', 'version']),
  linkedId: sql<string | null>`${patients.id}`,
  linkedName: sql<string | null>`${patients.name}`,
};

/** Join condition for the patient whom a prospect became, unless deleted. */
const linkedPatient = and(eq(patients.id, prospects.patientId), isNull(patients.deletedAt));

export function presentProspect(row: Row): Prospect {
  return {
    idProspect: row.id,
    name: row.name,
    mail: row.email,
    phone: row.phone,
    motivo: row.reason,
    status: row.status,
    notes: row.notes ?? '',
    createDate: presentDate(row, 'createdAt'),
    consent: row.consentAt && {
      at: row.consentAt.toISOString(),
      version: row.consentVersion ?? '',
    },
    patient: row.linkedId === null ? null : { idUser: row.linkedId, name: row.linkedName ?? '' },
    convertedAt: row.convertedAt?.toISOString() ?? null,
    version: row.version,
  };
}

export const notDeleted = isNull(prospects.deletedAt);

/** One page of prospects, by keyset, with the number of prospects in each status. */
export async function listProspects(
  { db, cursors }: Pick<CallContext, 'db' | 'cursors'>,
  input: ListInput,
): Promise<ProspectPage> {
  const counted = await countByStatus(db, {
    stored: hasWords(input.search) ? undefined : 'prospect',
    statusGroup: prospects.statusGroup,
    groups: prospectGroups,
    where: matches(input),
    search: input.search,
    chosen: input.status,
  });
  const { page, nextCursor } = await readPage(input, cursors, selectProspects(db), inList(input));
  return { prospects: page.map(presentProspect), nextCursor, ...counted };
}

export const selectProspects = (db: Reader) =>
  db.select(prospectColumns).from(prospects).leftJoin(patients, linkedPatient);

/** Every prospect who is not deleted, newest first, as a stream, for the legacy call without a limit. */
export function listAllProspects(db: Reader): DataStream<Prospect[]> {
  const pages = readAll('-createDate', () => selectProspects(db), notDeleted);
  return new DataStream(jsonArray(pages, presentProspect));
}

/** The ids of the prospects that `listAllProspects` returns, and of their patients. */
export const allPersonIds: SQL = sql`select ${prospects.id} from ${prospects} where ${notDeleted}
  union all select ${patients.id} from ${prospects} join ${patients} on ${linkedPatient} where ${notDeleted}`;

export function getPersonIds(prospects: readonly Prospect[]): string[] {
  return prospects.flatMap(({ idProspect, patient }) =>
    patient ? [idProspect, patient.idUser] : [idProspect],
  );
}

/** The prospects who became this patient, the last converted first. */
export async function listPatientProspects(db: Reader, patientId: string): Promise<Prospect[]> {
  const rows = await db
    .select(prospectColumns)
    .from(prospects)
    .innerJoin(patients, linkedPatient)
    .where(and(eq(prospects.patientId, patientId), notDeleted))
    .orderBy(desc(prospects.convertedAt), desc(prospects.id));
  return rows.map(presentProspect);
}

/** Unconverted prospects who may be the same person as a patient, newest first. */
export async function listSimilarProspects(db: Reader, patientId: string): Promise<Prospect[]> {
  const person = aliasedTable(patients, 'person');
  const { name, email, phone } = prospects;
  const missing = { curp: sql`null::text`, birthDate: sql`null::date` };
  const same = samePerson({ name, email, phone, ...missing }, person);
  const rows = await selectProspects(db)
    .innerJoin(person, and(eq(person.id, patientId), or(same.email, same.phone)))
    .where(and(isNull(prospects.patientId), notDeleted))
    .orderBy(desc(prospects.createdSort), desc(prospects.id))
    .limit(MAX_DUPLICATES);
  return rows.map(presentProspect);
}

export function inList(filter: Filter): SQL | undefined {
  const { status } = filter;
  return and(matches(filter), status === undefined ? undefined : eq(prospects.statusGroup, status));
}

function matches({ search }: Filter): SQL | undefined {
  return and(notDeleted, matchesSearch(prospects.searchText, search));
}

/** Number of characters by which reasons are sorted, because they may have any length. */
const REASON_START = 200;

export const { readPage, ids, readAll } = keyset<ProspectSort, Row>(prospects.id, ({ id }) => id, {
  createDate: byDate(sql`${prospects.createdSort}`, ({ createdAt }) => createdAt),
  name: byText(prospects.name, (row) => row.name),
  motivo: byText(
    sql`left(coalesce(${prospects.reason}, ''), ${sql.raw(String(REASON_START))})`,
    ({ reason }) =>
      Array.from(reason ?? '')
        .slice(0, REASON_START)
        .join(''),
  ),
  status: {
    expression: sql`${prospects.statusGroup}`,
    fromCursor: (key) => sql`${key}::text`,
    toCursor: ({ status }) => prospectGroup(status),
  },
});

export async function readProspect(db: Reader, id: string): Promise<Prospect> {
  const [row] = await selectProspects(db).where(and(eq(prospects.id, id), notDeleted));
  if (!row) throw new Problem('NOT_FOUND');
  return presentProspect(row);
}

/** Reads a prospect and locks the row until commit. */
export async function lockProspect(transaction: Transaction, id: string): Promise<Prospect> {
  await transaction
    .select({ id: prospects.id })
    .from(prospects)
    .where(eq(prospects.id, id))
    .for('update');
  return readProspect(transaction, id);
}
