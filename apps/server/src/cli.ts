import { enableCompileCache } from 'node:module';
import { Command } from 'commander';
import { StartupError } from './platform/postgres/startup-error.ts';

// The second start reads the compiled form of every file instead of the file.
enableCompileCache();

const program = new Command('simiente')
  .description('Simiente, el back office de un servicio de fertilidad masculina')
  .helpOption('-h, --help', 'muestra esta ayuda')
  .helpCommand('help [orden]', 'muestra la ayuda de una orden')
  .showHelpAfterError('(usa --help para ver las órdenes)');

program
  .command('serve')
  .description('arranca el servidor')
  .action(async () => (await import('./commands/serve.ts')).serve());

program
  .command('import')
  .description('carga una exportación del sistema anterior')
  .argument('<archivo>', 'el archivo JSON de la exportación')
  .option('--replace-demo', 'quita antes los datos de demostración')
  .action(async (file: string, { replaceDemo = false }: { replaceDemo?: boolean }) =>
    (await import('./commands/import-export.ts')).importExportFile(file, { replaceDemo }),
  );

const staff = program.command('staff').description('las cuentas del personal');
staff
  .command('add')
  .description('crea una cuenta')
  .requiredOption('--email <correo>', 'correo electrónico')
  .requiredOption('--name <nombre>', 'nombre de la persona')
  .option('--password <contraseña>', 'si falta, se genera y se muestra una vez')
  .action(async (options) => (await import('./commands/staff.ts')).addAccount(options));
staff
  .command('list')
  .description('muestra las cuentas')
  .action(async () => (await import('./commands/staff.ts')).listAccounts());
for (const [name, description, status] of [
  ['suspend', 'suspende una cuenta y cierra sus sesiones', 'suspended'],
  ['activate', 'reactiva una cuenta', 'active'],
] as const) {
  staff
    .command(name)
    .description(description)
    .argument('<correo>', 'correo electrónico de la cuenta')
    .action(async (email: string) =>
      (await import('./commands/staff.ts')).changeStatus(email, status),
    );
}
staff
  .command('reset-password')
  .description('cambia la contraseña de una cuenta y cierra sus sesiones')
  .argument('<correo>', 'correo electrónico de la cuenta')
  .option('--password <contraseña>', 'si falta, se genera y se muestra una vez')
  .action(async (email: string, options) =>
    (await import('./commands/staff.ts')).changePassword(email, options),
  );

const webhooks = program.command('webhooks').description('los avisos que envía Calendly');
webhooks
  .command('list')
  .description('muestra los últimos avisos y qué fue de cada uno')
  .option('--outcome <resultado>', 'solo los de un resultado: received, applied, ignored o failed')
  .action(async (options: { outcome?: string }) =>
    (await import('./commands/webhooks.ts')).listDeliveries(options),
  );
webhooks
  .command('replay')
  .description('vuelve a aplicar un aviso')
  .argument('[número]', 'el número del aviso')
  .option('--failed', 'todos los que fallaron')
  .action(async (id: string | undefined, options: { failed?: boolean }) =>
    (await import('./commands/webhooks.ts')).replayDeliveries(id, options),
  );

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
