import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { readPreviousSecrets, readSecret, rotateSecret } from '../../platform/postgres/secrets.ts';
import { temporaryFolder } from '../../testing/backups/backups.ts';
import { commandLine } from '../../testing/command-line.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { readSecrets, storeSecrets } from './backup-session.ts';

test('T-G7: a folder with other secrets than the restored data keeps its own, and reports it', async () => {
  const config = readConfig({ DATA_DIR: await temporaryFolder() });
  const folder = path.join(config.dataDir, 'secrets');
  const output: string[] = [];
  const error = vi.spyOn(console, 'error').mockImplementation((line) => output.push(line));
  onTestFinished(() => error.mockRestore());
  const restored = { auth: 'cierra los segundos pasos', audit: 'sella la auditoría' };
  await storeSecrets(config, restored);
  await storeSecrets(config, restored);
  // A replaced secret still decrypts its earlier data.
  await rotateSecret(folder);
  await storeSecrets(config, restored);
  expect(output).toEqual([]);

  await storeSecrets(config, { auth: 'de otra instalación', audit: 'de otra instalación' });
  expect(output).toEqual([
    expect.stringMatching(
      /secrets.auth ya tenía otro secreto, .* no funciona la verificación en dos pasos/,
    ),
    expect.stringMatching(/secrets.audit ya tenía otro secreto, .* no se comprueban los sellos/),
  ]);
  expect(await readSecret(folder, 'audit')).toBe(restored.audit);
});

test('T-G7: a backup during a rotation includes the earlier secret, which still decrypts some authenticator keys', async () => {
  const [from, to] = [
    readConfig({ DATA_DIR: await temporaryFolder() }),
    readConfig({ DATA_DIR: await temporaryFolder() }),
  ];
  const secretsFolder = ({ dataDir }: typeof from) => path.join(dataDir, 'secrets');
  await storeSecrets(from, { auth: 'el primero' });
  await rotateSecret(secretsFolder(from));
  await rotateSecret(secretsFolder(from));
  await storeSecrets(to, await readSecrets(from));
  const earlier = await readPreviousSecrets(secretsFolder(to));
  expect([earlier.length, earlier.at(-1)]).toEqual([2, 'el primero']);
  expect(earlier).toEqual(await readPreviousSecrets(secretsFolder(from)));
  expect(await readSecret(secretsFolder(to), 'auth')).toBe(
    await readSecret(secretsFolder(from), 'auth'),
  );
});

describe('a backup on request', () => {
  const { run, database } = commandLine();

  test('E-10.4066: succeeds with a broken audit, with a notice and exit code 2', async () => {
    const file = path.join(await temporaryFolder(), 'clinic.respaldo');
    const { exitCode } = process;
    onTestFinished(() => {
      process.exitCode = exitCode;
    });
    await run('backup', file);
    expect(process.exitCode).toBe(exitCode);
    await queryAsOwner(
      database(),
      `alter table audit_events disable trigger all;
       update audit_events set action = 'data.restored' where id = (select min(id) from audit_events)`,
    );
    const { output } = await run('backup', `${file}-2`);
    expect(output).toContain('guardado en');
    expect(process.exitCode).toBe(2);
  });
});
