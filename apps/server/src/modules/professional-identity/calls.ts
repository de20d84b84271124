import { dayIn } from '@simiente/contract/common/days';
import {
  findValidFromProblem,
  type professionalIdentityContract,
} from '@simiente/contract/professional-identity/calls';
import { eq } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem, toFieldProblem } from '../../platform/problem.ts';
import { staff } from '../../schema/staff.ts';
import { audited, auditView } from '../audit/public.ts';
import { confirmOwnIdentity, confirmReturn, enterIdentity } from './change-identity.ts';
import { findIdentity, presentIdentity } from './read-identity.ts';

export const professionalIdentityCalls: Handlers<typeof professionalIdentityContract> = {
  getOne: audited(
    async ({ db, actor }, { idAccount }) => ({
      identity: await presentExisting(db, actor.id, idAccount),
    }),
    ({ idAccount }) => toReadEntry(idAccount),
  ),

  enter: (context, { idAccount, version, ...entry }) => {
    const message = findValidFromProblem(
      entry.validFrom,
      dayIn(context.clinicTimeZone, new Date()),
    );
    if (message !== undefined) throw toFieldProblem('BAD_REQUEST', 'validFrom', message);
    const { specialty = null, specialtyCertificate = null } = entry;
    const fullEntry = { ...entry, specialty, specialtyCertificate };
    return changeAndPresent(context, idAccount, (transaction) =>
      enterIdentity(transaction, context, idAccount, fullEntry, version),
    );
  },

  confirmReturn: (context, { idAccount, idVersion }) =>
    changeAndPresent(context, idAccount, (transaction) =>
      confirmReturn(transaction, context, idAccount, idVersion),
    ),

  readOwn: async ({ db, actor }) => ({ identity: await findPresented(db, actor.id, actor.id) }),

  confirmOwn: (context, { idVersion }) =>
    changeAndPresent(context, context.actor.id, (transaction) =>
      confirmOwnIdentity(transaction, context, context.actor.id, idVersion),
    ),
};

const toReadEntry = (id: string) =>
  ({ action: 'professional_identity.read', subject: { kind: 'staff', id } }) as const;

async function findPresented(db: Reader, readerId: string, staffId: string) {
  const stored = await findIdentity(db, staffId);
  return stored ? presentIdentity(db, readerId, stored) : null;
}

/** @throws Problem NOT_FOUND for an unknown account */
async function presentExisting(db: Reader, readerId: string, staffId: string) {
  const identity = await findPresented(db, readerId, staffId);
  if (identity === null && (await db.$count(staff, eq(staff.id, staffId))) === 0) {
    throw new Problem('NOT_FOUND');
  }
  return identity;
}

/** Changes an identity in a transaction, and presents it. A change without effect is audited as a read. */
function changeAndPresent(
  context: StaffContext,
  staffId: string,
  change: (transaction: Transaction) => Promise<void>,
) {
  return context.db.transaction(async (transaction) => {
    await change(transaction);
    const identity = await findPresented(transaction, context.actor.id, staffId);
    if (identity === null) throw new Error('The changed identity is missing');
    await auditView(transaction, context, toReadEntry(staffId));
    return { identity };
  });
}
