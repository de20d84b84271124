import { dayIn } from '@simiente/contract/common/days';
import {
  type professionalIdentityContract,
  validFromProblem,
} from '@simiente/contract/professional-identity/calls';
import { eq } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { staff } from '../../schema/staff.ts';
import { audited, auditView } from '../audit/public.ts';
import { confirmOwnIdentity, confirmReturn, enterIdentity } from './change-identity.ts';
import { findIdentity, presentIdentity } from './read-identity.ts';

export const professionalIdentityCalls: Handlers<typeof professionalIdentityContract> = {
  getOne: audited(
    async ({ db, actor }, { idAccount }) => ({ identity: await read(db, actor.id, idAccount) }),
    ({ idAccount }) => toReadEntry(idAccount),
  ),

  enter: (context, { idAccount, version, ...entry }) => {
    const message = validFromProblem(entry.validFrom, dayIn(context.clinicTimeZone, new Date()));
    if (message !== undefined) {
      throw new Problem('BAD_REQUEST', { issues: [{ path: 'validFrom', message }] });
    }
    const { specialty = null, specialtyCertificate = null } = entry;
    return changing(context, idAccount, (transaction) =>
      enterIdentity(
        transaction,
        context,
        idAccount,
        { ...entry, specialty, specialtyCertificate },
        version,
      ),
    );
  },

  confirmReturn: (context, { idAccount, idVersion }) =>
    changing(context, idAccount, (transaction) =>
      confirmReturn(transaction, context, idAccount, idVersion),
    ),

  readOwn: async ({ db, actor }) => ({ identity: await find(db, actor.id, actor.id) }),

  confirmOwn: (context, { idVersion }) =>
    changing(context, context.actor.id, (transaction) =>
      confirmOwnIdentity(transaction, context, context.actor.id, idVersion),
    ),
};

const toReadEntry = (id: string) =>
  ({ action: 'professional_identity.read', subject: { kind: 'staff', id } }) as const;

async function find(db: Reader, askedBy: string, staffId: string) {
  const stored = await findIdentity(db, staffId);
  return stored ? presentIdentity(db, askedBy, stored) : null;
}

async function read(db: Reader, askedBy: string, staffId: string) {
  const identity = await find(db, askedBy, staffId);
  if (identity === null && (await db.$count(staff, eq(staff.id, staffId))) === 0) {
    throw new Problem('NOT_FOUND');
  }
  return identity;
}

/**
 * Runs a change in a transaction, and answers the resulting identity. A change without effect is audited as a
 * read.
 */
function changing(
  context: StaffContext,
  staffId: string,
  change: (transaction: Transaction) => Promise<void>,
) {
  return context.db.transaction(async (transaction) => {
    await change(transaction);
    const identity = await find(transaction, context.actor.id, staffId);
    if (identity === null) throw new Error('A changed identity exists');
    await auditView(transaction, context, toReadEntry(staffId));
    return { identity };
  });
}
