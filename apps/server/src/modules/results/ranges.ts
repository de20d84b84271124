import { type AnalyteKey, readUnitOf } from '@simiente/contract/results/analytes/catalogue';
import { UNKNOWN_UNIT } from '@simiente/contract/results/fields';
import type { AnalyteRange, rangeFields } from '@simiente/contract/results/range-calls';
import { desc, eq } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { Problem } from '../../platform/problem.ts';
import { analyteRanges } from '../../schema/results.ts';
import { staff } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { readLaboratory, requireLaboratory } from '../exams/public.ts';

/**
 * The ranges of a laboratory, by analyte, the latest day first.
 * @throws Problem NOT_FOUND when the laboratory does not exist or is deleted
 */
export async function listRanges(db: Reader, laboratoryId: string): Promise<AnalyteRange[]> {
  const laboratory = await readLaboratory(db, laboratoryId);
  const rows = await db
    .select({ range: analyteRanges, enteredBy: staff.name })
    .from(analyteRanges)
    .leftJoin(staff, eq(staff.id, analyteRanges.enteredBy))
    .where(eq(analyteRanges.laboratoryId, laboratoryId))
    .orderBy(
      analyteRanges.analyte,
      analyteRanges.method,
      desc(analyteRanges.validFrom),
      desc(analyteRanges.enteredAt),
      analyteRanges.id,
    );
  return rows.map(({ range, enteredBy }) => ({
    idRange: range.id,
    laboratory,
    analyte: range.analyte as AnalyteKey,
    method: range.method,
    unit: range.unit,
    range: range.range,
    validFrom: range.validFrom,
    enteredAt: range.enteredAt.toISOString(),
    enteredBy,
  }));
}

/**
 * Says what a laboratory prints from a day on. Results keep the range that they have.
 * @throws Problem NOT_FOUND when the laboratory does not exist or is deleted
 * @throws Problem BAD_REQUEST for a unit in which the analyte is not reported
 */
export async function setRange(
  transaction: Transaction,
  { actor, origin }: Pick<StaffContext, 'actor' | 'origin'>,
  input: z.output<z.ZodObject<typeof rangeFields>>,
): Promise<{ id: string }> {
  const { idLaboratory: laboratoryId, analyte, method, unit: written, range, validFrom } = input;
  await requireLaboratory(transaction, laboratoryId);
  const unit = written ? readUnitOf(analyte, written) : null;
  if (written && unit === null) {
    throw new Problem('BAD_REQUEST', { issues: [{ path: 'unit', message: UNKNOWN_UNIT }] });
  }
  await transaction.insert(analyteRanges).values({
    id: newRecordId('rng'),
    laboratoryId,
    analyte,
    method: method || null,
    unit,
    range: range || null,
    validFrom,
    enteredBy: actor.id,
  });
  await writeAudit(
    transaction,
    { actor, origin },
    {
      action: 'analyte_range.set',
      subject: { kind: 'partner', id: laboratoryId },
      details: { analyte, from: validFrom },
    },
  );
  return { id: laboratoryId };
}
