import type { Branch } from '@simiente/contract/branches';
import type { Transaction } from '../../platform/database/database.ts';
import type { StaffContext } from '../../platform/http/context.ts';
import { authenticated } from '../../platform/http/procedures.ts';
import { once } from '../../platform/idempotency/once.ts';
import { recordAudit, recordLook } from '../audit/public.ts';
import { createBranch } from './create-branch.ts';
import { listPlaces } from './list-places.ts';
import { readBranch } from './read-branch.ts';
import { updateBranch } from './update-branch.ts';

const branches = authenticated.branches;

export const branchesRouter = {
  places: branches.places.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await listPlaces(transaction, input);
      await recordAudit(transaction, context, {
        action: 'branches.listed',
        subject: { kind: 'partner', id: input.idPartner },
        details: {
          filter: { map: true, searched: input.search !== undefined },
          count: data.places.length,
        },
      });
      return { status: 200, data };
    }),
  ),

  getOne: branches.getOne.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const branch = await readBranch(transaction, input.idBranch);
      await recordAudit(transaction, context, {
        action: 'branch.read',
        subject: { kind: 'branch', id: branch.id },
      });
      return { status: 200, data: { branch } };
    }),
  ),

  create: branches.create.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { partner, namePartner: _, ...fields } = input;
      const data = await once(
        transaction,
        context,
        { call: 'branches.create', input },
        async () => ({
          newBranch: await createBranch(transaction, context, partner.id, fields),
        }),
      );
      await recordShown(transaction, context, data.newBranch);
      return { status: 200, data };
    }),
  ),

  update: branches.update.handler(({ context, input: { idBranch: id, version, ...fields } }) =>
    context.db.transaction(async (transaction) => {
      const branch = await updateBranch(transaction, context, { id, version, ...fields });
      await recordShown(transaction, context, branch);
      return { status: 200, data: { branch } };
    }),
  ),
};

/** Also an edit that changed nothing shows the branch. */
function recordShown(transaction: Transaction, context: StaffContext, { id }: Branch) {
  return recordLook(transaction, context, {
    action: 'branch.read',
    subject: { kind: 'branch', id },
  });
}
