import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import {
  professionalIdentities,
  professionalIdentityVersions,
} from '../../schema/professional-identities.ts';
import { staff, staffAccounts, staffLinks } from '../../schema/staff.ts';
import { newId, type Row } from '../records.ts';

/** An active account, whose stored hash matches no password. */
export async function addColleague(db: Database, row: Row<typeof staff> = {}): Promise<string> {
  const id = row.id ?? newId('stf');
  await db.insert(staff).values({ name: 'Eva Luna', email: `${id}@simiente.example`, ...row, id });
  await db
    .insert(staffAccounts)
    .values({ id, accountId: id, providerId: 'credential', userId: id, password: 'none' });
  return id;
}

let lastId = 1_000_000;
/** A cédula that no other account has. */
export function newCedula(): string {
  lastId += 1;
  return String(lastId);
}

/** Adds a version of the professional identity of an account, which it creates if necessary; returns its id. */
export async function addIdentity(
  db: Database,
  staffId: string,
  {
    confirmedAt = null,
    ...head
  }: Row<typeof professionalIdentities> & { confirmedAt?: Date | null } = {},
): Promise<string> {
  const cedula = head.cedula ?? newCedula();
  const suspendedFor = head.suspendedAt ? 'password' : null;
  const row = { suspendedFor, ...head, staffId, cedula } as const;
  await db
    .insert(professionalIdentities)
    .values(row)
    .onConflictDoUpdate({ target: professionalIdentities.staffId, set: row });
  const id = newId('pid');
  await db.insert(professionalIdentityVersions).values({
    id,
    staffId,
    cedula,
    fullName: 'Eva Luna Ríos',
    institution: 'UNAM',
    validFrom: '2020-01-31',
    confirmedAt,
  });
  return id;
}

/** Adds a link of an account to choose a password; returns its token. */
export async function addLink(
  db: Database,
  staffId: string,
  row: Row<typeof staffLinks> = {},
): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  await db.insert(staffLinks).values({
    staffId,
    kind: 'password',
    tokenHash: createHash('sha256').update(token).digest('base64url'),
    expiresAt: new Date(Date.now() + 600_000),
    ...row,
  });
  return token;
}
