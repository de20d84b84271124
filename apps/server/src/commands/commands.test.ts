import { copyFile, mkdir, readFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { StartupError } from '../platform/startup-error.ts';
import { program } from '../program.ts';
import { temporaryFolder } from '../testing/backups.ts';
import { addressOf, createTestDatabase } from '../testing/database.ts';

/** The command line in this process; `e2e/start` runs it as programs. */
const FIXTURE = path.join(import.meta.dirname, '../../../../fixtures/legacy-export.json');

let folder: string;

beforeEach(async () => {
  const { app, owner } = await createTestDatabase();
  folder = await temporaryFolder();
  await mkdir(path.join(folder, 'data'));
  for (const [name, value] of Object.entries({
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: addressOf({ owner: app }),
    DATABASE_OWNER_URL: addressOf({ owner }),
    LOG_LEVEL: 'silent',
  })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
});

/** What a command prints, or why it refuses, which the program prints and exits with 1. */
async function run(...args: readonly string[]): Promise<{ said: string; refused: boolean }> {
  let said = '';
  const log = vi.spyOn(console, 'log').mockImplementation((line: unknown) => {
    said += `${line}\n`;
  });
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    await program.parseAsync(args, { from: 'user' });
    return { said: said.trim(), refused: false };
  } catch (cause) {
    if (!(cause instanceof StartupError)) throw cause;
    return { said: cause.message, refused: true };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

const done = (said: unknown) => ({ said, refused: false });
const refused = (said: unknown) => ({ said, refused: true });
const containing = (text: string) => expect.stringContaining(text);

/** Runs a command whose standard input is this text. */
async function runWith(input: string, ...args: readonly string[]) {
  const terminal = process.stdin;
  const spy = vi
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Object.assign(Readable.from([input]), { fd: 0 }) as typeof terminal);
  return run(...args).finally(() => spy.mockRestore());
}

test('staff are added, listed, suspended, activated and given a new password', async () => {
  const add = (email: string, name: string, ...more: readonly string[]) =>
    run('staff', 'add', '--email', email, '--name', name, ...more);
  const email = 'ana@simiente.example';
  expect(await add('Ana@Simiente.example', 'Ana Ríos')).toEqual(
    done(
      expect.stringMatching(
        /^Cuenta creada: ana@simiente\.example\nContraseña \(se muestra una sola vez\): [a-z2-9-]{23}$/,
      ),
    ),
  );
  expect(await add(email, 'Otra')).toEqual(
    refused('Ya existe una cuenta con el correo ana@simiente.example.'),
  );

  // E-10.282: the first account administers, and stays until another does.
  expect(await run('staff', 'suspend', email)).toEqual(
    refused(containing('Es la única cuenta activa con el rol administracion.')),
  );
  const eva = 'eva@simiente.example';
  expect(await add(eva, 'Eva', '--role', 'jefe')).toEqual(
    refused(
      '«jefe» no es un rol. Los roles son: todo, recepcion, laboratorio, medico, administracion, auditoria.',
    ),
  );
  expect((await add(eva, 'Eva', '--role', 'medico')).refused).toBe(false);
  expect(await add('luz@simiente.example', 'Luz')).toEqual(refused(containing('--role ROL')));
  expect(await run('staff', 'set-role', eva, 'administracion,medico')).toEqual(
    done(containing('medico, administracion')),
  );
  expect(await run('staff', 'list')).toEqual(
    done(
      'ana@simiente.example\tAna Ríos\tactiva\ttodo,administracion\neva@simiente.example\tEva\tactiva\tmedico,administracion',
    ),
  );

  for (const [order, word] of [
    ['suspend', 'suspendida'],
    ['activate', 'activa'],
  ] as const) {
    expect((await run('staff', order, email)).refused).toBe(false);
    expect((await run('staff', 'list')).said).toContain(`Ana Ríos\t${word}`);
  }
  expect(await run('staff', 'reset-password', email)).toEqual(
    done(containing('se muestra una sola vez')),
  );
  expect(await run('staff', 'suspend', 'nadie@simiente.example')).toEqual(
    refused('No hay ninguna cuenta con el correo nadie@simiente.example.'),
  );
});

test('E-5.2, E-9.2, T-K8: a command takes a password of 12 to 128 characters that is not common', async () => {
  const ana = 'ana@simiente.example';
  const add = ['staff', 'add', '--email', ana, '--name', 'Ana Ríos', '--password-stdin'];
  const length = 'La contraseña debe tener entre 12 y 128 caracteres.';
  for (const password of ['', 'once letras', 'x'.repeat(129)]) {
    expect(await runWith(`${password}\n`, ...add)).toEqual(refused(length));
  }
  expect(await runWith('contraseña2026\n', ...add)).toEqual(
    refused('Esa contraseña es muy común y fácil de adivinar. Elige otra.'),
  );
  expect((await run('staff', 'list')).said).toContain('No hay cuentas');
  expect(await runWith('jacaranda en flor\n', ...add)).toEqual(
    done('Cuenta creada: ana@simiente.example'),
  );
  const reset = ['staff', 'reset-password', ana, '--password-stdin'];
  expect(await runWith('xk7q2w\n', ...reset)).toEqual(refused(length));
  expect(await runWith('lluvia sobre el tejado', ...reset)).toEqual(
    done('Contraseña cambiada: ana@simiente.example'),
  );
});

test('E-10.174, E-10.177, T-A13: a second step is taken away, and the secrets are rotated and retired', async () => {
  await run('staff', 'add', '--email', 'ana@simiente.example', '--name', 'Ana Ríos');
  expect(await run('staff', 'reset-two-factor', 'ana@simiente.example')).toEqual(
    done(containing('ana@simiente.example no tenía verificación en dos pasos')),
  );
  expect((await run('staff', 'reset-two-factor', 'nadie@simiente.example')).refused).toBe(true);

  const secrets = path.join(folder, 'data', 'secrets');
  const read = (name: string) => readFile(path.join(secrets, name), 'utf8');
  const before = await read('auth');
  expect((await run('secrets', 'rotate')).refused).toBe(false);
  const current = await read('auth');
  expect(current).not.toBe(before);
  expect(await read('auth-previous')).toBe(before);
  for (const name of ['auth', 'auth-previous']) {
    expect((await stat(path.join(secrets, name))).mode & 0o077).toBe(0);
  }
  expect(await run('secrets', 'retire')).toEqual(done(containing('Cifrados de nuevo: 0.')));
  await expect(stat(path.join(secrets, 'auth-previous'))).rejects.toThrow('ENOENT');
  expect(await read('auth')).toBe(current);
});

test('an import that is truncated or missing changes nothing, and says so in a line', async () => {
  const broken = path.join(folder, 'roto.json');
  await copyFile(FIXTURE, broken);
  await truncate(broken, Math.floor((await readFile(FIXTURE)).length / 2));
  for (const file of [broken, path.join(folder, 'no-existe.json')]) {
    const outcome = await run('import', file);
    expect(outcome.refused).toBe(true);
    expect(outcome.said).not.toContain('\n');
  }
  expect((await run('staff', 'list')).said).toContain('No hay cuentas');
});

test('the command line exports a record, empties the trash, and purges and restores blocked records', async () => {
  expect((await run('import', FIXTURE)).refused).toBe(false);
  const { users } = JSON.parse(await readFile(FIXTURE, 'utf8')) as { users: { idUser: string }[] };
  const id = users[0]?.idUser ?? '';
  const file = path.join(folder, 'expediente.zip');
  expect(await run('patients', 'export', id, file)).toEqual(
    done(containing(`exportado a ${file}`)),
  );
  expect((await readFile(file)).subarray(0, 2).toString('latin1')).toBe('PK');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run('patients', 'export', id, file)).toEqual(
    refused(`${file} ya existe: elige otro nombre.`),
  );
  expect(await run('purge')).toEqual(done('Suprimidos: 0. Bloqueados: 0.'));
  expect(await run('blocked', 'purge', id)).toEqual(
    refused(`No hay ningún registro bloqueado con el id ${id}.`),
  );
  expect(await run('blocked', 'restore', id, '--reason', 'porque sí')).toEqual(
    refused('El motivo debe ser uno de: error, titular, autoridad.'),
  );
});

test('missing deliveries and arguments of webhooks are refused in one line in Spanish', async () => {
  expect(await run('webhooks', 'list')).toEqual(done('No hay avisos.'));
  expect(await run('webhooks', 'replay', '--failed')).toEqual(done('No hay avisos fallidos.'));
  for (const id of ['7', 'nada']) {
    expect(await run('webhooks', 'replay', id)).toEqual(
      refused(`No hay ningún aviso con el número ${id}.`),
    );
  }
  for (const args of [[], ['7', '--failed']]) {
    expect(await run('webhooks', 'replay', ...args)).toEqual(
      refused('Indica el número de un aviso, o --failed para todos.'),
    );
  }
  expect(await run('webhooks', 'list', '--outcome', 'mal')).toEqual(
    refused('«mal» no es un resultado: usa received, applied, ignored, failed.'),
  );
});
