import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeAudit } from '../modules/audit/public.ts';
import { inboxMessages } from '../schema/operation/inbox.ts';
import { commandLine, containing, rejectedOutput, success } from '../testing/command-line.ts';
import { queryAsOwner } from '../testing/database.ts';
import { addExam, addFile, addPartner, addPatient } from '../testing/records.ts';
import { withInstallation } from './with-installation.ts';

const FIXTURE = path.join(import.meta.dirname, '../../../../fixtures/legacy-export.json');

const { folder, database, run } = commandLine();

test('a truncated or missing import changes nothing, and fails with one line', async () => {
  const broken = path.join(folder(), 'roto.json');
  await copyFile(FIXTURE, broken);
  await truncate(broken, Math.floor((await readFile(FIXTURE)).length / 2));
  for (const file of [broken, path.join(folder(), 'no-existe.json')]) {
    const outcome = await run('import', file);
    expect(outcome.isRejected).toBe(true);
    expect(outcome.output).not.toContain('\n');
  }
  expect((await run('staff', 'list')).output).toContain('No hay cuentas');
});

test('the command line exports a record, purges a blocked one, and rejects unknown ids and reasons', async () => {
  expect((await run('import', FIXTURE)).isRejected).toBe(false);
  const { users } = JSON.parse(await readFile(FIXTURE, 'utf8')) as { users: { idUser: string }[] };
  const id = users[0]?.idUser ?? '';
  const file = path.join(folder(), 'expediente.zip');
  expect(await run('patients', 'export', id, file)).toEqual(
    success(containing(`exportado a ${file}`)),
  );
  expect((await readFile(file)).subarray(0, 2).toString('latin1')).toBe('PK');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run('patients', 'export', id, file)).toEqual(
    rejectedOutput(`${file} ya existe: elige otro nombre.`),
  );
  expect(await run('purge')).toEqual(success('Suprimidos: 0. Bloqueados: 0.'));
  expect(await run('blocked', 'purge', id)).toEqual(
    rejectedOutput(`No hay ningún registro bloqueado con el id ${id}.`),
  );
  expect(await run('blocked', 'restore', id, '--reason', 'porque sí')).toEqual(
    rejectedOutput('El motivo debe ser uno de: error, titular, autoridad.'),
  );

  const { db } = database();
  const old = new Date('2010-01-01');
  const deleted = { createdAt: old, deletedAt: old, deletionId: 'del', blockedAt: old };
  const blocked = await addPatient(db, deleted);
  const fileId = await addFile(db, null, { createdAt: old });
  await addExam(db, blocked, { fileId, createdAt: old });
  expect(await run('blocked', 'purge', blocked)).toEqual(
    success(`Suprimido: ${blocked}, con 1 archivo.`),
  );
});

test('E-10.430, E-10.433: results of a laboratory are imported once, and each rejected row is reported with its line', async () => {
  const { db } = database();
  const patient = await addPatient(db);
  const laboratory = await addPartner(db, { type: 'Laboratorio' });
  const [file, map] = [path.join(folder(), 'enero.csv'), path.join(folder(), 'mapa.json')];
  await writeFile(file, `\uFEFFID;Vol\r\n${patient};2,1\r\nnadie;3\r\n${patient};x\r\n`);
  await writeFile(map, JSON.stringify({ ID: 'patient', Vol: 'volume' }));
  const runImport = (...more: string[]) =>
    run('results', 'import', file, '--columns', map, '--laboratory', laboratory, ...more);
  const reportedLines = `Línea 3: pendiente en «Resultados recibidos». No trae el identificador de un paciente, o ningún paciente lo tiene.
Línea 4: rechazada. Vol: «x». Escribe un número con punto o coma decimal, con <, >, ≤ o ≥ delante si el laboratorio lo indica.`;
  expect(await runImport('--dry-run')).toEqual(
    success(`${reportedLines}
Solo se revisó; no se guardó nada.
3 filas: 1 capturada, 1 pendiente en «Resultados recibidos», 0 ya estaban, 1 rechazada.`),
  );
  expect(await runImport()).toEqual(
    success(`${reportedLines}
3 filas: 1 capturada, 1 pendiente en «Resultados recibidos», 0 ya estaban, 1 rechazada.`),
  );
  expect((await runImport()).output).toContain(
    '3 filas: 0 capturadas, 0 pendientes en «Resultados recibidos», 2 ya estaban, 1 rechazada.',
  );
  process.exitCode = 0;
  expect(await run('results', 'import', file, '--columns', map, '--laboratory', 'nadie')).toEqual(
    rejectedOutput(
      'No hay ningún partner de tipo Laboratorio con el id «nadie»: copia el id de su página, o cambia su tipo. No se guardó nada.',
    ),
  );
  expect(
    await run('results', 'import', 'no-hay.csv', '--columns', map, '--laboratory', laboratory),
  ).toEqual(rejectedOutput('No se puede leer el archivo «no-hay.csv».'));
});

test('E-10.534: a laboratory’s messages are received from a file, listed and replayed, and the laboratory gets a token', async () => {
  const laboratory = await addPartner(database().db, { type: 'Laboratorio' });
  const patient = await addPatient(database().db);
  const file = path.join(folder(), 'enero.hl7');
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
    success(
      'Mensaje 1: capturado\nMensaje 2: fallido. Se reciben las versiones 2.3 a 2.8, y esta es «3.1».',
    ),
  );
  process.exitCode = 0;
  expect((await receive()).output).toContain('Mensaje 1: ya se había recibido');
  process.exitCode = 0;
  const { output } = await run('results', 'messages', '--failed');
  expect(output).toMatch(/^\d+\t.*\tfallido\t2\tSe reciben/);
  const [id = ''] = output.split('\t');
  expect((await run('results', 'replay', '--failed')).output).toContain(`${id}\tfallido.`);
  process.exitCode = 0;
  expect(await run('results', 'replay', '999')).toEqual(rejectedOutput(containing('número 999')));
  expect(await run('results', 'replay')).toEqual(rejectedOutput(containing('--failed')));
  expect(await run('results', 'receive', file, '--laboratory', 'nadie')).toEqual(
    rejectedOutput(containing('«nadie»')),
  );
  expect(await run('results', 'token', 'nadie')).toEqual(rejectedOutput(containing('«nadie»')));
  expect((await run('results', 'token', laboratory)).output).toMatch(/^[\w-]{43}$/);
  expect(await run('results', 'token', laboratory, '--remove')).toEqual(success('Token quitado.'));
  expect(await run('results', 'token', laboratory, '--remove')).toEqual(
    success('Ese laboratorio no tenía token.'),
  );
});

test('the text of a laboratory cannot control the terminal', async () => {
  const { db } = database();
  const patient = await addPatient(db);
  const laboratory = await addPartner(db, { type: 'Laboratorio' });
  const [sent, shown] = ['\u001b[2J\u2028x', '\\u{1b}[2J\\u{2028}x'];
  const inFolder = async (name: string, content: string) => {
    await writeFile(path.join(folder(), name), content);
    return path.join(folder(), name);
  };
  const header = `MSH|^~\\&|LIS|RIO|||20260114100000-0600||ORU^R01|A|P|${sent}`;
  const message = await inFolder('uno.hl7', header);
  for (const args of [['receive', message, '--laboratory', laboratory], ['messages']]) {
    expect(await run('results', ...args)).toEqual(success(containing(`y esta es «${shown}».`)));
  }
  const file = await inFolder('uno.csv', `ID;Vol\n${patient};${sent}\n`);
  const importMapped = async (column: string) => {
    const map = await inFolder('mapa.json', JSON.stringify({ ID: 'patient', [column]: 'volume' }));
    return run('results', 'import', file, '--columns', map, '--laboratory', laboratory);
  };
  expect(await importMapped('Vol')).toEqual(success(containing(`Vol: «${shown}».`)));
  expect(await importMapped(sent)).toEqual(rejectedOutput(containing(`La columna «${shown}»`)));
  process.exitCode = 0;
});

test('`webhooks` rejects unknown ids and missing arguments in one line in Spanish', async () => {
  expect(await run('webhooks', 'list')).toEqual(success('No hay notificaciones.'));
  expect(await run('webhooks', 'replay', '--failed')).toEqual(
    success('No hay notificaciones por volver a procesar.'),
  );
  for (const id of ['7', 'nada']) {
    expect(await run('webhooks', 'replay', id)).toEqual(
      rejectedOutput(`El número ${id} no existe.`),
    );
  }
  for (const args of [[], ['7', '--failed']]) {
    expect(await run('webhooks', 'replay', ...args)).toEqual(
      rejectedOutput('Indica un número o usa --failed.'),
    );
  }
  expect(await run('webhooks', 'list', '--outcome', 'mal')).toEqual(
    rejectedOutput('«mal» no es un resultado: usa received, applied, ignored, failed.'),
  );
});

test('the audit rows of a failed command are sealed', async () => {
  const failing = withInstallation(async ({ installation, act }) => {
    await installation.database.db.transaction((transaction) =>
      writeAudit(transaction, act, { action: 'deliveries.listed' }),
    );
    throw new Error('failed after its audit row');
  });
  await expect(failing).rejects.toThrow('failed after its audit row');
  expect(await run('audit', 'verify')).toEqual(success(containing('Sin sellar todavía: 0')));
});

test('a failed webhook that is purged during the replay does not stop the others', async () => {
  const delivery = (digest: string) => ({
    kind: 'calendly_delivery' as const,
    digest,
    event: 'routing_form_submission.created',
    payload: {},
    outcome: 'failed' as const,
  });
  await database().db.insert(inboxMessages).values(['a', 'b', 'c'].map(delivery));
  await queryAsOwner(
    database(),
    `create function purge_the_next() returns trigger language plpgsql as $$
       begin delete from inbox_messages where digest = 'b'; return new; end $$;
     create trigger purge_the_next after update on inbox_messages
       for each row when (old.digest = 'a') execute function purge_the_next()`,
  );
  const { output, isRejected } = await run('webhooks', 'replay', '--failed');
  expect(output.split('\n')).toEqual([
    '1\tsin efecto\tEsta notificación no se utiliza.',
    '2\tya no existe',
    '3\tsin efecto\tEsta notificación no se utiliza.',
  ]);
  expect(isRejected).toBe(false);
});
