import path from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import type { Installation } from '../bootstrap.ts';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database/database.ts';
import { createIdentity, type Identity } from '../platform/identity/identity.ts';
import { findStaffByEmail, listStaff } from '../platform/identity/staff-accounts.ts';
import { ensureSecret } from '../platform/postgres/secrets.ts';
import { staffAccounts } from '../schema/staff.ts';
import { ensureFirstAccount, generatePassword } from './first-account.ts';

const DEFAULT_EMAIL = 'admin@simiente.example';

/**
 * Makes the first account where there is none, and says how to come in: the address, the e-mail and,
 * when it was just generated or the installation is for demonstration, the password.
 */
export async function announceAccount(
  config: Config,
  { database: { db }, secret }: Pick<Installation, 'database' | 'secret'>,
  address: string,
): Promise<string> {
  const identity = createIdentity({
    db,
    secret,
    secure: config.secure,
    idleSeconds: config.idleSeconds,
    log: pino({ level: config.logLevel }),
  });
  const ready = [`Simiente está lista.`, `  Dirección:  ${address}`];
  const email = (config.admin.email ?? DEFAULT_EMAIL).toLowerCase();
  // In production nobody comes in under a name that they did not choose.
  if (config.production && config.admin.email === null) {
    const hint = '  Crea la primera cuenta con: npm run simiente -- staff add --email … --name …';
    return [...ready, ...((await listStaff(db)).length === 0 ? [hint] : [])].join('\n');
  }
  const password = await firstPassword(config);
  const made = await ensureFirstAccount(db, identity, {
    name: 'Administración',
    email,
    password: password.text,
  });
  if (made || (config.demo && (await opens(db, identity, email, password.text)))) {
    const note = made && !password.kept ? ' (se muestra una sola vez)' : '';
    return [...ready, `  Correo:     ${email}`, `  Contraseña: ${password.text}${note}`].join('\n');
  }
  return ready.join('\n');
}

/** A demonstration keeps its password in a file of mode 600, so that every start can say it. */
async function firstPassword(config: Config): Promise<{ text: string; kept: boolean }> {
  if (config.admin.password !== null) return { text: config.admin.password, kept: true };
  if (!config.demo) return { text: generatePassword(), kept: false };
  const folder = path.join(config.dataDir, 'secrets');
  return { text: await ensureSecret(folder, 'demo-password', generatePassword), kept: true };
}

/** Whether the password still is the account's; people may have changed it. */
async function opens(
  db: Database,
  identity: Identity,
  email: string,
  text: string,
): Promise<boolean> {
  const person = await findStaffByEmail(db, email);
  if (!person) return false;
  const [account] = await db
    .select({ hash: staffAccounts.password })
    .from(staffAccounts)
    .where(eq(staffAccounts.userId, person.id));
  const { password } = await identity.$context;
  return account?.hash ? password.verify({ hash: account.hash, password: text }) : false;
}
