import { dayIn } from '@simiente/contract/common/days';
import type { WhoEdition } from '@simiente/contract/results/analytes/studies';
import type { EntryDefaults, EntryInput } from '@simiente/contract/results/calls';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
import { exams } from '../../../schema/exams.ts';
import { partners } from '../../../schema/partners.ts';
import { resultSets, resultValues } from '../../../schema/results.ts';
import { findOpenOrders } from '../../exam-orders/public.ts';
import { readLaboratory } from '../../exams/public.ts';
import { expectPatient } from '../../patients/public.ts';
import { rangesInForce } from '../ranges.ts';

type Ranges = EntryDefaults['ranges'];

/**
 * Defaults of the entry form: the laboratory, method and edition that this account last used for the study, the
 * ranges of that laboratory, and the open orders for the study.
 */
export async function readEntryDefaults(
  { db, actor, clinicTimeZone }: Pick<StaffContext, 'db' | 'actor' | 'clinicTimeZone'>,
  input: EntryInput,
): Promise<EntryDefaults> {
  const { idUser, examType, idLaboratory, on = dayIn(clinicTimeZone, new Date()) } = input;
  await expectPatient(db, idUser);
  const last = await findLastEntry(db, actor.id, examType, idLaboratory);
  const laboratory =
    idLaboratory === undefined
      ? (last?.laboratory ?? null)
      : await readLaboratory(db, idLaboratory);
  const method = input.method ?? last?.method ?? null;
  return {
    laboratory,
    method,
    whoEdition: (last?.whoEdition ?? null) as WhoEdition | null,
    ranges: laboratory === null ? [] : await findRanges(db, laboratory.idPartner, method, on),
    orders: await findOpenOrders(db, idUser, examType),
  };
}

async function findLastEntry(
  db: Reader,
  actorId: string,
  examType: string,
  laboratoryId: string | undefined,
) {
  const [last] = await db
    .select({
      laboratory: { idPartner: partners.id, name: partners.name },
      method: resultSets.method,
      whoEdition: resultSets.whoEdition,
    })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(partners, and(eq(partners.id, resultSets.laboratoryId), isNull(partners.deletedAt)))
    .where(
      and(
        eq(resultSets.enteredBy, actorId),
        eq(exams.type, examType),
        laboratoryId === undefined ? undefined : eq(resultSets.laboratoryId, laboratoryId),
      ),
    )
    .orderBy(desc(resultSets.enteredAt))
    .limit(1);
  return last;
}

/** The ranges that administration set for a day, otherwise the ranges last printed with the same method. */
async function findRanges(
  db: Reader,
  laboratoryId: string,
  method: string | null,
  on: string,
): Promise<Ranges> {
  const inForce = await rangesInForce(db, laboratoryId, method, on);
  // A row with only critical limits does not replace the printed range.
  const replacing = inForce.filter(({ range, critical }) => range !== null || critical === null);
  const replaced = new Set(replacing.map(({ analyte }) => analyte));
  const printed = await findPrintedRanges(db, laboratoryId, method);
  return [
    ...replacing.flatMap(({ analyte, unit, range }) =>
      range === null ? [] : [{ analyte, unit, range }],
    ),
    ...printed.filter(({ analyte }) => !replaced.has(analyte)),
  ];
}

/** Number of earlier sets of a laboratory from which its printed ranges are read. */
const RECENT_SETS = 20;

async function findPrintedRanges(
  db: Reader,
  laboratoryId: string,
  method: string | null,
): Promise<Ranges> {
  const recent = db
    .select({ id: resultSets.id, enteredAt: resultSets.enteredAt })
    .from(resultSets)
    .where(
      and(
        eq(resultSets.laboratoryId, laboratoryId),
        sql`${resultSets.method} is not distinct from ${method}`,
      ),
    )
    .orderBy(desc(resultSets.enteredAt))
    .limit(RECENT_SETS)
    .as('recent');
  const rows = await db
    .selectDistinctOn([resultValues.analyte], pick(resultValues, ['analyte', 'unit', 'range']))
    .from(resultValues)
    .innerJoin(recent, eq(recent.id, resultValues.setId))
    .where(and(isNotNull(resultValues.analyte), isNotNull(resultValues.range)))
    .orderBy(resultValues.analyte, desc(recent.enteredAt), desc(resultValues.enteredAt));
  return rows.flatMap(({ analyte, unit, range }) =>
    analyte === null || range === null ? [] : [{ analyte, unit, range }],
  );
}
