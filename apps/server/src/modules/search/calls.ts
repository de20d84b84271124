import { parseWireDate } from '@simiente/contract/common/dates';
import { formatFolio, parseFolio } from '@simiente/contract/exam-orders/calls';
import {
  MAX_RECENT,
  MAX_SECTION_SIZE,
  type SearchAnswer,
  type SearchKind,
  type SearchResult,
  type searchContract,
  searchKinds,
  searchResult,
} from '@simiente/contract/search/calls';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader } from '../../platform/database/database.ts';
import { matchesIndexed } from '../../platform/database/search.ts';
import { auditEvents } from '../../schema/audit.ts';
import { doctors } from '../../schema/doctors.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { audited } from '../audit/public.ts';
import { earlierPatientTexts, findEarlier, matchesPatient } from '../patients/public.ts';

export const searchCalls: Handlers<typeof searchContract> = {
  find: audited(
    ({ db, actor }, { text }) => findRecords(db, actor.id, text),
    // The text is often a name, so only the number of results of each kind is audited.
    ({ text }, { results }) => ({
      action: 'records.searched',
      details: {
        searched: text.trim() !== '',
        found: Object.fromEntries(
          searchKinds.map((kind) => [
            kind,
            results.filter((result) => result.kind === kind).length,
          ]),
        ),
      },
      shown: results.flatMap((result) => {
        if (result.kind === 'exam_order') return [result.patient.id];
        return result.kind === 'patient' || result.kind === 'prospect' ? [result.id] : [];
      }),
    }),
  ),
};

/** Number of a user's latest actions that are searched for opened records. */
const MAX_SEARCHED_ACTS = 2000;
const MAX_OPENED = 50;
/** The endings of audit actions that open a record. */
const OPENING = ['read', 'created', 'updated'];

/**
 * The records that a user opened recently, as rows of `kind`, `id` and `opened` (greater is later). They come from
 * the audit, so they are the same on every machine, and no browser stores a name.
 */
function recentRecords(staffId: string): SQL {
  const ownEvents = and(eq(auditEvents.actorKind, 'staff'), eq(auditEvents.actorId, staffId));
  return sql`
    select kind, id, max(act) as opened
    from (
      select ${auditEvents.id} as act, ${auditEvents.action} as action,
        ${auditEvents.subjectKind} as kind, ${auditEvents.subjectId} as id
      from ${auditEvents} where ${ownEvents}
      order by ${auditEvents.id} desc limit ${MAX_SEARCHED_ACTS}
    ) latest
    where kind = any(${sql.param([...searchKinds])}::text[])
      and split_part(action, '.', 2) = any(${sql.param(OPENING)}::text[])
    group by kind, id order by opened desc limit ${MAX_OPENED}`;
}

interface FoundRow extends Record<string, unknown> {
  readonly kind: SearchKind;
  readonly id: string;
  readonly name: string;
  readonly facts: Readonly<Record<string, unknown>> & {
    readonly email?: string | null;
    readonly phone?: string | null;
    readonly earlier?: readonly string[];
  };
  /** Id of the user's last action that opened the record; null in a row that was found by name. */
  readonly opened: string | null;
}

/** Maximum number of results of a kind that are sorted, because sorting all results of a common word would be slow. */
const MAX_CANDIDATES = 500;

/**
 * A few records of every kind whose name, e-mail or phone has every word of the text, and the order with this number:
 * recently opened ones first, then by name. Without a text, the last opened records. One query, of bounded cost for
 * any text.
 */
async function findRecords(db: Reader, staffId: string, text: string): Promise<SearchAnswer> {
  const isSearch = text.trim() !== '';
  const queries = searchKinds.flatMap((kind) => [
    selectOpened(kind, text, isSearch ? MAX_SECTION_SIZE + 1 : MAX_RECENT),
    ...(isSearch ? [selectByName(kind, text)] : []),
  ]);
  const { rows } = await db.execute<FoundRow>(
    sql`with recent as materialized (${recentRecords(staffId)}) ${sql.join(queries, sql` union all `)}`,
  );
  if (!isSearch) {
    const latest = rows.toSorted((a, b) => Number(b.opened) - Number(a.opened));
    return { results: latest.slice(0, MAX_RECENT).map((row) => present(row, text)), more: [] };
  }

  const sections = searchKinds.map((kind) => selectSection(rows, kind));
  return {
    results: sections.flatMap((section) =>
      section.slice(0, MAX_SECTION_SIZE).map((row) => present(row, text)),
    ),
    more: searchKinds.filter((_, index) => (sections[index]?.length ?? 0) > MAX_SECTION_SIZE),
  };
}

function selectOpened(kind: SearchKind, text: string, limit: number): SQL {
  const { from, id, name, matches, notDeleted, facts } = sources[kind];
  const where = and(notDeleted, matches(text), sql`recent.kind = ${kind}`);
  return sql`(select ${kind}::text as kind, ${id} as id, ${name} as name, ${facts} as facts, recent.opened as opened
    from ${from} join recent on recent.id = ${id} where ${where}
    order by recent.opened desc limit ${limit})`;
}

/** The first records by name, opened or not, of up to `MAX_CANDIDATES` results. */
function selectByName(kind: SearchKind, text: string): SQL {
  const { from, id, name, matches, notDeleted, facts } = sources[kind];
  return sql`(select ${kind}::text, found.id, found.name, found.facts, null::bigint
    from (
      select ${id} as id, ${name} as name, ${facts} as facts
      from ${from} where ${and(notDeleted, matches(text))} limit ${MAX_CANDIDATES}
    ) found
    order by found.name collate "es-x-icu", found.id limit ${MAX_SECTION_SIZE + 1})`;
}

/** The rows of a kind in order, without the second row of an opened record. */
function selectSection(rows: readonly FoundRow[], kind: SearchKind): FoundRow[] {
  const byId = new Map<string, FoundRow>();
  for (const row of rows) {
    if (row.kind === kind && !byId.has(row.id)) byId.set(row.id, row);
  }
  return [...byId.values()];
}

function present({ kind, id, name, facts }: FoundRow, text: string): SearchResult {
  const { createDate, earlier, ...others } = facts;
  const date = parseWireDate(createDate);
  const created =
    createDate === undefined
      ? {}
      : { createDate: date instanceof Date ? date.toISOString() : createDate };
  return searchResult.parse({
    kind,
    id,
    name: kind === 'exam_order' ? formatFolio(Number(name)) : name,
    ...others,
    ...created,
    ...(earlier && {
      earlier: findEarlier(text, [name, others.email ?? null, others.phone ?? null], earlier),
    }),
  });
}

/** How to search one kind of record, and the facts of a result. */
interface Source {
  readonly from: SQL;
  readonly id: AnyPgColumn;
  readonly name: AnyPgColumn | SQL;
  /** The condition of the rows that match a text; undefined for an empty text. */
  readonly matches: (text: string) => SQL | undefined;
  readonly notDeleted: SQL | undefined;
  /** The facts of a result, as one JSON object. */
  readonly facts: SQL;
}

/** The source of a table whose rows have a name and an indexed text for searches. */
const toSource = (
  table: typeof doctors | typeof partners | typeof branches | typeof prospects,
  facts: SQL,
): Source => ({
  from: sql`${table}`,
  id: table.id,
  name: table.name,
  matches: (text) => matchesIndexed(table.searchText, text),
  notDeleted: isNull(table.deletedAt),
  facts,
});

const sources: Readonly<Record<SearchKind, Source>> = {
  exam_order: {
    from: sql`${examOrders} join ${patients} on ${eq(patients.id, examOrders.patientId)}
      join ${branches} on ${eq(branches.id, examOrders.branchId)}`,
    id: examOrders.id,
    name: sql`${examOrders.folio}::text`,
    matches: hasFolio,
    notDeleted: and(isNull(examOrders.deletedAt), isNull(patients.deletedAt)),
    facts: sql`json_build_object('patient', json_build_object('id', ${patients.id}, 'name', ${patients.name}), 'branch', json_build_object('id', ${branches.id}, 'name', ${branches.name}), 'createDate', ${examOrders.createdAt})`,
  },
  patient: {
    from: sql`${patients}`,
    id: patients.id,
    name: patients.name,
    matches: (text) => matchesPatient(matchesIndexed, text),
    notDeleted: isNull(patients.deletedAt),
    facts: sql`json_build_object('email', ${patients.email}, 'phone', ${patients.phone}, 'status', ${patients.status}, 'earlier', ${earlierPatientTexts})`,
  },
  doctor: toSource(
    doctors,
    sql`json_build_object('email', ${doctors.email}, 'specialty', ${doctors.specialties}[1], 'isRetired', ${doctors.retiredAt} is not null)`,
  ),
  partner: toSource(partners, sql`json_build_object('type', ${partners.type})`),
  branch: {
    ...toSource(
      branches,
      sql`json_build_object('partner', json_build_object('id', ${partners.id}, 'name', ${partners.name}))`,
    ),
    from: sql`${branches} join ${partners} on ${eq(partners.id, branches.partnerId)}`,
    notDeleted: and(isNull(branches.deletedAt), isNull(partners.deletedAt)),
  },
  prospect: toSource(
    prospects,
    sql`json_build_object('email', ${prospects.email}, 'phone', ${prospects.phone}, 'reason', ${prospects.reason}, 'status', ${prospects.status}, 'createDate', coalesce(to_json(${prospects.createdAt}) #>> '{}', ${prospects.invalidDates} ->> 'createdAt'))`,
  ),
};

/** Condition for an order with this number. A part of a number would match too many orders. */
function hasFolio(text: string): SQL | undefined {
  if (text.trim() === '') return undefined;
  const folio = parseFolio(text);
  return folio === null ? sql`false` : eq(examOrders.folio, folio);
}
