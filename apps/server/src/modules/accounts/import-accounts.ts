import type { Role } from '@simiente/contract/common/access/roles';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { FirebaseParameters } from '../../platform/identity/passwords/firebase-hash.ts';
import {
  addWithHash,
  areRolesInUse,
  RoleMissingError,
} from '../../platform/identity/staff-accounts.ts';
import { ACTIVE, SUSPENDED } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { type FirebaseUser, type LeftOut, readFirebaseUser } from './firebase-export.ts';

export interface ImportedAccount {
  readonly email: string;
  readonly suspended: boolean;
  readonly isVerified: boolean;
  readonly hadSecondStep: boolean;
}

export interface ImportReport {
  readonly imported: readonly ImportedAccount[];
  /** `user` is the e-mail, or the provider's id of a user without one. */
  readonly leftOut: readonly { readonly user: string; readonly why: LeftOut }[];
}

/**
 * Makes an account of each user of Firebase Authentication that has a password. One whose e-mail has an
 * account is skipped, so that the same file can be imported again.
 * @throws RoleMissingError without roles where roles are in use
 */
export async function importAccounts(
  transaction: Transaction,
  act: Act,
  users: readonly FirebaseUser[],
  { project, roles }: { readonly project: FirebaseParameters; readonly roles?: readonly Role[] },
): Promise<ImportReport> {
  if (!roles && (await areRolesInUse(transaction))) throw new RoleMissingError();
  const given: readonly Role[] = roles ?? ['todo'];
  const imported: ImportedAccount[] = [];
  const leftOut: { user: string; why: LeftOut }[] = [];
  const seen = new Set<string>();
  for (const user of users) {
    const read = readFirebaseUser(user, project);
    const leaveOut = (why: LeftOut) =>
      leftOut.push({ user: user.email?.trim() || (user.localId ?? user.uid ?? ''), why });
    if (typeof read === 'string') {
      leaveOut(read);
      continue;
    }
    const { email, name, disabled, hash, isVerified, hadSecondStep } = read;
    if (seen.has(email)) {
      leaveOut('repeated');
      continue;
    }
    seen.add(email);
    const status = disabled ? SUSPENDED : ACTIVE;
    const id = await addWithHash(transaction, { email, name, hash, status, roles: given });
    if (id === null) {
      leaveOut('taken');
      continue;
    }
    await writeAudit(transaction, act, {
      action: 'staff.created',
      subject: { kind: 'staff', id },
      details: { roles: given, method: 'firebase-scrypt' },
    });
    imported.push({ email, suspended: disabled, isVerified, hadSecondStep });
  }
  return { imported, leftOut };
}
