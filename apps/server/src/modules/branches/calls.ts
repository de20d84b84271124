import type { Branch, branchesContract } from '@simiente/contract/branches/calls';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { MOST_DUPLICATES, matchedBy, sameWords } from '../../platform/database/duplicates.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { branches, partners } from '../../schema/partners.ts';
import { audited, auditView } from '../audit/public.ts';
import { listBranches, listPlaces } from './list-branches.ts';
import { branchColumns, presentBranch } from './present.ts';
import { notDeleted, readBranch } from './query.ts';
import { createBranch, updateBranch } from './save-branch.ts';

export const branchCalls: Handlers<typeof branchesContract> = {
  list: audited(
    listBranches,
    ({ idPartner: id, sort, limit, search, cursor, lastBranch }, { branches }) => ({
      action: 'branches.listed',
      subject: { kind: 'partner', id },
      details: {
        filter: {
          sort,
          limit,
          searched: search !== undefined,
          continued: cursor !== undefined || lastBranch !== '',
        },
        count: branches.length,
      },
    }),
  ),

  places: audited(
    ({ db }, input) => listPlaces(db, input),
    ({ idPartner: id, search }, { places }) => ({
      action: 'branches.listed',
      subject: { kind: 'partner', id },
      details: { filter: { map: true, searched: search !== undefined }, count: places.length },
    }),
  ),

  getOne: audited(
    async ({ db }, { idBranch }) => ({ branch: await readBranch(db, idBranch) }),
    (_input, { branch: { id } }) => ({ action: 'branch.read', subject: { kind: 'branch', id } }),
  ),

  duplicates: audited(
    ({ db }, input) => findBranchDuplicates(db, input),
    ({ idPartner: id, ...by }, { duplicates }) => ({
      action: 'branches.duplicates_searched',
      subject: { kind: 'partner', id },
      details: { by: Object.keys(by), count: duplicates.length },
    }),
  ),

  create: idempotent(
    'branches.create',
    async (transaction, context, { partner, namePartner: _, ...fields }) => ({
      newBranch: await createBranch(transaction, context, partner.id, fields),
    }),
    async (transaction, context, data) => {
      await auditShown(transaction, context, data.newBranch);
      return data;
    },
  ),

  update: (context, { idBranch: id, version, ...fields }) =>
    context.db.transaction(async (transaction) => {
      const branch = await updateBranch(transaction, context, { id, version, ...fields });
      await auditShown(transaction, context, branch);
      return { branch };
    }),
};

/** An edit without changes still shows the branch, so it is audited as a read. */
function auditShown(transaction: Transaction, context: StaffContext, { id }: Branch) {
  return auditView(transaction, context, {
    action: 'branch.read',
    subject: { kind: 'branch', id },
  });
}

interface NewBranch {
  idPartner: string;
  name?: string | undefined;
  address?: string | undefined;
}

/** The branches of a partner that may be the same: the same words of the name or of the address. */
async function findBranchDuplicates(db: Reader, { idPartner, name, address }: NewBranch) {
  const { condition, matched } = matchedBy({
    name: sameWords(branches.name, name),
    address: sameWords(sql`coalesce(address_text(${branches.address}), '')`, address),
  });
  if (condition === undefined) return { duplicates: [] };
  const rows = await db
    .select({ ...branchColumns, matched })
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(and(eq(branches.partnerId, idPartner), notDeleted, condition))
    .orderBy(desc(sql`cardinality(${matched})`), branches.name, branches.id)
    .limit(MOST_DUPLICATES);
  return { duplicates: rows.map(({ matched, ...row }) => ({ ...presentBranch(row), matched })) };
}
