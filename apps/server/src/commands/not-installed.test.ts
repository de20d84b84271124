import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { openLocalFileStore } from '../platform/storage/storage.ts';
import { program } from '../program.ts';
import { temporaryFolder } from '../testing/backups/backups.ts';
import { commandLine, containing, rejectedOutput, success } from '../testing/command-line.ts';
import { createEmptyDatabase, toDatabaseUrl } from '../testing/database.ts';
import { addExam, addFile, addPatient } from '../testing/records.ts';

const { folder, database, run } = commandLine();

/** Commands that create an installation, or need none. */
const NEED_NO_INSTALLATION = new Set(['serve', 'migrate', 'import', 'restore', 'backup verify']);

/** Valid arguments for each other command, so that it fails only because there is no installation. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  backup: ['uno.respaldo'],
  'people import': ['people.csv', '--kind', 'patients', '--columns', 'map.json'],
  'results import': ['rows.csv', '--columns', 'map.json', '--laboratory', 'lab'],
  'results receive': ['messages.hl7', '--laboratory', 'lab'],
  'results messages': [],
  'results replay': ['1'],
  'results token': ['lab'],
  'reports token': ['un sistema'],
  'staff add': ['--email', 'ana@simiente.example', '--name', 'Ana'],
  'staff list': [],
  'staff suspend': ['ana@simiente.example'],
  'staff activate': ['ana@simiente.example'],
  'staff import': ['accounts.json', '--role', 'todo'],
  'staff set-role': ['ana@simiente.example', 'todo'],
  'staff reset-password': ['ana@simiente.example'],
  'staff reset-two-factor': ['ana@simiente.example'],
  'staff set-identity': [
    ...['ana@simiente.example', '--name', 'Ana Ríos', '--cedula', '1234567'],
    ...['--institution', 'UNAM'],
  ],
  'staff restore-identity': ['ana@simiente.example'],
  'staff remove-passkeys': ['ana@simiente.example'],
  'staff remove-provider': ['ana@simiente.example'],
  status: [],
  'secrets rotate': [],
  'secrets retire': [],
  'audit archive': ['--before', '2020-01-01'],
  'audit since': ['2020-01-01 10:00'],
  'audit verify': [],
  'patients export': ['usr_1', 'record.zip'],
  purge: [],
  'blocked list': [],
  'blocked restore': ['usr_1', '--reason', 'error'],
  'blocked purge': ['usr_1'],
  'webhooks list': [],
  'webhooks replay': ['1'],
};

const FILES: Readonly<Record<string, string>> = {
  'rows.csv': 'ID;Vol\nusr_1;2,1\n',
  'map.json': '{"ID":"patient","Vol":"volume"}',
  'messages.hl7': 'MSH|^~\\&|LIS|RIO|||20260114100000-0600||ORU^R01|A|P|2.5',
  'accounts.json': JSON.stringify({
    users: [],
    hash_config: {
      base64_signer_key: 'YQ==',
      base64_salt_separator: 'Bw==',
      rounds: 8,
      mem_cost: 14,
    },
  }),
};

function listCommands(command: Command, names: readonly string[] = []): string[] {
  const isRunnable = command.registeredArguments.length > 0 || command.commands.length === 0;
  return [
    ...(isRunnable ? [names.join(' ')] : []),
    ...command.commands.flatMap((inner) => listCommands(inner, [...names, inner.name()])),
  ];
}

test('M4: the table of commands that need an installation is complete', () => {
  const all = listCommands(program).filter((name) => !NEED_NO_INSTALLATION.has(name));
  expect(Object.keys(ARGUMENTS).toSorted()).toEqual(all.toSorted());
});

test.each([
  ['a new data folder', async () => ({ DATABASE_URL: '', DATABASE_OWNER_URL: '' })],
  [
    'an external database without its tables',
    async () => {
      const DATABASE_URL = toDatabaseUrl(await createEmptyDatabase({ owned: true }));
      return { DATABASE_URL, DATABASE_OWNER_URL: '' };
    },
  ],
])(
  'M4, E-10.900: with %s, each command names the missing installation, exits with an error and creates nothing',
  async (_, makeEnvironment) => {
    const environment = await makeEnvironment();
    const missing = path.join(await temporaryFolder(), 'data');
    for (const [name, value] of Object.entries({ ...environment, DATA_DIR: missing })) {
      vi.stubEnv(name, value);
    }
    const inputs = await temporaryFolder();
    for (const [name, text] of Object.entries(FILES)) {
      await writeFile(path.join(inputs, name), text);
    }
    const where =
      environment.DATABASE_URL === ''
        ? `la carpeta ${missing}:`
        : `la base ${new URL(environment.DATABASE_URL).pathname.slice(1)} de `;
    for (const [name, given] of Object.entries(ARGUMENTS)) {
      const args = given.map((it) =>
        /\.\w+$/.test(it) && !it.includes('@') ? path.join(inputs, it) : it,
      );
      expect([name, await run(...name.split(' '), ...args)]).toEqual([
        name,
        rejectedOutput(containing(`No hay ninguna instalación de Simiente en ${where}`)),
      ]);
    }
    expect(existsSync(missing)).toBe(false);
  },
);

test('M4, E-10.900: a backup names its installation, and its numbers of patients and files', async () => {
  const { db, app } = database();
  const patient = await addPatient(db);
  await addPatient(db);
  const files = path.join(folder(), 'data', 'files');
  await mkdir(files, { recursive: true });
  await addExam(db, patient, { fileId: await addFile(db, openLocalFileStore(files)) });
  const file = path.join(folder(), 'uno.respaldo');
  expect(await run('backup', file)).toEqual(
    success(
      expect.stringMatching(
        `^Respaldo de la base ${app.database} de .+ guardado en ${file}: 2 pacientes, [\\d,]+ filas, 1 archivo, `,
      ),
    ),
  );
});
