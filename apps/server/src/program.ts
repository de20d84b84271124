import { enableCompileCache } from 'node:module';
import { roles } from '@simiente/contract/common/access/roles';
import { Command } from 'commander';
import type { FailureReport } from './commands/backup/daily-backup.ts';
import { translateUsage } from './commands/spanish-usage.ts';
import { RELEASE } from './platform/entry-points.ts';
import { StartupError } from './platform/system-errors.ts';

/** The action of a command, whose code is loaded only when the command runs. */
const run =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args) =>
    (await load())(...args);

export const program = translateUsage(new Command('simiente'))
  .description('Simiente, el back office de un servicio de fertilidad masculina')
  .version(RELEASE, '-V, --version', 'muestra la versión');

program
  .command('serve')
  .description('arranca el servidor')
  .action(run(async () => (await import('./commands/serve/serve.ts')).serve));

program
  .command('migrate')
  .description('actualiza la base con el rol de DATABASE_OWNER_URL, como en cada arranque')
  .action(run(async () => (await import('./commands/serve/migrate.ts')).migrateOnce));

program
  .command('import')
  .description('carga una exportación del sistema anterior')
  .argument('<archivo>', 'el archivo JSON de la exportación')
  .option('--replace-demo', 'quita antes los datos de demostración')
  .action(run(async () => (await import('./commands/import-export.ts')).importExportFile));

program
  .command('status')
  .description('revisa respaldos, disco, tareas, correo y más; termina con 1 si algo está mal')
  .action(run(async () => (await import('./commands/status.ts')).printStatus));

type BackupChoice = Readonly<Partial<Record<'daily' | 'base' | 'take', boolean>>>;

const backup = program
  .command('backup')
  .description('respalda la base y los archivos')
  .argument('[archivo]', 'dónde guardarlo; - lo escribe en la salida')
  .option('--daily', 'el de cada día, en BACKUP_DIR, y quita los que sobran')
  .option('--base', 'una copia de la base en WAL_ARCHIVE, y quita las que sobran')
  .option(
    '--take',
    'con --base: en WAL_ARCHIVE escribe desde ahora esta carpeta de datos, y no otra',
  )
  .action(async (file: string | undefined, { base, take, ...options }: BackupChoice) =>
    base === true
      ? (await import('./commands/backup/base-copies.ts')).makeBase({ take })
      : (await import('./commands/backup/backup.ts')).makeBackup(file, options),
  );
backup
  .command('verify')
  .description('restaura un respaldo en una base desechable y lo compara, o lee todo WAL_ARCHIVE')
  .argument('[archivo]', 'el respaldo; si falta, WAL_ARCHIVE')
  .action(async (file: string | undefined) =>
    file === undefined
      ? (await import('./commands/backup/base-copies.ts')).verifyWalArchive()
      : (await import('./commands/backup/backup.ts')).verifyBackupFile(file),
  );

program
  .command('restore')
  .description('restaura un respaldo, o WAL_ARCHIVE a un momento, en una instalación vacía')
  .argument('[archivo]', 'el respaldo')
  .option(
    '--to <momento>',
    'desde WAL_ARCHIVE: «2026-11-22 10:15» en la hora de la clínica, o fin para recuperarlo todo',
  )
  .option(
    '--recovered <momento>',
    'la base externa ya volvió a ese momento con sus herramientas: termina sus sesiones y lo audita',
  )
  .action(async (file: string | undefined, options: { to?: string; recovered?: string }) => {
    const { to, recovered } = options;
    if ([file, to, recovered].filter((choice) => choice !== undefined).length !== 1) {
      throw new StartupError(
        'restore-what',
        'Indica qué respaldo restaurar, o un momento con --to o con --recovered.',
      );
    }
    if (file !== undefined) {
      return (await import('./commands/backup/restore.ts')).restoreFromFile(file);
    }
    const { restoreTo, finishRecovered } = await import('./commands/backup/restore-to.ts');
    return to === undefined ? finishRecovered(recovered ?? '') : restoreTo(to);
  });

const PASSWORD_STDIN = [
  '--password-stdin',
  'lee la contraseña de la entrada estándar, o la pregunta en la terminal; si falta, se genera y se muestra una vez',
] as const;
const results = program.command('results').description('los resultados de laboratorio');
results
  .command('import')
  .description('carga los resultados de un laboratorio; los que ya se cargaron no cambian')
  .argument('<archivo>', 'el CSV del laboratorio, con ; o , y punto o coma decimal, o su XLSX')
  .option(
    '--columns <mapa>',
    'el JSON que indica qué es cada columna; si falta, el último que se usó para ese laboratorio y estudio',
  )
  .requiredOption('--laboratory <id>', 'el id del partner que es el laboratorio')
  .option('--exam-type <tipo>', 'el tipo de estudio; Seminograma si no se indica')
  .option('--dry-run', 'solo revisa el archivo')
  .action(run(async () => (await import('./commands/results.ts')).importResultsFile));
results
  .command('receive')
  .description('recibe los mensajes HL7 (ORU^R01) de un archivo de un laboratorio')
  .argument('<archivo>', 'el archivo, con uno o varios mensajes')
  .requiredOption('--laboratory <id>', 'el id del partner que es el laboratorio')
  .action(run(async () => (await import('./commands/laboratory-messages.ts')).receiveFile));
results
  .command('messages')
  .description('muestra los últimos mensajes HL7 y su resultado')
  .option('--failed', 'solo los que fallaron')
  .action(run(async () => (await import('./commands/laboratory-messages.ts')).listMessages));
results
  .command('replay')
  .description('vuelve a procesar un mensaje HL7')
  .argument('[número]', 'el número del mensaje')
  .option('--failed', 'todos los que fallaron')
  .action(run(async () => (await import('./commands/laboratory-messages.ts')).replayMessages));
results
  .command('token')
  .description(
    'crea el token con que el sistema de un laboratorio envía resultados, y lo muestra una vez',
  )
  .argument('<id>', 'el id del partner que es el laboratorio')
  .option('--remove', 'quita el que tiene')
  .action(run(async () => (await import('./commands/tokens.ts')).changeLaboratoryToken));

const people = program.command('people').description('pacientes y prospectos de hojas de cálculo');
people
  .command('import')
  .description(
    'carga pacientes o prospectos de una hoja de cálculo; los que ya están no se repiten',
  )
  .argument('<archivo>', 'el CSV o XLSX')
  .requiredOption('--kind <tipo>', 'patients o prospects')
  .requiredOption('--columns <mapa>', 'el JSON que indica qué es cada columna')
  .option('--dry-run', 'solo revisa el archivo')
  .action(run(async () => (await import('./commands/people.ts')).importPeopleFile));

const reports = program.command('reports').description('los informes');
reports
  .command('token')
  .description(
    'crea el token con que otro sistema envía borradores de informes, y lo muestra una vez',
  )
  .argument('<nombre>', 'el nombre del sistema que los envía')
  .option('--remove', 'quita el que tiene')
  .action(run(async () => (await import('./commands/tokens.ts')).changeDraftToken));

const staff = program.command('staff').description('las cuentas del personal');
staff
  .command('add')
  .description('crea una cuenta')
  .requiredOption('--email <correo>', 'correo electrónico')
  .requiredOption('--name <nombre>', 'nombre de la persona')
  .option('--role <rol>', 'sus roles, separados por comas; todo si nadie ha elegido otros')
  .option(...PASSWORD_STDIN)
  .action(run(async () => (await import('./commands/staff/staff.ts')).addAccount));
staff
  .command('list')
  .description('muestra las cuentas y sus roles')
  .action(run(async () => (await import('./commands/staff/staff.ts')).listAccounts));
for (const [name, description, change] of [
  ['suspend', 'suspende una cuenta y cierra sus sesiones', 'suspend'],
  ['activate', 'reactiva una cuenta', 'activate'],
  [
    'reset-two-factor',
    'quita la verificación en dos pasos de una cuenta, si se perdió el teléfono, y cierra sus sesiones',
    'resetTwoFactor',
  ],
  [
    'remove-passkeys',
    'quita las llaves de acceso de una cuenta, si se perdieron, y cierra sus sesiones',
    'removePasskeys',
  ],
  [
    'remove-provider',
    'quita el vínculo de una cuenta con el servicio externo (OIDC_ISSUER) y cierra sus sesiones',
    'removeProvider',
  ],
] as const) {
  staff
    .command(name)
    .description(description)
    .argument('<correo>', 'correo electrónico de la cuenta')
    .action(run(async () => (await import('./commands/staff/staff.ts')).accountChanges[change]));
}
staff
  .command('import')
  .description(
    'crea las cuentas de una exportación de Firebase Authentication; entran con la contraseña que ya tenían',
  )
  .argument('<archivo>', 'la exportación, en JSON')
  .option(
    '--hash-config <archivo>',
    'los parámetros de hash del proyecto, como los muestra la consola de Firebase, si la exportación no los trae',
  )
  .option('--role <rol>', `los roles de las cuentas, separados por comas: ${roles.join(', ')}`)
  .action(run(async () => (await import('./commands/staff/staff-import.ts')).importStaff));
staff
  .command('set-role')
  .description('cambia los roles de una cuenta')
  .argument('<correo>', 'correo electrónico de la cuenta')
  .argument('<rol>', `uno o varios, separados por comas: ${roles.join(', ')}`)
  .action(run(async () => (await import('./commands/staff/staff.ts')).changeRoles));
staff
  .command('reset-password')
  .description('cambia la contraseña de una cuenta y cierra sus sesiones')
  .argument('<correo>', 'correo electrónico de la cuenta')
  .option(...PASSWORD_STDIN)
  .action(run(async () => (await import('./commands/staff/staff.ts')).resetPasswordByEmail));

staff
  .command('set-identity')
  .description(
    'registra la identidad profesional de una cuenta; la persona la confirma en Mi cuenta',
  )
  .argument('<correo>', 'correo electrónico de la cuenta')
  .requiredOption('--name <nombre>', 'nombre completo')
  .requiredOption('--cedula <número>', 'cédula profesional')
  .requiredOption('--institution <nombre>', 'institución que expidió el título')
  .option('--specialty <nombre>', 'especialidad')
  .option('--certificate <número>', 'cédula o certificado de la especialidad')
  .option('--from <fecha>', 'vigente desde, AAAA-MM-DD; hoy si falta')
  .action(run(async () => (await import('./commands/staff/staff-identity.ts')).setIdentity));
staff
  .command('restore-identity')
  .description('reactiva una identidad profesional suspendida')
  .argument('<correo>', 'correo electrónico de la cuenta')
  .action(
    run(async () => (await import('./commands/staff/staff-identity.ts')).restoreIdentityByEmail),
  );

const secrets = program.command('secrets').description('los secretos que firman y cifran');
secrets
  .command('rotate')
  .description('pone un secreto nuevo; el anterior todavía descifra los datos que cifró')
  .option('--lost', 'acepta las llaves actuales, porque las de esta base se perdieron')
  .action(async ({ lost }: { lost?: boolean }) => {
    const commands = await import('./commands/secrets.ts');
    return lost === true ? commands.acceptKeys() : commands.rotateSecrets();
  });
secrets
  .command('retire')
  .description('vuelve a cifrar con el secreto actual y elimina los anteriores')
  .action(run(async () => (await import('./commands/secrets.ts')).retireSecrets));

const audit = program.command('audit').description('la auditoría');
audit
  .command('archive')
  .description(
    'saca de la base los registros antiguos y los guarda en un archivo que «audit verify» lee',
  )
  .requiredOption(
    '--before <fecha>',
    'AAAA-MM-DD: solo las particiones con registros anteriores a ese día',
  )
  .action(run(async () => (await import('./commands/audit.ts')).archiveOldAudit));
audit
  .command('since')
  .description(
    'las acciones que habría que repetir si se volviera a un momento: cuentas, accesos, expedientes',
  )
  .argument('<momento>', '«2026-11-22 10:15» en la hora de la clínica')
  .action(run(async () => (await import('./commands/backup/restore-to.ts')).reportSince));
audit
  .command('verify')
  .description('comprueba que nadie alteró, quitó ni insertó registros')
  .option('--no-key', 'sin comprobar la llave de los sellos, donde no se tiene')
  .option(
    '--checkpoint <final>',
    'un final de cadena que se guardó aparte; se puede repetir',
    (checkpoint: string, earlier: string[]) => [...earlier, checkpoint],
    [],
  )
  .option('--archives <carpeta>', 'dónde están los archivos de la auditoría, si no en DATA_DIR')
  .option('--no-archives', 'sin leer los archivos, donde no se tienen')
  .action(run(async () => (await import('./commands/audit.ts')).verifyAudit));

const patients = program.command('patients').description('los expedientes de los pacientes');
patients
  .command('export')
  .description('escribe el expediente entero de un paciente en un ZIP')
  .argument('<id>', 'el id del paciente')
  .argument('<archivo>', 'el ZIP que se escribe; no debe existir')
  .action(run(async () => (await import('./commands/patients.ts')).exportPatient));

program
  .command('purge')
  .description(
    'suprime o bloquea los registros que cumplieron 30 días en la Papelera, como cada noche',
  )
  .action(run(async () => (await import('./commands/retention.ts')).purgeNow));

const blocked = program
  .command('blocked')
  .description('los expedientes bloqueados, que se conservan cinco años');
blocked
  .command('list')
  .description('muestra qué está bloqueado y desde cuándo se puede suprimir')
  .action(run(async () => (await import('./commands/retention.ts')).listBlocked));
blocked
  .command('restore')
  .description('devuelve al uso un paciente o un estudio bloqueado')
  .argument('<id>', 'el id del registro')
  .requiredOption('--reason <motivo>', 'error, titular o autoridad')
  .action(run(async () => (await import('./commands/retention.ts')).restoreBlocked));
blocked
  .command('purge')
  .description('suprime un expediente bloqueado, cinco años después del último acto médico')
  .argument('<id>', 'el id del registro')
  .action(run(async () => (await import('./commands/retention.ts')).purgeOne));

const webhooks = program.command('webhooks').description('las notificaciones que envía Calendly');
webhooks
  .command('list')
  .description('muestra las últimas notificaciones y su resultado')
  .option('--outcome <resultado>', 'solo las de un resultado: received, applied, ignored o failed')
  .action(run(async () => (await import('./commands/webhooks.ts')).listWebhooks));
webhooks
  .command('replay')
  .description('vuelve a procesar una notificación')
  .argument('[número]', 'el número de la notificación')
  .option('--failed', 'todos los que fallaron')
  .action(run(async () => (await import('./commands/webhooks.ts')).replayWebhooks));

/** Runs the command in the arguments of this process. A StartupError is printed as one line; the exit code is 1. */
export async function runProgram(): Promise<void> {
  // Later starts read compiled code from a cache.
  enableCompileCache();
  try {
    await program.parseAsync();
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : await describeUnexpected(error));
    // The server runs backups as child processes, and shows the code of a failed one.
    if (error instanceof StartupError) process.send?.({ code: error.code } satisfies FailureReport);
    process.exitCode = 1;
  }
}

/** The error itself is not printed, because messages of the database quote values. */
async function describeUnexpected(error: unknown): Promise<string> {
  const { describeFault, explainToOperator } = await import('./platform/failures.ts');
  const explanation = explainToOperator(error);
  if (explanation !== null) return explanation;
  return `Ocurrió un error inesperado. Si se repite, envía estas líneas al soporte de Simiente; no contienen datos personales.\n${JSON.stringify(describeFault(error), null, 2)}`;
}
