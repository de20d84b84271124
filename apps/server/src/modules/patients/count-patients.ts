import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/pages';
import type { StatusFilter, StatusGroup } from '@simiente/contract/patient-filters';
import type { PatientPage } from '@simiente/contract/patients';
import { and, count, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { patients } from '../../schema/patients.ts';
import { countRecords } from '../record-counts/public.ts';
import { inStatus, matches, type PatientFilter } from './filter.ts';

const groups = [1, 2, 3, 4] as const satisfies readonly StatusGroup[];

type Counts = Pick<PatientPage, 'counts' | 'total' | 'totalIsCapped'>;

/**
 * How many patients fit the filter, by status and in the chosen one. Without a search the figures
 * are exact; with one each stops at 1 000, so that a broad term costs no more than a narrow one.
 */
export async function countPatients(
  transaction: Transaction,
  filter: PatientFilter & { status: StatusFilter },
  clinicTimeZone: string,
): Promise<Counts> {
  const isSearch = (filter.search?.trim() ?? '') !== '';
  const where = matches(filter, clinicTimeZone);
  const found = isSearch
    ? await countUpTo(transaction, LARGEST_SEARCHED_TOTAL + 1, where)
    : isNarrowed(filter)
      ? await countExactly(transaction, where)
      : await countAll(transaction);
  const chosen: readonly StatusGroup[] = filter.status === 0 ? groups : [filter.status];
  const total = chosen.reduce((sum, group) => sum + found[group], 0);
  if (!isSearch) return { counts: found, total, totalIsCapped: false };

  const cap = (figure: number) => Math.min(figure, LARGEST_SEARCHED_TOTAL);
  return {
    counts: { 1: cap(found[1]), 2: cap(found[2]), 3: cap(found[3]), 4: cap(found[4]) },
    total: cap(total),
    totalIsCapped: total > LARGEST_SEARCHED_TOTAL,
  };
}

type ByGroup = Record<StatusGroup, number>;

function isNarrowed(filter: PatientFilter): boolean {
  const { upcoming, createdFrom, createdTo, laboratory } = filter;
  return Boolean(upcoming) || [createdFrom, createdTo, laboratory].some((it) => it !== undefined);
}

async function countAll(transaction: Transaction): Promise<ByGroup> {
  const figures = await countRecords(transaction, 'patient');
  return toFigures(groups.map((group) => ({ group, figure: figures.get(String(group)) ?? 0 })));
}

async function countExactly(transaction: Transaction, where: SQL | undefined): Promise<ByGroup> {
  const rows = await transaction
    .select({ group: patients.statusGroup, figure: count() })
    .from(patients)
    .where(where)
    .groupBy(patients.statusGroup);
  return toFigures(rows);
}

async function countUpTo(
  transaction: Transaction,
  limit: number,
  where: SQL | undefined,
): Promise<ByGroup> {
  const parts = groups.map((group) => {
    const rows = transaction
      .select({ one: sql`1`.as('one') })
      .from(patients)
      .where(and(where, inStatus(group)))
      .limit(limit);
    return sql`select ${sql.raw(String(group))} as "group", count(*)::int as figure from ${rows.as('found')}`;
  });
  const { rows } = await transaction.execute<{ group: number; figure: number }>(
    sql.join(parts, sql` union all `),
  );
  return toFigures(rows);
}

function toFigures(rows: readonly { group: number; figure: number }[]): ByGroup {
  const figureOf = (group: StatusGroup) => rows.find((row) => row.group === group)?.figure ?? 0;
  return { 1: figureOf(1), 2: figureOf(2), 3: figureOf(3), 4: figureOf(4) };
}
