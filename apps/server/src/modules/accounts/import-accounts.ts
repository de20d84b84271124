import type { Role } from '@simiente/contract/common/access/roles';
import * as z from 'zod';
import type { Act } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  convertFirebaseHash,
  type FirebaseParameters,
} from '../../platform/identity/passwords/firebase-hash.ts';
import { addWithHash, areCustomRolesInUse } from '../../platform/identity/staff-accounts.ts';
import { Problem } from '../../platform/problem.ts';
import { ACTIVE, SUSPENDED } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';

/** Firebase's own limits, which also bound the work of a sign-in. */
const MAX_ROUNDS = 8;
const MAX_MEM_COST = 14;

const BASE64 = /^[\w+/-]+={0,2}$/;

/** Exports use either alphabet of base64. */
const base64 = z
  .string()
  .regex(BASE64)
  .transform((text) =>
    Buffer.from(text, text.includes('-') || text.includes('_') ? 'base64url' : 'base64'),
  );

const parameters = z.object({
  algorithm: z.literal('SCRYPT').optional(),
  base64_signer_key: base64,
  base64_salt_separator: base64,
  rounds: z.coerce.number().int().min(1).max(MAX_ROUNDS),
  mem_cost: z.coerce.number().int().min(1).max(MAX_MEM_COST),
});

const exportWithParameters = z.object({ hash_config: z.record(z.string(), z.unknown()) });

/** The hash parameters that an export contains (`hash_config`); null without them. */
export function readExportParameters(content: string): FirebaseParameters | null {
  try {
    const { data } = exportWithParameters.safeParse(JSON.parse(content));
    return data ? readFirebaseParameters(JSON.stringify(data.hash_config)) : null;
  } catch {
    return null;
  }
}

/**
 * Reads the parameters as Firebase's console shows them (`base64_signer_key: …,` in lines), or as JSON.
 * @returns null for anything else
 */
export function readFirebaseParameters(text: string): FirebaseParameters | null {
  const lines = text.matchAll(/"?(\w+)"?\s*[:=]\s*"?([\w+/=.-]+)"?/g);
  const { data } = parameters.safeParse(
    Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value])),
  );
  if (!data) return null;
  return {
    signerKey: data.base64_signer_key,
    saltSeparator: data.base64_salt_separator,
    rounds: data.rounds,
    memCost: data.mem_cost,
  };
}

const text = z.string().nullish();
const user = z.object({
  localId: text,
  uid: text,
  email: text,
  displayName: text,
  disabled: z.boolean().nullish(),
  emailVerified: z.boolean().nullish(),
  mfaInfo: z.array(z.unknown()).nullish(),
  multiFactor: z.object({ enrolledFactors: z.array(z.unknown()).nullish() }).nullish(),
  passwordHash: text,
  salt: text,
  passwordSalt: text,
});
const users = z.union([z.object({ users: z.array(user) }), z.array(user)]);

export type FirebaseUser = z.infer<typeof user>;

/**
 * The users of `firebase auth:export --format=json`, or of the Admin SDK.
 * @returns null for anything else
 */
export function readFirebaseUsers(content: string): readonly FirebaseUser[] | null {
  try {
    const { data } = users.safeParse(JSON.parse(content));
    if (!data) return null;
    return 'users' in data ? data.users : data;
  } catch {
    return null;
  }
}

export type SkipReason =
  | 'no-email'
  | 'wrong-email'
  | 'no-password'
  | 'wrong-password'
  | 'repeated'
  | 'taken';

interface ImportedUser {
  readonly email: string;
  readonly name: string;
  readonly disabled: boolean;
  /** Whether the provider verified the e-mail. */
  readonly isVerified: boolean;
  /** Whether the user had a second step, which is not imported. */
  readonly hadSecondStep: boolean;
  /** Hash in the format of our accounts. */
  readonly hash: string;
}

const MAX_NAME_LENGTH = 200;

/**
 * Converts a user to an account, or to the reason for skipping it. Duplicate and existing e-mails are checked
 * later.
 */
function readFirebaseUser(
  user: FirebaseUser,
  hashing: FirebaseParameters,
): ImportedUser | SkipReason {
  const { email, displayName, disabled, passwordHash, salt, passwordSalt } = user;
  const address = email?.trim().toLowerCase() ?? '';
  if (address === '') return 'no-email';
  if (address.length > 254 || !z.email().safeParse(address).success) return 'wrong-email';
  const encodedSalt = salt ?? passwordSalt;
  if (!passwordHash || !encodedSalt) return 'no-password';
  const decoded = z
    .object({ hash: base64, salt: base64 })
    .safeParse({ hash: passwordHash, salt: encodedSalt });
  const hash = decoded.success ? convertFirebaseHash(hashing, decoded.data) : null;
  if (hash === null) return 'wrong-password';
  const name = (displayName ?? '')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
  return {
    email: address,
    name: name || (address.split('@')[0] ?? address),
    disabled: disabled ?? false,
    isVerified: user.emailVerified ?? false,
    hadSecondStep: [user.mfaInfo, user.multiFactor?.enrolledFactors].some(
      (factor) => factor?.length,
    ),
    hash,
  };
}

export type ImportedAccount = Pick<
  ImportedUser,
  'email' | 'disabled' | 'isVerified' | 'hadSecondStep'
>;

interface ImportReport {
  readonly imported: readonly ImportedAccount[];
  /** `user` is the e-mail, or the provider's id of a user without one. */
  readonly skipped: readonly { readonly user: string; readonly reason: SkipReason }[];
}

/**
 * Creates an account for each user of Firebase Authentication that has a password. Existing e-mails are skipped,
 * so that a file can be imported again.
 * @throws Problem ROLE_MISSING without roles where roles are in use
 */
export async function importAccounts(
  transaction: Transaction,
  act: Act,
  users: readonly FirebaseUser[],
  { hashing, roles }: { readonly hashing: FirebaseParameters; readonly roles?: readonly Role[] },
): Promise<ImportReport> {
  if (!roles && (await areCustomRolesInUse(transaction))) throw new Problem('ROLE_MISSING');
  const granted: readonly Role[] = roles ?? ['todo'];
  const imported: ImportedAccount[] = [];
  const skipped: { user: string; reason: SkipReason }[] = [];
  const seen = new Set<string>();
  for (const user of users) {
    const account = readFirebaseUser(user, hashing);
    const skip = (reason: SkipReason) =>
      skipped.push({ user: user.email?.trim() || (user.localId ?? user.uid ?? ''), reason });
    if (typeof account === 'string') {
      skip(account);
      continue;
    }
    const { email, name, disabled, hash, isVerified, hadSecondStep } = account;
    if (seen.has(email)) {
      skip('repeated');
      continue;
    }
    seen.add(email);
    const status = disabled ? SUSPENDED : ACTIVE;
    const id = await addWithHash(transaction, { email, name, hash, status, roles: granted });
    if (id === null) {
      skip('taken');
      continue;
    }
    await writeAudit(transaction, act, {
      action: 'staff.created',
      subject: { kind: 'staff', id },
      details: { roles: granted, method: 'firebase-scrypt' },
    });
    imported.push({ email, disabled, isVerified, hadSecondStep });
  }
  return { imported, skipped };
}
