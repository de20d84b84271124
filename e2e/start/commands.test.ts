import { copyFile, readFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { emptyDatabaseSettings } from './external.ts';
import { simiente, withFolder } from './run.ts';

const FIXTURE = fileURLToPath(new URL('../../fixtures/legacy-export.json', import.meta.url));

/** Each test has an empty database; that commands start the one of their data folder is tested with backups. */
let database: Record<string, string>;
test.beforeEach(async () => {
  database = await emptyDatabaseSettings();
});

async function runToEnd(
  args: readonly string[],
  dataDir: string,
  input?: string,
): Promise<[code: unknown, text: string]> {
  const command = simiente(args, { dataDir, input, env: database });
  const code = await command.ended;
  return [code, command.output()];
}

test('an import reports the result of each record, and changes nothing the second time', async () => {
  await withFolder(async (folder) => {
    const [code, report] = await runToEnd(['import', FIXTURE], folder);
    expect(code).toBe(0);
    expect(report).toMatch(/Pacientes\D+120\D+120\D/);
    expect(report).toContain('users[5].createDate: fecha inválida');
    expect(report).toContain('fileUrl: no es una dirección http o https');

    const [again, second] = await runToEnd(['import', FIXTURE], folder);
    expect(again).toBe(0);
    expect(second).toMatch(/Pacientes\D+120\D+0\D+0\D+120\D/);
  });
});

test('an import works while the server runs, which shows the patients at once', async () => {
  await withFolder(async (folder) => {
    const server = simiente(['serve'], {
      dataDir: folder,
      env: {
        ...database,
        ADMIN_EMAIL: 'jefa@simiente.example',
        ADMIN_PASSWORD: 'jacaranda en flor',
      },
    });
    const [, url = ''] = await server.line(/Dirección:\s+(\S+)/);
    const [code] = await runToEnd(['import', FIXTURE], folder);
    expect(code).toBe(0);
    const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'jefa@simiente.example', password: 'jacaranda en flor' }),
    });
    const answer = await fetch(`${url}/v1/user/list`, {
      headers: { authorization: `Bearer ${signIn.headers.get('set-auth-token')}` },
    });
    expect(await answer.json()).toMatchObject({ data: { total: 120 } });
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
  });
});

test('a truncated export changes nothing, and the error says where it ends', async () => {
  await withFolder(async (folder) => {
    const broken = path.join(folder, 'roto.json');
    await copyFile(FIXTURE, broken);
    await truncate(broken, Math.floor((await readFile(FIXTURE)).length / 2));
    const [code, text] = await runToEnd(['import', broken], folder);
    expect(code).toBe(1);
    expect(text.trim()).not.toContain('\n    at ');
    const [, list] = await runToEnd(['staff', 'list'], folder);
    expect(list).toContain('No hay cuentas');
  });
});

test('an import of a missing file ends with one line', async () => {
  await withFolder(async (folder) => {
    const [code, text] = await runToEnd(['import', path.join(folder, 'no-existe.json')], folder);
    expect(code).toBe(1);
    expect(text.trim().split('\n')).toHaveLength(1);
  });
});

test('staff are added, listed, suspended, activated and given a new password', async () => {
  await withFolder(async (folder) => {
    const [added, text] = await runToEnd(
      ['staff', 'add', '--email', 'Ana@Simiente.example', '--name', 'Ana Ríos'],
      folder,
    );
    expect(added).toBe(0);
    expect(text).toMatch(/Contraseña \(se muestra una sola vez\): [a-z2-9-]{23}/);

    const [again, taken] = await runToEnd(
      ['staff', 'add', '--email', 'ana@simiente.example', '--name', 'Otra'],
      folder,
    );
    expect(again).toBe(1);
    expect(taken).toContain('Ya existe una cuenta con el correo ana@simiente.example.');

    // E-10.282: the first account administers, and stays until another does.
    const [last, refusal] = await runToEnd(['staff', 'suspend', 'ana@simiente.example'], folder);
    expect(last).toBe(1);
    expect(refusal).toContain('Es la única cuenta activa con el rol administracion.');
    const eva = ['--email', 'eva@simiente.example', '--name', 'Eva'];
    expect((await runToEnd(['staff', 'add', ...eva, '--role', 'jefe'], folder))[1]).toContain(
      '«jefe» no es un rol. Los roles son: todo, recepcion, laboratorio, medico, administracion, auditoria.',
    );
    expect((await runToEnd(['staff', 'add', ...eva, '--role', 'medico'], folder))[0]).toBe(0);
    const luz = ['--email', 'luz@simiente.example', '--name', 'Luz'];
    expect((await runToEnd(['staff', 'add', ...luz], folder))[1]).toContain('--role ROL');
    const roles = ['staff', 'set-role', 'eva@simiente.example', 'administracion,medico'];
    expect((await runToEnd(roles, folder))[1]).toContain('medico, administracion');
    expect((await runToEnd(['staff', 'list'], folder))[1]).toMatch(
      /ana@simiente\.example\s+Ana Ríos\s+activa\s+todo,administracion\neva@simiente\.example\s+Eva\s+activa\s+medico,administracion/,
    );

    expect((await runToEnd(['staff', 'suspend', 'ana@simiente.example'], folder))[0]).toBe(0);
    expect((await runToEnd(['staff', 'list'], folder))[1]).toMatch(
      /ana@simiente\.example\s+Ana Ríos\s+suspendida/,
    );
    expect((await runToEnd(['staff', 'activate', 'ana@simiente.example'], folder))[0]).toBe(0);
    expect((await runToEnd(['staff', 'list'], folder))[1]).toMatch(/activa/);

    const [reset, changed] = await runToEnd(
      ['staff', 'reset-password', 'ana@simiente.example'],
      folder,
    );
    expect(reset).toBe(0);
    expect(changed).toContain('se muestra una sola vez');

    const [unknown, message] = await runToEnd(
      ['staff', 'suspend', 'nadie@simiente.example'],
      folder,
    );
    expect(unknown).toBe(1);
    expect(message.trim()).toBe('No hay ninguna cuenta con el correo nadie@simiente.example.');
  });
});

test('E-5.2, E-9.2, T-A12, T-K8: a command takes a password of 12 characters or more from standard input alone', async () => {
  await withFolder(async (folder) => {
    const account = ['--email', 'ana@simiente.example', '--name', 'Ana Ríos'];
    const add = ['staff', 'add', ...account, '--password-stdin'];
    const length = 'La contraseña debe tener entre 12 y 128 caracteres.';
    for (const password of ['', 'once letras', 'x'.repeat(129)]) {
      expect(await runToEnd(add, folder, `${password}\n`)).toEqual([1, `${length}\n`]);
    }
    const [common, why] = await runToEnd(add, folder, 'contraseña2026\n');
    expect(common).toBe(1);
    expect(why.trim()).toBe('Esa contraseña es muy común y fácil de adivinar. Elige otra.');
    const argument = ['staff', 'add', ...account, '--password', 'jacaranda en flor'];
    const [refused, help] = await runToEnd(argument, folder);
    expect(refused).toBe(1);
    expect(help).toContain('No existe la opción «--password».');
    expect((await runToEnd(['staff', 'list'], folder))[1]).toContain('No hay cuentas');

    expect(await runToEnd(add, folder, 'jacaranda en flor\n')).toEqual([
      0,
      'Cuenta creada: ana@simiente.example\n',
    ]);
    const reset = ['staff', 'reset-password', 'ana@simiente.example', '--password-stdin'];
    expect(await runToEnd(reset, folder, 'xk7q2w\n')).toEqual([1, `${length}\n`]);
    expect(await runToEnd(reset, folder, 'lluvia sobre el tejado')).toEqual([
      0,
      'Contraseña cambiada: ana@simiente.example\n',
    ]);
  });
});

test('E-10.174, E-10.177, T-A13: a second step is taken away, and the secrets are rotated and retired', async () => {
  await withFolder(async (folder) => {
    const account = ['--email', 'ana@simiente.example', '--name', 'Ana Ríos'];
    await runToEnd(['staff', 'add', ...account], folder);
    const [reset, text] = await runToEnd(
      ['staff', 'reset-two-factor', 'ana@simiente.example'],
      folder,
    );
    expect(reset).toBe(0);
    expect(text).toContain('ana@simiente.example no tenía verificación en dos pasos');
    const [unknown] = await runToEnd(
      ['staff', 'reset-two-factor', 'nadie@simiente.example'],
      folder,
    );
    expect(unknown).toBe(1);

    const secrets = path.join(folder, 'data', 'secrets');
    const before = await readFile(path.join(secrets, 'auth'), 'utf8');
    expect((await runToEnd(['secrets', 'rotate'], folder))[0]).toBe(0);
    const current = await readFile(path.join(secrets, 'auth'), 'utf8');
    expect(current).not.toBe(before);
    expect(await readFile(path.join(secrets, 'auth-previous'), 'utf8')).toBe(before);
    for (const name of ['auth', 'auth-previous']) {
      expect((await stat(path.join(secrets, name))).mode & 0o077).toBe(0);
    }
    const [retired, count] = await runToEnd(['secrets', 'retire'], folder);
    expect(retired).toBe(0);
    expect(count).toContain('Cifrados de nuevo: 0.');
    await expect(stat(path.join(secrets, 'auth-previous'))).rejects.toThrow('ENOENT');
    expect(await readFile(path.join(secrets, 'auth'), 'utf8')).toBe(current);
  });
});
