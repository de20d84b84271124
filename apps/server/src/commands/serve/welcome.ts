import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Installation } from '../../bootstrap.ts';
import type { Config } from '../../config.ts';
import { writeAudit } from '../../modules/audit/public.ts';
import { SYSTEM_ACT } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { matchesPassword } from '../../platform/identity/passwords/credentials.ts';
import { generateReadable, isCommonPassword } from '../../platform/identity/passwords/password.ts';
import { createPasswordHashing } from '../../platform/identity/passwords/password-hash.ts';
import {
  addStaff,
  FIRST_ROLES,
  findStaffByEmail,
  GENERATED_PASSWORD_DAYS,
  hasAdministrator,
  hasStaff,
  setPasswordEnd,
} from '../../platform/identity/staff-accounts.ts';
import { ensureSecret } from '../../platform/postgres/secrets.ts';
import { StartupError } from '../../platform/system-errors.ts';

/** Accounts from before roles existed have the role `todo`, which cannot administer accounts. */
export const ADMINISTRATOR_HINT =
  'Ninguna cuenta tiene el rol Administración. Asígnalo a una con: npm run simiente -- staff set-role CORREO todo,administracion';

const DEFAULT_EMAIL = 'admin@simiente.example';

/**
 * Creates the first account if no account exists, and returns instructions for signing in: the address, the e-mail
 * and, if it was just generated or belongs to a demo, the password. A configured password is not printed, because
 * the output may be logged.
 */
export async function prepareFirstAccount(
  config: Config,
  { database: { db } }: Pick<Installation, 'database'>,
  address: string,
): Promise<string> {
  const ready = [`Simiente está lista.`, `  Dirección:  ${address}`];
  const email = (config.admin.email ?? DEFAULT_EMAIL).toLowerCase();
  // In production the first account needs a configured e-mail.
  if (config.production && config.admin.email === null) {
    const hint = '  Crea la primera cuenta con: npm run simiente -- staff add --email … --name …';
    const hints = (await hasStaff(db)) ? await administratorHint(db) : [hint];
    return [...ready, ...hints].join('\n');
  }
  const password = await choosePassword(config);
  if (config.production && !(await hasStaff(db))) {
    await rejectCommonPassword(password.text, email);
  }
  const firstAccount = await ensureFirstAccount(db, {
    name: 'Administración',
    email,
    password: password.text,
    expires: password.isGenerated,
  });
  const isShown =
    firstAccount || (config.demo && (await isAccountPassword(db, email, password.text)));
  const credentials = [
    `  Correo:     ${email}`,
    `  Contraseña: ${describePassword(config, password)}`,
  ];
  return [
    ...ready,
    ...(firstAccount ? [] : await administratorHint(db)),
    ...(isShown ? credentials : []),
  ].join('\n');
}

async function administratorHint(db: Database): Promise<string[]> {
  return (await hasAdministrator(db)) ? [] : [`  ${ADMINISTRATOR_HINT}`];
}

interface FirstPassword {
  readonly text: string;
  /** Whether the password is new, and stored nowhere. */
  readonly isGenerated: boolean;
}

/** A demo stores its password in a file of mode 600, so that every start can print it. */
async function choosePassword(config: Config): Promise<FirstPassword> {
  if (config.admin.password !== null) return { text: config.admin.password, isGenerated: false };
  if (!config.demo) return { text: generatePassword(), isGenerated: true };
  const folder = path.join(config.dataDir, 'secrets');
  const text = await ensureSecret(folder, 'demo-password', generatePassword);
  return { text, isGenerated: false };
}

function describePassword(config: Config, { text, isGenerated }: FirstPassword): string {
  if (config.demo) return text;
  return isGenerated
    ? `${text} (se muestra una sola vez y sirve ${GENERATED_PASSWORD_DAYS} días)`
    : 'la de ADMIN_PASSWORD';
}

/** Whether a text is the account's password, which its user may have changed. */
async function isAccountPassword(db: Database, email: string, text: string): Promise<boolean> {
  const person = await findStaffByEmail(db, email);
  return person !== undefined && matchesPassword(db, createPasswordHashing(), person.id, text);
}

async function rejectCommonPassword(text: string, email: string): Promise<void> {
  if (!(await isCommonPassword(text, { email, name: '' }))) return;
  throw new StartupError(
    'password-common',
    'La contraseña de ADMIN_PASSWORD es muy común y fácil de adivinar. Elige otra.',
  );
}

/** A password that can be read aloud: four groups of five characters, 100 bits. */
export function generatePassword(): string {
  return Array.from({ length: 4 }, () => generateReadable(5)).join('-');
}

/** @returns whether an account was created, because none existed */
async function ensureFirstAccount(
  db: Database,
  { expires, ...person }: { name: string; email: string; password: string; expires: boolean },
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.firstAccount})`);
    if (await hasStaff(transaction)) return false;
    const id = await addStaff(transaction, createPasswordHashing(), {
      ...person,
      roles: FIRST_ROLES,
    });
    if (expires) await setPasswordEnd(transaction, id);
    await writeAudit(transaction, SYSTEM_ACT, {
      action: 'staff.created',
      subject: { kind: 'staff', id },
    });
    return true;
  });
}
