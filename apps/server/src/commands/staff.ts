import { errorTable } from '@simiente/contract/common/errors';
import { isRole, type Role, roles as roleNames } from '@simiente/contract/common/roles';
import * as z from 'zod';
import { writeAudit } from '../modules/audit/public.ts';
import type { Transaction } from '../platform/database/database.ts';
import {
  isCommonPassword,
  LONGEST_PASSWORD,
  PasswordLengthError,
  requirePasswordLength,
  SHORTEST_OPERATOR_PASSWORD,
} from '../platform/identity/password.ts';
import {
  addStaff,
  areRolesInUse,
  FIRST_ROLES,
  findStaffByEmail,
  LastAdministratorError,
  listStaff,
  resetPassword,
  type StaffMember,
  setRoles,
  setStaffStatus,
} from '../platform/identity/staff-accounts.ts';
import { resetTwoFactor } from '../platform/identity/two-factor/two-factor.ts';
import { StartupError } from '../platform/startup-error.ts';
import { ACTIVE, SUSPENDED } from '../schema/staff.ts';
import { generatePassword } from './first-account.ts';
import { readNewPassword } from './read-password.ts';
import { withInstallation } from './session.ts';

const STATUSES = { active: ACTIVE, suspended: SUSPENDED } as const;

/** `staff add` */
export async function addAccount(options: {
  email: string;
  name: string;
  role?: string;
  passwordStdin?: boolean;
}): Promise<void> {
  const chosen = options.role === undefined ? undefined : readRoles(options.role);
  const email = z.email().safeParse(options.email.trim().toLowerCase());
  if (!email.success) {
    throw new StartupError('config-invalid', `«${options.email}» no es un correo electrónico.`);
  }
  const password = await choosePassword(options, {
    email: email.data,
    name: options.name.trim(),
  });
  await withInstallation(({ installation: { database }, identity, act }) =>
    database.db.transaction(async (transaction) => {
      if (await findStaffByEmail(transaction, email.data)) {
        throw new StartupError(
          'account-taken',
          `Ya existe una cuenta con el correo ${email.data}.`,
        );
      }
      const roles = chosen ?? (await defaultRoles(transaction));
      const id = await addStaff(transaction, identity, {
        name: options.name.trim(),
        email: email.data,
        password: password.text,
        roles,
      });
      await writeAudit(transaction, act, {
        action: 'staff.created',
        subject: { kind: 'staff', id },
        details: { roles },
      });
    }),
  );
  console.log(`Cuenta creada: ${email.data}`);
  if (password.generated) console.log(`Contraseña (se muestra una sola vez): ${password.text}`);
}

/** `staff list` */
export async function listAccounts(): Promise<void> {
  const people = await withInstallation(({ installation: { database }, act }) =>
    database.db.transaction(async (transaction) => {
      const found = await listStaff(transaction);
      await writeAudit(transaction, act, {
        action: 'staff.listed',
        details: { count: found.length },
      });
      return found;
    }),
  );
  for (const { email, name, status, roles } of people) {
    const state = status === ACTIVE ? 'activa' : 'suspendida';
    console.log(`${email}\t${name}\t${state}\t${roles.join(',')}`);
  }
  if (people.length === 0) console.log('No hay cuentas. Crea una con: staff add');
}

/** `staff suspend` and `staff activate` */
export async function changeStatus(email: string, to: keyof typeof STATUSES): Promise<void> {
  await withInstallation(({ installation: { database }, act }) =>
    database.db.transaction(async (transaction) => {
      const { id, status } = known(await findStaffByEmail(transaction, email), email);
      await setStaffStatus(transaction, id, STATUSES[to]).catch(explainLast);
      await writeAudit(transaction, act, {
        action: 'staff.status_changed',
        subject: { kind: 'staff', id },
        details: { changes: { status: { from: status, to: STATUSES[to] } } },
      });
    }),
  );
  console.log(to === 'active' ? `Cuenta activa: ${email}` : `Cuenta suspendida: ${email}`);
}

/** `staff set-role` */
export async function changeRoles(email: string, text: string): Promise<void> {
  const roles = readRoles(text);
  await withInstallation(({ installation: { database }, act }) =>
    database.db.transaction(async (transaction) => {
      const { id, roles: earlier } = known(await findStaffByEmail(transaction, email), email);
      await setRoles(transaction, id, roles).catch(explainLast);
      await writeAudit(transaction, act, {
        action: 'staff.roles_changed',
        subject: { kind: 'staff', id },
        details: { changes: { roles: { from: earlier, to: roles } } },
      });
    }),
  );
  console.log(`Roles de ${email}: ${roles.join(', ')}`);
}

const ROLE_LIST = roleNames.join(', ');

/** Roles of the command line: 'recepcion,medico'. */
function readRoles(text: string): Role[] {
  const wanted = text.split(',').map((role) => role.trim().toLowerCase());
  const unknown = wanted.find((role) => !isRole(role));
  if (unknown !== undefined) {
    throw new StartupError(
      'role-unknown',
      `«${unknown}» no es un rol. Los roles son: ${ROLE_LIST}.`,
    );
  }
  return roleNames.filter((role) => wanted.includes(role));
}

/** The roles of an account for which none was given. */
async function defaultRoles(transaction: Transaction): Promise<readonly Role[]> {
  if (await areRolesInUse(transaction)) {
    throw new StartupError(
      'role-missing',
      `Aquí ya se usan roles: di cuál tiene la cuenta con --role ROL. Los roles son: ${ROLE_LIST}.`,
    );
  }
  return (await listStaff(transaction)).length === 0 ? FIRST_ROLES : ['todo'];
}

function explainLast(cause: unknown): never {
  if (!(cause instanceof LastAdministratorError)) throw cause;
  throw new StartupError(
    'last-administrator',
    'Es la única cuenta activa con el rol administracion. Da antes ese rol a otra con: npm run simiente -- staff set-role CORREO ROL[,ROL]',
    { cause },
  );
}

/** `staff reset-password` */
export async function changePassword(
  email: string,
  options: { passwordStdin?: boolean },
): Promise<void> {
  const password = await choosePassword(options, { email, name: '' });
  await withInstallation(({ installation: { database }, identity, act }) =>
    database.db.transaction(async (transaction) => {
      const { id } = known(await findStaffByEmail(transaction, email), email);
      await resetPassword(transaction, identity, id, password.text);
      await writeAudit(transaction, act, {
        action: 'staff.password_reset',
        subject: { kind: 'staff', id },
      });
    }),
  );
  console.log(`Contraseña cambiada: ${email}`);
  if (password.generated) console.log(`Contraseña (se muestra una sola vez): ${password.text}`);
}

/** `staff reset-two-factor` */
export async function disableTwoFactorOf(email: string): Promise<void> {
  const hadOne = await withInstallation(({ installation: { database }, act }) =>
    database.db.transaction(async (transaction) => {
      const { id } = known(await findStaffByEmail(transaction, email), email);
      const had = await resetTwoFactor(transaction, id);
      await writeAudit(transaction, act, {
        action: 'two_factor.reset',
        subject: { kind: 'staff', id },
      });
      return had;
    }),
  );
  console.log(
    hadOne
      ? `Verificación en dos pasos quitada: ${email}. Sus sesiones se cerraron.`
      : `${email} no tenía verificación en dos pasos. Sus sesiones se cerraron.`,
  );
}

function known(person: StaffMember | undefined, email: string): StaffMember {
  if (!person) {
    throw new StartupError('account-unknown', `No hay ninguna cuenta con el correo ${email}.`);
  }
  return person;
}

async function choosePassword(
  { passwordStdin = false }: { passwordStdin?: boolean },
  person: { email: string; name: string },
): Promise<{ text: string; generated: boolean }> {
  if (!passwordStdin) return { text: generatePassword(), generated: true };
  const given = await readNewPassword();
  try {
    requirePasswordLength(given, SHORTEST_OPERATOR_PASSWORD);
  } catch (cause) {
    if (!(cause instanceof PasswordLengthError)) throw cause;
    throw new StartupError(
      'password-short',
      `La contraseña debe tener entre ${SHORTEST_OPERATOR_PASSWORD} y ${LONGEST_PASSWORD} caracteres.`,
      { cause },
    );
  }
  if (await isCommonPassword(given, person)) {
    throw new StartupError('password-common', errorTable.PASSWORD_TOO_COMMON.message);
  }
  return { text: given, generated: false };
}
