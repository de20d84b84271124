import { copyFile, mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { StartupError } from '../platform/startup-error.ts';
import { program } from '../program.ts';
import { calendlyDeliveries } from '../schema/operation/webhooks.ts';
import { temporaryFolder } from '../testing/backups/backups.ts';
import { addressOf, asOwner, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { addExam, addFile, addPartner, addPatient } from '../testing/records.ts';

/** The command line in this process; `e2e/start` runs it as programs. */
const FIXTURE = path.join(import.meta.dirname, '../../../../fixtures/legacy-export.json');

let folder: string;
let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  const { app, owner } = database;
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
  expect(await add('sin-nombre@simiente.example', ' ')).toEqual(
    refused('Indica el nombre en --name.'),
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

test('E-10.393: accounts of Firebase Authentication are imported, and a wrong file says so in a line', async () => {
  const write = async (name: string, content: string) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  };
  // As github.com/firebase/scrypt publishes them.
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
    'Ninguna cuenta administra: nombra a una con npm run simiente -- staff set-role CORREO todo,administracion';
  expect(await importUsers(file)).toEqual(
    done(
      `Cuentas importadas: 2 de 3\n  ana@simiente.example (tenía verificación en dos pasos: debe activarla de nuevo)\n  luis@simiente.example (suspendida: estaba deshabilitada; su correo no estaba verificado: confirma que es de tu personal)\nSin importar: 1\n  c: no tiene correo\n${administrator}`,
    ),
  );
  // They were made at one moment, so their order is that of their ids.
  const listed = (await run('staff', 'list')).said.split('\n').toSorted();
  expect(listed).toEqual([
    'ana@simiente.example\tAna Ríos\tactiva\ttodo',
    'luis@simiente.example\tluis\tsuspendida\ttodo',
  ]);
  expect(await importUsers(file)).toEqual(done(containing('Cuentas importadas: 0 de 3')));
  const importAlone = (from: string) => run('staff', 'import', from);
  expect(await importAlone(file)).toEqual(refused(containing('indica --hash-config ARCHIVO')));
  const hash_config = { base64_signer_key: 'jxspr8Ki', base64_salt_separator: 'Bw==', rounds: 8 };
  const own = await write(
    'own.json',
    JSON.stringify({ users, hash_config: { ...hash_config, mem_cost: 14 } }),
  );
  expect(await importAlone(own)).toEqual(done(containing('Cuentas importadas: 0 de 3')));
  expect(await run('staff', 'set-role', 'ana@simiente.example', 'medico')).toMatchObject(
    done(containing('')),
  );
  expect(await importUsers(file)).toEqual(refused(containing('--role ROL')));

  expect(await importUsers(path.join(folder, 'nada.json'))).toEqual(
    refused(containing('No existe el archivo')),
  );
  expect(await importUsers(config)).toEqual(refused(containing('no es una exportación')));
  expect(await importUsers(file, file)).toEqual(refused(containing('parámetros de hash')));
  await truncate(file, 20 * 1024 * 1024 + 1);
  expect(await importUsers(file)).toEqual(refused(containing('se leen hasta 20 MB')));
});

test('E-10.358, E-10.371, E-10.388: an identity is entered and brought back, passkeys and a binding are removed', async () => {
  const email = 'ana@simiente.example';
  await run('staff', 'add', '--email', email, '--name', 'Ana Ríos');
  const enter = (...more: readonly string[]) =>
    run('staff', 'set-identity', email, '--name', 'Ana Ríos', '--institution', 'UNAM', ...more);
  expect(await run('staff', 'restore-identity', email)).toEqual(
    refused(containing('no tiene identidad profesional')),
  );
  expect(await enter('--cedula', 'x')).toMatchObject({ refused: true });
  expect(await enter('--cedula', '4512378', '--from', '2999-01-01')).toMatchObject({
    refused: true,
  });
  expect(await enter('--cedula', '4512378')).toEqual(done(containing('Falta que la persona')));
  expect(await run('staff', 'restore-identity', email)).toEqual(
    done(`La identidad profesional de ${email} no estaba suspendida.`),
  );
  expect(await run('staff', 'remove-passkeys', email)).toEqual(
    done(`${email} no tenía llaves de acceso. Sus sesiones se cerraron.`),
  );
  expect(await run('staff', 'restore-identity', email)).toEqual(
    done(`Identidad profesional activa: ${email}`),
  );
  expect(await run('staff', 'remove-provider', email)).toEqual(
    done(`${email} no estaba vinculada al servicio externo. Sus sesiones se cerraron.`),
  );
  for (const order of ['restore-identity', 'remove-passkeys', 'remove-provider']) {
    expect(await run('staff', order, 'nadie@simiente.example')).toEqual(
      refused('No hay ninguna cuenta con el correo nadie@simiente.example.'),
    );
  }
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

  const { db } = database;
  const old = new Date('2010-01-01');
  const gone = { createdAt: old, deletedAt: old, deletionId: 'del', blockedAt: old };
  const blocked = await addPatient(db, gone);
  const fileId = await addFile(db, null, { createdAt: old });
  await addExam(db, blocked, { fileId, createdAt: old });
  expect(await run('blocked', 'purge', blocked)).toEqual(
    done(`Suprimido: ${blocked}, con 1 archivo.`),
  );
});

test('E-10.430, E-10.433: results of a laboratory are imported once, and each row that is not is told with its line', async () => {
  const { db } = database;
  const patient = await addPatient(db);
  const laboratory = await addPartner(db, { type: 'Laboratorio' });
  const [file, map] = [path.join(folder, 'enero.csv'), path.join(folder, 'mapa.json')];
  await writeFile(file, `\uFEFFID;Vol\r\n${patient};2,1\r\nnadie;3\r\n${patient};x\r\n`);
  await writeFile(map, JSON.stringify({ ID: 'patient', Vol: 'volume' }));
  const imported = (...more: string[]) =>
    run('results', 'import', file, '--columns', map, '--laboratory', laboratory, ...more);
  const told = `Línea 4: rechazada. Vol: «x». Escribe un número con punto o coma decimal, con < o > delante si el laboratorio lo indica.
Línea 3: espera en «Resultados recibidos». Ningún paciente tiene ese identificador.`;
  expect(await imported('--dry-run')).toEqual(
    done(`${told}
Solo se revisó; no se guardó nada.
3 filas: 1 capturada, 1 espera en «Resultados recibidos», 0 ya estaban, 1 rechazada.`),
  );
  expect(await imported()).toEqual(
    done(`${told}
3 filas: 1 capturada, 1 espera en «Resultados recibidos», 0 ya estaban, 1 rechazada.`),
  );
  expect((await imported()).said).toContain(
    '3 filas: 0 capturadas, 0 esperan en «Resultados recibidos», 2 ya estaban, 1 rechazada.',
  );
  process.exitCode = 0;
  expect(await run('results', 'import', file, '--columns', map, '--laboratory', 'nadie')).toEqual(
    refused(
      'No hay ningún partner de tipo Laboratorio con el id «nadie»: copia el id de su página, o cambia su tipo. No se importó nada.',
    ),
  );
  expect(
    await run('results', 'import', 'no-hay.csv', '--columns', map, '--laboratory', laboratory),
  ).toEqual(refused('No se puede leer el archivo «no-hay.csv».'));
});

test('E-10.534: messages of a laboratory are received from a file, listed and replayed, and it gets a token', async () => {
  const laboratory = await addPartner(database.db, { type: 'Laboratorio' });
  const patient = await addPatient(database.db);
  const file = path.join(folder, 'enero.hl7');
  const message = (id: string, version: string) =>
    [
      `\vMSH|^~\\&|LIS|RIO|||20260114100000-0600||ORU^R01|${id}|P|${version}`,
      `PID|1||${patient}`,
      `OBR|1||F-${id}|^Hormonal|||2026011408`,
      'OBX|1|NM|15067-2^FSH^LN||5.1|[IU]/L|1.5 - 12.4||||F',
    ].join('\r\n');
  const wrong = message('B', '3.1');
  const content = `${message('A', '2.5').replace('2026011408', '202601140800')}\r\n\u001c\r\n${wrong}`;
  await writeFile(file, content);
  const receive = () => run('results', 'receive', file, '--laboratory', laboratory);
  expect(await receive()).toEqual(
    done(
      'Mensaje 1: capturado\nMensaje 2: fallido. Se reciben las versiones 2.3 a 2.8, y esta es «3.1».',
    ),
  );
  process.exitCode = 0;
  expect((await receive()).said).toContain('Mensaje 1: ya se había recibido');
  process.exitCode = 0;
  const { said } = await run('results', 'messages', '--failed');
  expect(said).toMatch(/^\d+\t.*\tfallido\t2\tSe reciben/);
  const [id = ''] = said.split('\t');
  expect((await run('results', 'replay', '--failed')).said).toContain(`${id}\tfallido.`);
  process.exitCode = 0;
  expect(await run('results', 'replay', '999')).toEqual(refused(containing('número 999')));
  expect(await run('results', 'replay')).toEqual(refused(containing('--failed')));
  expect(await run('results', 'receive', file, '--laboratory', 'nadie')).toEqual(
    refused(containing('«nadie»')),
  );
  expect(await run('results', 'token', 'nadie')).toEqual(refused(containing('«nadie»')));
  expect((await run('results', 'token', laboratory)).said).toMatch(/^[\w-]{43}$/);
  expect(await run('results', 'token', laboratory, '--remove')).toEqual(done('Llave quitada.'));
  expect(await run('results', 'token', laboratory, '--remove')).toEqual(
    done('Ese laboratorio no tenía llave.'),
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

test('of all failed deliveries, one that is purged meanwhile does not stop the others', async () => {
  const delivery = (digest: string) => ({
    digest,
    event: 'routing_form_submission.created',
    payload: {},
    outcome: 'failed' as const,
  });
  await database.db.insert(calendlyDeliveries).values(['a', 'b', 'c'].map(delivery));
  await asOwner(
    database,
    `create function purge_the_next() returns trigger language plpgsql as $$
       begin delete from calendly_deliveries where digest = 'b'; return new; end $$;
     create trigger purge_the_next after update on calendly_deliveries
       for each row when (old.digest = 'a') execute function purge_the_next()`,
  );
  const { said, refused: wasRefused } = await run('webhooks', 'replay', '--failed');
  expect(said.split('\n')).toEqual([
    '1\tsin efecto\tEsta notificación no se utiliza.',
    '2\tya no existe',
    '3\tsin efecto\tEsta notificación no se utiliza.',
  ]);
  expect(wasRefused).toBe(false);
});
