import { readFile, stat } from 'node:fs/promises';
import {
  type ImportedAccount,
  importAccounts,
  readExportParameters,
  readFirebaseParameters,
  readFirebaseUsers,
  type SkipReason,
} from '../../modules/accounts/public.ts';
import { hasAdministrator } from '../../platform/identity/staff-accounts.ts';
import { StartupError } from '../../platform/system-errors.ts';
import { ADMINISTRATOR_HINT } from '../serve/welcome.ts';
import { inTransaction } from '../with-installation.ts';
import { readRoles, throwRoleMissing } from './staff.ts';

const MEGABYTE = 1024 * 1024;
/** Maximum bytes of an export, for about twenty thousand users. */
const MAX_EXPORT_SIZE = 20 * MEGABYTE;
/** Maximum bytes of the file of hash parameters. */
const MAX_PARAMETERS_SIZE = 16 * 1024;

const reasons: Readonly<Record<SkipReason, string>> = {
  'no-email': 'no tiene correo',
  'wrong-email': 'su correo no es válido',
  'no-password': 'no tiene contraseña; invítala en Cuentas',
  'wrong-password': 'su contraseña no corresponde a esos parámetros; invítala en Cuentas',
  repeated: 'su correo está repetido en el archivo',
  taken: 'ya existe una cuenta con ese correo; no se cambió',
};

const PARAMETERS = 'base64_signer_key, base64_salt_separator, rounds (1 a 8) y mem_cost (1 a 14)';

export async function importStaff(
  file: string,
  options: { hashConfig?: string; role?: string },
): Promise<void> {
  const roles = options.role === undefined ? undefined : readRoles(options.role);
  const content = await readText(file, MAX_EXPORT_SIZE);
  const { hashConfig } = options;
  const hashing =
    hashConfig === undefined
      ? readExportParameters(content)
      : readFirebaseParameters(await readText(hashConfig, MAX_PARAMETERS_SIZE));
  if (hashing === null) {
    throw new StartupError(
      'import-unreadable',
      hashConfig === undefined
        ? `Faltan los parámetros de hash de Firebase (${PARAMETERS}): indica --hash-config ARCHIVO, o ponlos en ${file} como hash_config.`
        : `${hashConfig} no tiene los parámetros de hash de Firebase: ${PARAMETERS}, como los muestra su consola.`,
    );
  }
  const users = readFirebaseUsers(content);
  if (users === null) {
    throw new StartupError(
      'import-unreadable',
      `${file} no es una exportación de usuarios de Firebase en JSON (firebase auth:export usuarios.json --format=json).`,
    );
  }
  const { imported, skipped, isAdministered } = await inTransaction(
    async (transaction, { act }) => ({
      ...(await importAccounts(transaction, act, users, {
        hashing,
        ...(roles && { roles }),
      }).catch(throwRoleMissing)),
      isAdministered: await hasAdministrator(transaction),
    }),
  );
  console.log(`Cuentas importadas: ${imported.length} de ${users.length}`);
  for (const account of imported) console.log(`  ${account.email}${formatRemarks(account)}`);
  if (skipped.length > 0) console.log(`Sin importar: ${skipped.length}`);
  for (const { user, reason } of skipped) {
    console.log(`  ${user || '(sin nombre)'}: ${reasons[reason]}`);
  }
  if (!isAdministered) console.log(ADMINISTRATOR_HINT);
}

function formatRemarks({ disabled, isVerified, hadSecondStep }: ImportedAccount): string {
  const remarks = [
    ...(disabled ? ['suspendida: estaba deshabilitada'] : []),
    ...(isVerified ? [] : ['su correo no estaba verificado: confirma que es de tu personal']),
    ...(hadSecondStep ? ['tenía verificación en dos pasos: debe activarla de nuevo'] : []),
  ];
  return remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
}

async function readText(file: string, maxBytes: number): Promise<string> {
  const stats = await stat(file).catch(() => null);
  if (!stats?.isFile()) {
    throw new StartupError('import-missing', `No existe el archivo ${file}.`);
  }
  if (stats.size > maxBytes) {
    throw new StartupError(
      'import-unreadable',
      `${file} es demasiado grande: se leen hasta ${maxBytes < MEGABYTE ? `${maxBytes / 1024} KB` : `${maxBytes / MEGABYTE} MB`}.`,
    );
  }
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartupError('import-missing', `No se puede leer el archivo ${file}.`, { cause });
  });
}
