import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { commandLine, containing, rejectedOutput, success } from '../../testing/command-line.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { readNewPassword } from './staff.ts';

const { database, folder, run, runWith } = commandLine();

test('E-10.2552: staff are added, listed, suspended, activated and given a new password', async () => {
  const add = (email: string, name: string, ...more: readonly string[]) =>
    run('staff', 'add', '--email', email, '--name', name, ...more);
  const email = 'ana@simiente.example';
  expect(await add('Ana@Simiente.example', 'Ana Ríos')).toEqual(
    success(
      expect.stringMatching(
        /^Cuenta creada: ana@simiente\.example\nContraseña \(se muestra una sola vez\): [a-z2-9-]{23}\nSirve 7 días: antes hay que cambiarla en «Mi cuenta».$/,
      ),
    ),
  );
  expect(await add(email, 'Otra')).toEqual(
    rejectedOutput('Ya existe una cuenta con el correo ana@simiente.example.'),
  );
  expect(await add('sin-nombre@simiente.example', ' ')).toEqual(
    rejectedOutput('Indica el nombre en --name.'),
  );

  // The first account is an administrator, and stays until there is another one.
  expect(await run('staff', 'suspend', email)).toEqual(
    rejectedOutput(containing('Es la única cuenta activa con el rol administracion.')),
  );
  const eva = 'eva@simiente.example';
  expect(await add(eva, 'Eva', '--role', 'jefe')).toEqual(
    rejectedOutput(
      '«jefe» no es un rol. Los roles son: todo, recepcion, laboratorio, medico, administracion, auditoria.',
    ),
  );
  expect((await add(eva, 'Eva', '--role', 'medico')).isRejected).toBe(false);
  expect(await add('luz@simiente.example', 'Luz')).toEqual(
    rejectedOutput(containing('--role ROL')),
  );
  expect(await run('staff', 'set-role', eva, 'administracion,medico')).toEqual(
    success(containing('medico, administracion')),
  );
  expect(await run('staff', 'list')).toEqual(
    success(
      'ana@simiente.example\tAna Ríos\tactiva\ttodo,administracion\neva@simiente.example\tEva\tactiva\tmedico,administracion',
    ),
  );

  for (const [command, word] of [
    ['suspend', 'suspendida'],
    ['activate', 'activa'],
  ] as const) {
    expect((await run('staff', command, email)).isRejected).toBe(false);
    expect((await run('staff', 'list')).output).toContain(`Ana Ríos\t${word}`);
  }
  expect(await run('staff', 'reset-password', email)).toEqual(
    success(containing('se muestra una sola vez')),
  );
  const until = `select user_id from staff_accounts where password_until > now() + interval '6 days'`;
  expect(await queryAsOwner(database(), until)).toHaveLength(2);
  expect(await run('staff', 'suspend', 'nadie@simiente.example')).toEqual(
    rejectedOutput('No hay ninguna cuenta con el correo nadie@simiente.example.'),
  );
});

test('E-5.2, E-9.2, T-K8: a password must have 12 to 128 characters and not be common', async () => {
  const ana = 'ana@simiente.example';
  const add = ['staff', 'add', '--email', ana, '--name', 'Ana Ríos', '--password-stdin'];
  const length = 'La contraseña debe tener entre 12 y 128 caracteres.';
  for (const password of ['', 'once letras', 'x'.repeat(129)]) {
    expect(await runWith(`${password}\n`, ...add)).toEqual(rejectedOutput(length));
  }
  expect(await runWith('contraseña2026\n', ...add)).toEqual(
    rejectedOutput('Esa contraseña es muy común y fácil de adivinar. Elige otra.'),
  );
  expect((await run('staff', 'list')).output).toContain('No hay cuentas');
  expect(await runWith('jacaranda en flor\n', ...add)).toEqual(
    success('Cuenta creada: ana@simiente.example'),
  );
  const reset = ['staff', 'reset-password', ana, '--password-stdin'];
  expect(await runWith('xk7q2w\n', ...reset)).toEqual(rejectedOutput(length));
  expect(await runWith('lluvia sobre el tejado', ...reset)).toEqual(
    success('Contraseña cambiada: ana@simiente.example'),
  );
});

test('E-10.174, E-10.177, T-A13: two-step verification is removed, and secrets are rotated and retired', async () => {
  await run('staff', 'add', '--email', 'ana@simiente.example', '--name', 'Ana Ríos');
  expect(await run('staff', 'reset-two-factor', 'ana@simiente.example')).toEqual(
    success(containing('ana@simiente.example no tenía verificación en dos pasos')),
  );
  expect((await run('staff', 'reset-two-factor', 'nadie@simiente.example')).isRejected).toBe(true);

  const secrets = path.join(folder(), 'data', 'secrets');
  const read = (name: string) => readFile(path.join(secrets, name), 'utf8');
  const before = await read('auth');
  expect((await run('secrets', 'rotate')).isRejected).toBe(false);
  const current = await read('auth');
  expect(current).not.toBe(before);
  expect(await read('auth-previous')).toBe(before);
  for (const name of ['auth', 'auth-previous']) {
    expect((await stat(path.join(secrets, name))).mode & 0o077).toBe(0);
  }
  expect(await run('secrets', 'retire')).toEqual(success(containing('Cifrados de nuevo: 0.')));
  await expect(stat(path.join(secrets, 'auth-previous'))).rejects.toThrow('ENOENT');
  expect(await read('auth')).toBe(current);
});

test('E-10.393: accounts of Firebase Authentication are imported, and an invalid file fails with one line', async () => {
  const write = async (name: string, content: string) => {
    const file = path.join(folder(), name);
    await writeFile(file, content);
    return file;
  };
  // Published by github.com/firebase/scrypt.
  const config = await write(
    'hash.txt',
    'base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,\nbase64_salt_separator: Bw==,\nrounds: 8,\nmem_cost: 14,\n',
  );
  const user = {
    passwordHash:
      'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    salt: '42xEC+ixf3L2lw==',
  };
  const users = [
    {
      ...user,
      localId: 'a',
      email: 'ana@simiente.example',
      displayName: 'Ana Ríos',
      emailVerified: true,
      mfaInfo: [{ mfaEnrollmentId: 'x' }],
    },
    { ...user, localId: 'b', email: 'luis@simiente.example', disabled: true },
    { localId: 'c' },
  ];
  const file = await write('users.json', JSON.stringify({ users }));
  const importUsers = (from: string, hashConfig = config) =>
    run('staff', 'import', from, '--hash-config', hashConfig);
  const administrator =
    'Ninguna cuenta tiene el rol Administración. Asígnalo a una con: npm run simiente -- staff set-role CORREO todo,administracion';
  expect(await importUsers(file)).toEqual(
    success(
      `Cuentas importadas: 2 de 3\n  ana@simiente.example (tenía verificación en dos pasos: debe activarla de nuevo)\n  luis@simiente.example (suspendida: estaba deshabilitada; su correo no estaba verificado: confirma que es de tu personal)\nSin importar: 1\n  c: no tiene correo\n${administrator}`,
    ),
  );
  // The accounts were created in one transaction, so they are listed by their random ids.
  const listed = (await run('staff', 'list')).output.split('\n').toSorted();
  expect(listed).toEqual([
    'ana@simiente.example\tAna Ríos\tactiva\ttodo',
    'luis@simiente.example\tluis\tsuspendida\ttodo',
  ]);
  expect(await importUsers(file)).toEqual(success(containing('Cuentas importadas: 0 de 3')));
  const importAlone = (from: string) => run('staff', 'import', from);
  expect(await importAlone(file)).toEqual(
    rejectedOutput(containing('indica --hash-config ARCHIVO')),
  );
  const hash_config = { base64_signer_key: 'jxspr8Ki', base64_salt_separator: 'Bw==', rounds: 8 };
  const complete = await write(
    'own.json',
    JSON.stringify({ users, hash_config: { ...hash_config, mem_cost: 14 } }),
  );
  expect(await importAlone(complete)).toEqual(success(containing('Cuentas importadas: 0 de 3')));
  expect(await run('staff', 'set-role', 'ana@simiente.example', 'medico')).toMatchObject(
    success(containing('')),
  );
  expect(await importUsers(file)).toEqual(rejectedOutput(containing('--role ROL')));

  expect(await importUsers(path.join(folder(), 'nada.json'))).toEqual(
    rejectedOutput(containing('No existe el archivo')),
  );
  expect(await importUsers(config)).toEqual(rejectedOutput(containing('no es una exportación')));
  expect(await importUsers(file, file)).toEqual(rejectedOutput(containing('parámetros de hash')));
  await truncate(file, 20 * 1024 * 1024 + 1);
  expect(await importUsers(file)).toEqual(rejectedOutput(containing('se leen hasta 20 MB')));
});

test('E-10.358, E-10.371, E-10.388: a professional identity is entered and restored, and passkeys and the link to a provider are removed', async () => {
  const email = 'ana@simiente.example';
  await run('staff', 'add', '--email', email, '--name', 'Ana Ríos');
  const enter = (...more: readonly string[]) =>
    run('staff', 'set-identity', email, '--name', 'Ana Ríos', '--institution', 'UNAM', ...more);
  expect(await run('staff', 'restore-identity', email)).toEqual(
    rejectedOutput(containing('no tiene identidad profesional')),
  );
  expect(await enter('--cedula', 'x')).toMatchObject({ isRejected: true });
  expect(await enter('--cedula', '4512378', '--from', '2999-01-01')).toMatchObject({
    isRejected: true,
  });
  expect(await enter('--cedula', '4512378')).toEqual(success(containing('Falta que la persona')));
  expect(await run('staff', 'restore-identity', email)).toEqual(
    success(`La identidad profesional de ${email} no estaba suspendida.`),
  );
  expect(await run('staff', 'remove-passkeys', email)).toEqual(
    success(`${email} no tenía llaves de acceso. Sus sesiones se cerraron.`),
  );
  expect(await run('staff', 'restore-identity', email)).toEqual(
    success(`Identidad profesional activa: ${email}`),
  );
  expect(await run('staff', 'remove-provider', email)).toEqual(
    success(`${email} no estaba vinculada al servicio externo. Sus sesiones se cerraron.`),
  );
  for (const command of ['restore-identity', 'remove-passkeys', 'remove-provider']) {
    expect(await run('staff', command, 'nadie@simiente.example')).toEqual(
      rejectedOutput('No hay ninguna cuenta con el correo nadie@simiente.example.'),
    );
  }
});

/** A terminal where the user types `keys`: `reading` resolves to the password. */
function terminal(...keys: readonly string[]) {
  const output = new PassThrough();
  let seen = '';
  output.on('data', (chunk: Buffer) => {
    seen += chunk;
  });
  const input = Object.assign(new PassThrough(), { isTTY: true });
  for (const key of keys) input.write(key);
  return { reading: readNewPassword({ input, output }), seen: () => seen };
}

test('a piped password is the first line of the input, with spaces and accents', async () => {
  const output = new PassThrough();
  for (const [piped, password] of [
    [' ñandú con  blancos \n', ' ñandú con  blancos '],
    ['sin salto de línea', 'sin salto de línea'],
    ['de Windows, larga\r\notra línea\r\n', 'de Windows, larga'],
    ['', ''],
  ] as const) {
    const input = new PassThrough();
    input.end(piped);
    expect(await readNewPassword({ input, output })).toBe(password);
  }
  expect(output.read()).toBeNull();
});

test('T-K8: a password is typed twice and never echoed', async () => {
  const { reading, seen } = terminal('jacarandx\x7fa en flor\r', 'jacaranda en flor\r');
  expect(await reading).toBe('jacaranda en flor');
  expect(seen()).toBe('Contraseña nueva: \nEscríbela otra vez: \n');
});

test('two different passwords at the prompt are rejected', async () => {
  const { reading } = terminal('jacaranda en flor\r', 'jacaranda en flro\r');
  await expect(reading).rejects.toThrow('Las contraseñas no coinciden.');
});

test.each([
  ['Ctrl-C', '\x03'],
  ['Ctrl-D', '\x04'],
])('%s at the password prompt aborts the command with «No se cambió nada.»', async (_name, key) => {
  const { reading } = terminal('jacaranda en flor\r', key);
  await expect(reading).rejects.toThrow('No se cambió nada.');
});
