import { Command } from 'commander';
import { expect, test } from 'vitest';
import { translateUsage } from './spanish-usage.ts';

/** The output of a program like ours with these arguments. */
async function runProgram(...args: readonly string[]): Promise<string> {
  const program = translateUsage(new Command('simiente')).version('1', '-V, --version', 'cuál es');
  const staff = program.command('staff').description('las cuentas');
  staff
    .command('add')
    .description('crea una cuenta')
    .argument('<nombre>', 'de quién')
    .requiredOption('--email <correo>', 'su correo')
    .option('--checkpoint <final>', 'se puede repetir', () => [], [])
    .action(() => {});
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  for (const command of [program, staff, ...staff.commands]) {
    command.exitOverride().configureOutput({ writeOut: write, writeErr: write });
  }
  await program.parseAsync(args, { from: 'user' }).catch(() => {});
  return output;
}

test.each([
  [['nada'], 'No existe el comando «nada».'],
  [['staff', 'ad'], 'No existe el comando «ad».\n(¿Quisiste decir add?)'],
  [
    ['staff', 'add', 'Ana', '--email', 'x', '--chekpoint', 'y'],
    'No existe la opción «--chekpoint».\n(¿Quisiste decir --checkpoint?)',
  ],
  [['staff', 'add', '--email', 'x'], 'Falta <nombre>.'],
  [['staff', 'add', 'Ana'], 'Falta la opción «--email <correo>».'],
  [['staff', 'add', 'Ana', '--email'], 'A la opción «--email <correo>» le falta su valor.'],
  [['staff', 'add', 'Ana', 'Luz', '--email', 'x'], 'Sobran argumentos en Ana, Luz.'],
])('an invalid command line is rejected in Spanish: %j', async (args, rejection) => {
  expect(await runProgram(...args)).toBe(`${rejection}\n(usa --help para ver los comandos)\n`);
});

test('the help of the command line is completely in Spanish', async () => {
  expect(await runProgram('--help')).toBe(`Uso: simiente [opciones] [comando]

Opciones:
  -V, --version   cuál es
  -h, --help      muestra esta ayuda

Comandos:
  staff           las cuentas
  help [comando]  muestra la ayuda de un comando
`);
  expect(
    await runProgram('staff', 'add', '--help'),
  ).toBe(`Uso: simiente staff add [opciones] <nombre>

crea una cuenta

Argumentos:
  nombre                de quién

Opciones:
  --email <correo>      su correo
  --checkpoint <final>  se puede repetir
  -h, --help            muestra esta ayuda
`);
});
