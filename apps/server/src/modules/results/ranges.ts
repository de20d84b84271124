import { dayIn } from '@simiente/contract/common/days';
import {
  type AnalyteKey,
  analyteKeys,
  readAnalyteUnit,
} from '@simiente/contract/results/analytes/catalogue';
import { UNKNOWN_UNIT } from '@simiente/contract/results/fields';
import { readRange as readLimits } from '@simiente/contract/results/range';
import {
  type AnalyteRange,
  type analyteRangesContract,
  NO_LIMITS,
  type RangePage,
  type rangeFields,
  TAKEN_DAY,
} from '@simiente/contract/results/range-calls';
import type { RangeState } from '@simiente/contract/results/range-states';
import { and, count, desc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { byDate, byText, keyset } from '../../platform/database/pages/keyset.ts';
import { findChanges, newRecordId, pick } from '../../platform/database/records.ts';
import { isCausedBy, UNIQUE_VIOLATION } from '../../platform/failures.ts';
import { Problem, rejectStale, toFieldProblem } from '../../platform/problem.ts';
import { partners } from '../../schema/partners.ts';
import { analyteRanges } from '../../schema/results.ts';
import { staffName } from '../../schema/staff.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { findLaboratory } from '../exam-orders/public.ts';
import { requireLaboratory } from '../exams/public.ts';

type ListInput = CallInput<typeof analyteRangesContract.list>;

const follower = alias(analyteRanges, 'follower');
/** Day from which the next range of the same laboratory, analyte and method applies. */
const followedFrom = sql<string | null>`(
  select min(${follower.validFrom}) from ${analyteRanges} ${sql.identifier('follower')}
   where ${follower.laboratoryId} = ${analyteRanges.laboratoryId} and ${follower.analyte} = ${analyteRanges.analyte}
     and ${follower.method} is not distinct from ${analyteRanges.method}
     and ${follower.validFrom} > ${analyteRanges.validFrom})`;

const stateOn = (today: string) =>
  sql<RangeState>`case when ${analyteRanges.validFrom} > ${today}::date then 'coming'
    when ${followedFrom} <= ${today}::date then 'earlier' else 'current' end`;

const catalogueIndex = sql`array_position(${sql.param(analyteKeys)}::text[], ${analyteRanges.analyte})`;
/** Orders by catalogue, method, then latest day first; the id makes the order total. */
const position = sql<string>`concat_ws(' ', lpad(coalesce(${catalogueIndex}, 0)::text, 4, '0'),
  coalesce(${analyteRanges.method}, ''), lpad((date '9999-12-31' - ${analyteRanges.validFrom})::text, 7, '0'),
  ${analyteRanges.id}) collate "C"`;

const { readPage } = keyset<ListInput['sort'], Row>(position, (row) => row.position, {
  laboratory: byText(partners.name, ({ laboratory }) => laboratory.name),
  validFrom: byDate(
    sql`${analyteRanges.validFrom}::timestamp at time zone 'UTC'`,
    ({ range }) => `${range.validFrom}T00:00:00.000Z`,
  ),
});

const isRangeLaboratory = and(
  eq(partners.id, analyteRanges.laboratoryId),
  isNull(partners.deletedAt),
);

function selectRanges(db: Reader, today: string) {
  return db
    .select({
      range: analyteRanges,
      laboratory: { idPartner: partners.id, name: partners.name },
      enteredBy: staffName(analyteRanges.enteredBy, analyteRanges.enteredAt),
      followedFrom,
      state: stateOn(today),
      position,
    })
    .from(analyteRanges)
    .innerJoin(partners, isRangeLaboratory);
}
type Row = Awaited<ReturnType<typeof selectRanges>>[number];

function present({ range, laboratory, enteredBy, state, ...row }: Row): AnalyteRange {
  return {
    ...pick(range, ['method', 'unit', 'range', 'critical', 'validFrom', 'version']),
    idRange: range.id,
    laboratory,
    analyte: range.analyte as AnalyteKey,
    followedFrom: row.followedFrom,
    state,
    enteredAt: range.enteredAt.toISOString(),
    enteredBy,
  };
}

export async function listRanges(
  { db, clinicTimeZone, cursors }: Pick<StaffContext, 'db' | 'clinicTimeZone' | 'cursors'>,
  input: ListInput,
): Promise<RangePage> {
  const { idLaboratory, analyte, state } = input;
  const today = dayIn(clinicTimeZone, new Date());
  const matchesFilter = and(
    idLaboratory === undefined ? undefined : eq(analyteRanges.laboratoryId, idLaboratory),
    analyte === undefined ? undefined : eq(analyteRanges.analyte, analyte),
  );
  const inState = state === undefined ? undefined : sql`${stateOn(today)} = ${state}`;
  const { page, nextCursor } = await readPage(
    input,
    cursors,
    selectRanges(db, today),
    and(matchesFilter, inState),
  );
  const counts = await countRanges(db, today, matchesFilter);
  const { current, coming, earlier } = counts;
  return {
    ranges: page.map(present),
    counts,
    laboratory: await findLaboratory(db, idLaboratory),
    nextCursor,
    total: state === undefined ? current + coming + earlier : counts[state],
    totalIsCapped: false,
  };
}

async function countRanges(db: Reader, today: string, where: SQL | undefined) {
  const counts = await db
    .select({ state: stateOn(today), count: count() })
    .from(analyteRanges)
    .innerJoin(partners, isRangeLaboratory)
    .where(where)
    .groupBy(sql`1`);
  const byState = Object.fromEntries(counts.map((row) => [row.state, row.count]));
  return { current: 0, coming: 0, earlier: 0, ...byState };
}

export async function readRange(
  db: Reader,
  { clinicTimeZone }: Pick<StaffContext, 'clinicTimeZone'>,
  id: string,
): Promise<AnalyteRange> {
  const [row] = await selectRanges(db, dayIn(clinicTimeZone, new Date())).where(
    eq(analyteRanges.id, id),
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return present(row);
}

type RangeInput = z.output<z.ZodObject<typeof rangeFields>>;

/**
 * Sets the range that a laboratory prints from a day on. Results keep their own range.
 * @throws Problem BAD_REQUEST for a unit in which the analyte is not reported, and for a day that has a range
 */
export async function setRange(
  transaction: Transaction,
  context: StaffContext,
  input: RangeInput,
): Promise<{ id: string }> {
  await requireLaboratory(transaction, input.idLaboratory);
  const fields = toFields(input);
  const id = newRecordId('rng');
  await transaction
    .insert(analyteRanges)
    .values({ ...fields, id, enteredBy: context.actor.id })
    .catch(rejectTakenDay);
  await writeAudit(transaction, context, {
    action: 'analyte_range.set',
    subject: { kind: 'partner', id: fields.laboratoryId },
    details: { idRange: id, ...fields },
  });
  return { id };
}

/**
 * Corrects a range. Results keep their own range.
 * @throws Problem STALE_VERSION
 * @throws Problem BAD_REQUEST for a unit in which the analyte is not reported, and for a day that has a range
 */
export async function updateRange(
  transaction: Transaction,
  context: StaffContext,
  { idRange: id, version, ...input }: CallInput<typeof analyteRangesContract.update>,
): Promise<{ id: string }> {
  const [before] = await transaction
    .select()
    .from(analyteRanges)
    .where(eq(analyteRanges.id, id))
    .for('update');
  if (before === undefined) throw new Problem('NOT_FOUND');
  const shows = { kind: 'partner', id: before.laboratoryId } as const;
  await rejectStale(version, before, () => readRange(transaction, context, id), shows);
  await requireLaboratory(transaction, input.idLaboratory);
  const fields = toFields(input);
  const changed = findChanges(before, fields);
  if (Object.keys(changed).length === 0) return { id };
  await transaction
    .update(analyteRanges)
    .set({
      ...fields,
      enteredBy: context.actor.id,
      enteredAt: sql`now()`,
      version: sql`${analyteRanges.version} + 1`,
    })
    .where(eq(analyteRanges.id, id))
    .catch(rejectTakenDay);
  const changes = toAuditChanges(context, id, before, changed, Object.keys(changed));
  await writeAudit(transaction, context, {
    action: 'analyte_range.updated',
    subject: { kind: 'partner', id: fields.laboratoryId },
    details: { idRange: id, changes },
  });
  return { id };
}

function toFields({ unit: written, ...input }: RangeInput) {
  const { idLaboratory, analyte, method, range, critical, validFrom } = input;
  const unit = written ? readAnalyteUnit(analyte, written) : null;
  if (written && unit === null) {
    throw toFieldProblem('BAD_REQUEST', 'unit', UNKNOWN_UNIT);
  }
  if (critical && readLimits(critical, unit) === null) {
    throw toFieldProblem('BAD_REQUEST', 'critical', NO_LIMITS);
  }
  return {
    laboratoryId: idLaboratory,
    analyte,
    critical: critical || null,
    method: method || null,
    unit,
    range: range || null,
    validFrom,
  };
}

function rejectTakenDay(error: unknown): never {
  if (!isCausedBy(error, UNIQUE_VIOLATION)) throw error;
  throw toFieldProblem('BAD_REQUEST', 'validFrom', TAKEN_DAY);
}

/** The range of each analyte on a day. A range for the method takes precedence over a range for all methods. */
export function rangesInForce(
  db: Reader,
  laboratoryId: string,
  method: string | null,
  on: string | SQL,
) {
  const { analyte, unit, range, critical } = analyteRanges;
  return db
    .selectDistinctOn([analyte], { analyte, unit, range, critical })
    .from(analyteRanges)
    .where(
      and(
        eq(analyteRanges.laboratoryId, laboratoryId),
        lte(analyteRanges.validFrom, on),
        method === null
          ? isNull(analyteRanges.method)
          : or(isNull(analyteRanges.method), eq(analyteRanges.method, method)),
      ),
    )
    .orderBy(analyte, sql`${analyteRanges.method} is null`, desc(analyteRanges.validFrom));
}
export type RangeInForce = Awaited<ReturnType<typeof rangesInForce>>[number];
