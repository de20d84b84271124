import path from 'node:path';
import { pino } from 'pino';
import type { Installation } from '../../bootstrap.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import { createIdentity, type Identity } from '../../platform/identity/identity.ts';
import { matchesPassword } from '../../platform/identity/passwords/credentials.ts';
import { isCommonPassword } from '../../platform/identity/passwords/password.ts';
import {
  findStaffByEmail,
  hasAdministrator,
  hasStaff,
} from '../../platform/identity/staff-accounts.ts';
import { ensureSecret } from '../../platform/postgres/secrets.ts';
import { StartupError } from '../../platform/system-errors.ts';
import { ensureFirstAccount, generatePassword } from './first-account.ts';

/** After an upgrade every account has the role `todo`, which cannot administer accounts. */
const ADMINISTRATOR_HINT =
  '  Ninguna cuenta tiene el rol Administración. Asígnalo a una con: npm run simiente -- staff set-role CORREO todo,administracion';

const DEFAULT_EMAIL = 'admin@simiente.example';

/**
 * Creates the first account if no account exists, and returns instructions for signing in: the address, the e-mail
 * and, if it was just generated or is a demo's, the password. A configured password is left out, because the output
 * is kept in logs.
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
  // In production the first account needs a chosen e-mail.
  if (config.production && config.admin.email === null) {
    const hint = '  Crea la primera cuenta con: npm run simiente -- staff add --email … --name …';
    if (!(await hasStaff(db))) return [...ready, hint].join('\n');
    return [...ready, ...(await administratorHint(db))].join('\n');
  }
  const password = await firstPassword(config);
  if (config.production && !(await hasStaff(db))) {
    await refuseEasyPassword(password.text, email);
  }
  const made = await ensureFirstAccount(db, identity, {
    name: 'Administración',
    email,
    password: password.text,
  });
  if (made || (config.demo && (await isAccountPassword(db, identity, email, password.text)))) {
    return [
      ...ready,
      ...(made ? [] : await administratorHint(db)),
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
  return kept ? 'la de ADMIN_PASSWORD' : `${text} (se muestra una sola vez)`;
}

/** Whether it still is the account's password; users may have changed it. */
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
