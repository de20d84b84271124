import { and, eq, gt, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { Problem } from '../../platform/http/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { type AuditEntry, recordAudit } from '../audit/public.ts';
import { changeRecords, patientsOf } from './change-records.ts';
import { takeTimeAgain } from './held-time.ts';
import type { BinKind } from './kinds.ts';

/** Days that the bin keeps what is sent there. */
export const DAYS_IN_BIN = 30;

/**
 * Brings records back from the bin, all of them or none; a partner brings back the branches that
 * went with it, and no others.
 *
 * @throws Problem NOT_FOUND when one of them is not in the bin, or longer than 30 days
 * @throws Problem RESTORE_OVERLAP when somebody else has the time of a patient's appointment by now
 * @throws Problem CONFLICT when a branch's partner is itself in the bin and not asked for
 */
export async function restoreFromBin(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  ids: readonly string[],
): Promise<{ restored: number }> {
  const restored = await changeRecords(transaction, ids, (kind, ofKind) =>
    restoreKind(transaction, context, kind, ofKind, ids),
  );
  return { restored };
}

async function restoreKind(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { kind, table }: BinKind,
  ids: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const inBin = and(
    inArray(table.id, ids),
    gt(table.deletedAt, sql`now() - make_interval(days => ${DAYS_IN_BIN})`),
  );
  const found = await transaction
    .select({ id: table.id, deletionId: table.deletionId })
    .from(table)
    .where(inBin);
  if (found.length !== ids.length) throw new Problem('NOT_FOUND');
  if (kind === 'branch') await refuseOrphans(transaction, ids, wanted);
  await transaction.update(table).set(backAgain(table)).where(inArray(table.id, ids));
  if (kind === 'patient') await takeTimeAgain(transaction, found);
  const along = kind === 'partner' ? await restoreBranchesOf(transaction, found) : [];
  const patientOf = await patientsOf(transaction, { kind }, ids);
  const entryOf = (kind: BinKind['kind'], id: string): AuditEntry => ({
    action: 'record.restored',
    subject: { kind, id },
    ...patientOf(id),
  });
  await recordAudit(
    transaction,
    context,
    ...ids.map((id) => entryOf(kind, id)),
    ...along.map(({ id }) => entryOf('branch', id)),
  );
}

/** A branch whose partner stays in the bin would be a branch of nobody. */
async function refuseOrphans(
  transaction: Transaction,
  branchIds: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const orphans = await transaction
    .select({ id: branches.id })
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(
      and(
        inArray(branches.id, branchIds),
        isNotNull(partners.deletedAt),
        notInArray(partners.id, [...wanted]),
      ),
    )
    .limit(1);
  if (orphans.length > 0) throw new Problem('CONFLICT');
}

async function restoreBranchesOf(
  transaction: Transaction,
  restored: readonly { id: string; deletionId: string | null }[],
): Promise<{ id: string }[]> {
  const along: { id: string }[] = [];
  for (const { id, deletionId } of restored) {
    if (deletionId === null) continue;
    const back = await transaction
      .update(branches)
      .set(backAgain(branches))
      .where(and(eq(branches.partnerId, id), eq(branches.deletionId, deletionId)))
      .returning({ id: branches.id });
    along.push(...back);
  }
  return along;
}

function backAgain(table: BinKind['table']) {
  return {
    deletedAt: null,
    deletedBy: null,
    deletionId: null,
    updatedAt: sql`now()`,
    version: sql`${table.version} + 1`,
  };
}
