import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { MAX_PASSWORD_LENGTH } from '@simiente/contract/account/calls';
import { isRole, type Role, roles as roleNames } from '@simiente/contract/common/access/roles';
import { type ErrorCode, errorTable } from '@simiente/contract/common/errors';
import * as z from 'zod';
import {
  changeRoles as changeAccountRoles,
  changeStatus as changeAccountStatus,
  type Factor,
  removeFactor,
} from '../../modules/accounts/public.ts';
import { writeAudit } from '../../modules/audit/public.ts';
import { suspendIdentity } from '../../modules/professional-identity/public.ts';
import type { ChangeAct } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  isCommonPassword,
  MIN_OPERATOR_PASSWORD_LENGTH,
  PasswordLengthError,
  requirePasswordLength,
} from '../../platform/identity/passwords/password.ts';
import { createPasswordHashing } from '../../platform/identity/passwords/password-hash.ts';
import {
  addStaff,
  defaultRoles,
  findStaffByEmail,
  GENERATED_PASSWORD_DAYS,
  listStaff,
  resetPassword,
  type StaffMember,
  setPasswordEnd,
} from '../../platform/identity/staff-accounts.ts';
import { Problem } from '../../platform/problem.ts';
import { StartupError } from '../../platform/system-errors.ts';
import { ACTIVE, INVITED, SUSPENDED } from '../../schema/staff.ts';
import { generatePassword } from '../serve/welcome.ts';
import { type CommandSession, inTransaction, listAudited } from '../with-installation.ts';

export async function addAccount(options: {
  email: string;
  name: string;
  role?: string;
  passwordStdin?: boolean;
}): Promise<void> {
  const chosenRoles = options.role === undefined ? undefined : readRoles(options.role);
  const email = z.email().safeParse(options.email.trim().toLowerCase());
  if (!email.success) {
    throw new StartupError('config-invalid', `«${options.email}» no es un correo electrónico.`);
  }
  const name = options.name.trim();
  if (name === '') throw new StartupError('config-invalid', 'Indica el nombre en --name.');
  const password = await choosePassword(options, { email: email.data, name });
  await inTransaction(async (transaction, { act }) => {
    if (await findStaffByEmail(transaction, email.data)) {
      throw new StartupError('account-taken', `Ya existe una cuenta con el correo ${email.data}.`);
    }
    const roles = chosenRoles ?? (await defaultRoles(transaction).catch(throwRoleMissing));
    const id = await addStaff(transaction, createPasswordHashing(), {
      name,
      email: email.data,
      password: password.text,
      roles,
    });
    if (password.isGenerated) await setPasswordEnd(transaction, id);
    await writeAudit(transaction, act, {
      action: 'staff.created',
      subject: { kind: 'staff', id },
      details: { roles },
    });
  });
  printPassword(`Cuenta creada: ${email.data}`, password);
}

export async function listAccounts(): Promise<void> {
  const people = await listAudited('staff.listed', listStaff);
  for (const { email, name, status, roles } of people) {
    console.log(`${email}\t${name}\t${formatStatus(status)}\t${roles.join(',')}`);
  }
  if (people.length === 0) console.log('No hay cuentas. Crea una con: staff add');
}

function formatStatus(status: number): string {
  if (status === ACTIVE) return 'activa';
  return status === INVITED ? 'invitada' : 'suspendida';
}

export async function changeRoles(email: string, text: string): Promise<void> {
  const roles = readRoles(text);
  await withAccount(email, (transaction, person, { act }) =>
    changeAccountRoles(transaction, act, person, roles).catch(throwLastAdministrator),
  );
  console.log(`Roles de ${email}: ${roles.join(', ')}`);
}

const ROLE_LIST = roleNames.join(', ');

/** Parses roles of the command line, such as 'recepcion,medico'. */
export function readRoles(text: string): Role[] {
  const words = text.split(',').map((role) => role.trim().toLowerCase());
  const unknown = words.find((role) => !isRole(role));
  if (unknown !== undefined) {
    throw new StartupError(
      'role-unknown',
      `«${unknown}» no es un rol. Los roles son: ${ROLE_LIST}.`,
    );
  }
  return roleNames.filter((role) => words.includes(role));
}

/** For `catch`: converts a problem with this code to a StartupError, and throws every other error. */
const throwFor = (problem: ErrorCode, code: string, message: string) => (cause: unknown) => {
  if (!(cause instanceof Problem) || cause.code !== problem) throw cause;
  throw new StartupError(code, message, { cause });
};

export const throwRoleMissing = throwFor(
  'ROLE_MISSING',
  'role-missing',
  `Indica al menos un rol con --role ROL. Los roles son: ${ROLE_LIST}.`,
);

const throwLastAdministrator = throwFor(
  'LAST_ADMINISTRATOR',
  'last-administrator',
  'Es la única cuenta activa con el rol administracion. Antes asígnalo a otra con: npm run simiente -- staff set-role CORREO ROL[,ROL]',
);

export async function resetPasswordByEmail(
  email: string,
  options: { passwordStdin?: boolean },
): Promise<void> {
  const password = await choosePassword(options, { email, name: '' });
  await withAccount(email, async (transaction, { id }, { act }) => {
    await resetPassword(transaction, createPasswordHashing(), id, password.text);
    if (password.isGenerated) await setPasswordEnd(transaction, id);
    await writeAudit(transaction, act, {
      action: 'staff.password_reset',
      subject: { kind: 'staff', id },
    });
    await suspendIdentity(transaction, act, id, { reason: 'password', by: null });
  });
  printPassword(`Contraseña cambiada: ${email}`, password);
}

/** Changes an account, and describes the result. */
type Change = (transaction: Transaction, act: ChangeAct, person: StaffMember) => Promise<string>;

const toStatus =
  (wanted: number): Change =>
  async (transaction, act, person) => {
    const status = await changeAccountStatus(transaction, act, person, wanted).catch(
      throwLastAdministrator,
    );
    return `Cuenta ${formatStatus(status)}: ${person.email}`;
  };

const removal =
  (factor: Factor, removedText: string, missingText: string): Change =>
  async (transaction, act, { id, email }) =>
    (await removeFactor(transaction, act, id, factor))
      ? `${removedText}: ${email}. Sus sesiones se cerraron.`
      : `${email} no ${missingText}. Sus sesiones se cerraron.`;

const toCommand = (change: Change) => async (email: string) =>
  console.log(
    await withAccount(email, (transaction, person, { act }) => change(transaction, act, person)),
  );

/** Commands whose only argument is an e-mail, such as `staff suspend`, `staff remove-passkeys`. */
export const accountChanges = {
  suspend: toCommand(toStatus(SUSPENDED)),
  activate: toCommand(toStatus(ACTIVE)),
  resetTwoFactor: toCommand(
    removal('second-step', 'Verificación en dos pasos quitada', 'tenía verificación en dos pasos'),
  ),
  removePasskeys: toCommand(
    removal('passkey', 'Llaves de acceso quitadas', 'tenía llaves de acceso'),
  ),
  removeProvider: toCommand(
    removal(
      'provider',
      'Vínculo con el servicio externo quitado',
      'estaba vinculada al servicio externo',
    ),
  ),
} as const;

/** Runs work on the account of an e-mail, in one transaction. */
export function withAccount<Result>(
  email: string,
  work: (transaction: Transaction, person: StaffMember, session: CommandSession) => Promise<Result>,
): Promise<Result> {
  return inTransaction(async (transaction, session) => {
    const person = await findStaffByEmail(transaction, email);
    if (!person) {
      throw new StartupError('account-unknown', `No hay ninguna cuenta con el correo ${email}.`);
    }
    return work(transaction, person, session);
  });
}

async function choosePassword(
  { passwordStdin = false }: { passwordStdin?: boolean },
  person: { email: string; name: string },
): Promise<{ text: string; isGenerated: boolean }> {
  if (!passwordStdin) return { text: generatePassword(), isGenerated: true };
  const text = await readNewPassword();
  try {
    requirePasswordLength(text, MIN_OPERATOR_PASSWORD_LENGTH);
  } catch (cause) {
    if (!(cause instanceof PasswordLengthError)) throw cause;
    throw new StartupError(
      'password-short',
      `La contraseña debe tener entre ${MIN_OPERATOR_PASSWORD_LENGTH} y ${MAX_PASSWORD_LENGTH} caracteres.`,
      { cause },
    );
  }
  if (await isCommonPassword(text, person)) {
    throw new StartupError('password-common', errorTable.PASSWORD_TOO_COMMON.message);
  }
  return { text, isGenerated: false };
}

function printPassword(result: string, password: { text: string; isGenerated: boolean }): void {
  console.log(result);
  if (!password.isGenerated) return;
  console.log(`Contraseña (se muestra una sola vez): ${password.text}`);
  console.log(`Sirve ${GENERATED_PASSWORD_DAYS} días: antes hay que cambiarla en «Mi cuenta».`);
}

/** Streams from which a password is typed or piped, and to which the prompt is written. */
interface PasswordTerminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Reads a new password from standard input: the first line of a pipe or file, or two lines typed at a terminal
 * without echo. An argument would be visible in the process list and in the shell's history.
 * @throws StartupError if the two lines differ, or the user cancels
 */
export async function readNewPassword(
  { input, output }: PasswordTerminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const isTerminal = input.isTTY === true;
  const noEcho = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: noEcho, terminal: isTerminal, historySize: 0 });
  const lines = reader[Symbol.asyncIterator]();

  async function ask(prompt: string): Promise<string> {
    output.write(prompt);
    const line = await lines.next();
    output.write('\n');
    if (line.done) throw new StartupError('password-missing', 'No se cambió nada.');
    return line.value;
  }

  try {
    if (!isTerminal) return (await lines.next()).value ?? '';
    const password = await ask('Contraseña nueva: ');
    if ((await ask('Escríbela otra vez: ')) === password) return password;
    throw new StartupError(
      'password-mismatch',
      'Las contraseñas no coinciden. No se cambió nada; vuelve a intentarlo.',
    );
  } finally {
    reader.close();
  }
}
