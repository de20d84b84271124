import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import type { Installation } from '../../bootstrap.ts';
import type { Config } from '../../config.ts';
import { writeAudit } from '../../modules/audit/public.ts';
import { SYSTEM_ACT } from '../../platform/act.ts';
import type { Database } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { createIdentity, type Identity } from '../../platform/identity/identity.ts';
import { matchesPassword } from '../../platform/identity/passwords/credentials.ts';
import { isCommonPassword } from '../../platform/identity/passwords/password.ts';
import {
  addStaff,
  expirePassword,
  FIRST_ROLES,
  findStaffByEmail,
  GENERATED_DAYS,
  hasAdministrator,
  hasStaff,
} from '../../platform/identity/staff-accounts.ts';
import { ensureSecret } from '../../platform/postgres/secrets.ts';
import { StartupError } from '../../platform/system-errors.ts';

/** After an upgrade every account has the role `todo`, which cannot administer accounts. */
const ADMINISTRATOR_HINT =
  '  Ninguna cuenta tiene el rol Administración. Asígnalo a una con: npm run simiente -- staff set-role CORREO todo,administracion';

const DEFAULT_EMAIL = 'admin@simiente.example';

/**
 * Creates the first account if no account exists, and returns instructions for signing in: the address, the e-mail
 * and, if it was just generated or belongs to a demo, the password. A configured password is left out, because the
 * output is kept in logs.
 */
export async function prepareFirstAccount(
  config: Config,
  { database: { db }, secrets }: Pick<Installation, 'database' | 'secrets'>,
  address: string,
): Promise<string> {
  const identity = createIdentity({
    db,
    secrets,
    secure: config.secure,
    idleSeconds: config.idleSeconds,
    log: pino({ level: config.logLevel }),
  });
  const ready = [`Simiente está lista.`, `  Dirección:  ${address}`];
  const email = (config.admin.email ?? DEFAULT_EMAIL).toLowerCase();
  // In production the first account needs a configured e-mail.
  if (config.production && config.admin.email === null) {
    const hint = '  Crea la primera cuenta con: npm run simiente -- staff add --email … --name …';
    if (!(await hasStaff(db))) return [...ready, hint].join('\n');
    return [...ready, ...(await administratorHint(db))].join('\n');
  }
  const password = await firstPassword(config);
  if (config.production && !(await hasStaff(db))) {
    await refuseEasyPassword(password.text, email);
  }
  const firstAccount = await ensureFirstAccount(db, identity, {
    name: 'Administración',
    email,
    password: password.text,
    expires: !password.kept,
  });
  if (
    firstAccount ||
    (config.demo && (await isAccountPassword(db, identity, email, password.text)))
  ) {
    return [
      ...ready,
      ...(firstAccount ? [] : await administratorHint(db)),
      `  Correo:     ${email}`,
      `  Contraseña: ${describePassword(config, password)}`,
    ].join('\n');
  }
  return [...ready, ...(await administratorHint(db))].join('\n');
}

async function administratorHint(db: Database): Promise<string[]> {
  return (await hasAdministrator(db)) ? [] : [ADMINISTRATOR_HINT];
}

/** A demo keeps its password in a file of mode 600, so that every start can print it. */
async function firstPassword(config: Config): Promise<{ text: string; kept: boolean }> {
  if (config.admin.password !== null) return { text: config.admin.password, kept: true };
  if (!config.demo) return { text: generatePassword(), kept: false };
  const folder = path.join(config.dataDir, 'secrets');
  return { text: await ensureSecret(folder, 'demo-password', generatePassword), kept: true };
}

function describePassword(config: Config, { text, kept }: { text: string; kept: boolean }): string {
  if (config.demo) return text;
  return kept
    ? 'la de ADMIN_PASSWORD'
    : `${text} (se muestra una sola vez y sirve ${GENERATED_DAYS} días)`;
}

/** Whether it is still the account's password, because users may have changed it. */
async function isAccountPassword(
  db: Database,
  identity: Identity,
  email: string,
  text: string,
): Promise<boolean> {
  const person = await findStaffByEmail(db, email);
  return person !== undefined && matchesPassword(db, identity, person.id, text);
}

/** In production the first account's password must follow the rules for every password. */
async function refuseEasyPassword(text: string, email: string): Promise<void> {
  if (!(await isCommonPassword(text, { email, name: '' }))) return;
  throw new StartupError(
    'password-common',
    'La contraseña de ADMIN_PASSWORD es muy común y fácil de adivinar. Elige otra.',
  );
}

/** A password that can be read aloud: 20 characters without look-alikes, about 97 bits. */
export function generatePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const characters = [...randomBytes(20)].map((byte) => alphabet[byte % alphabet.length]);
  return [0, 5, 10, 15].map((start) => characters.slice(start, start + 5).join('')).join('-');
}

/**
 * Creates the first account of an installation without accounts.
 * @returns whether it did
 */
async function ensureFirstAccount(
  db: Database,
  identity: Identity,
  { expires, ...person }: { name: string; email: string; password: string; expires: boolean },
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.firstAccount})`);
    if (await hasStaff(transaction)) return false;
    const id = await addStaff(transaction, identity, { ...person, roles: FIRST_ROLES });
    if (expires) await expirePassword(transaction, id);
    await writeAudit(transaction, SYSTEM_ACT, {
      action: 'staff.created',
      subject: { kind: 'staff', id },
    });
    return true;
  });
}
