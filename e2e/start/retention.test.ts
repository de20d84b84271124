import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { emptyDatabaseSettings } from './external.ts';
import { simiente, withFolder } from './run.ts';

const FIXTURE = fileURLToPath(new URL('../../fixtures/legacy-export.json', import.meta.url));

test('the command line exports a record, empties the trash, and purges and restores blocked records', async () => {
  const env = await emptyDatabaseSettings();
  await withFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    await mkdir(dataDir);
    const runToEnd = async (...args: string[]): Promise<[code: unknown, text: string]> => {
      const command = simiente(args, { dataDir, env });
      const code = await command.ended;
      return [code, command.output().trim()];
    };
    expect((await runToEnd('import', FIXTURE))[0]).toBe(0);
    const { users } = JSON.parse(await readFile(FIXTURE, 'utf8')) as {
      users: { idUser: string }[];
    };
    const id = users[0]?.idUser ?? '';

    const file = path.join(folder, 'expediente.zip');
    const [exported, output] = await runToEnd('patients', 'export', id, file);
    expect([exported, output]).toEqual([0, expect.stringContaining(`exportado a ${file}`)]);
    expect((await readFile(file)).subarray(0, 2).toString('latin1')).toBe('PK');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await runToEnd('patients', 'export', id, file)).toEqual([
      1,
      `${file} ya existe: elige otro nombre.`,
    ]);

    expect(await runToEnd('purge')).toEqual([0, 'Suprimidos: 0. Bloqueados: 0.']);
    expect(await runToEnd('blocked', 'purge', id)).toEqual([
      1,
      `No hay ningún registro bloqueado con el id ${id}.`,
    ]);
    expect(await runToEnd('blocked', 'restore', id, '--reason', 'porque sí')).toEqual([
      1,
      'El motivo debe ser uno de: error, titular, autoridad.',
    ]);
  });
});
