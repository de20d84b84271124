import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { openInstallation } from './bootstrap.ts';
import { type Config, readConfig } from './config.ts';
import { temporaryFolder } from './testing/backups/backups.ts';
import { commandLine, containing, rejectedOutput, success } from './testing/command-line.ts';
import { queryAsOwner, type TestDatabase } from './testing/database.ts';

const { database, folder, run } = commandLine();
const log = pino({ level: 'silent' });

/** 'started', or the code with which a start with these settings is rejected. */
async function start(settings: Partial<Config> = {}): Promise<string> {
  const config = { ...readConfig(process.env), ...settings };
  return openInstallation(config, 'server', log).then(
    (installation) => installation.close().then(() => 'started'),
    ({ code }) => code,
  );
}

const secret = (name: string) => `${name} with at least as many letters as it takes`;
const storedKeys = (database: TestDatabase) =>
  queryAsOwner(database, `select value::text from installation where key = 'keys'`);

test('M7, E-10.902: a start with another or a forgotten key is rejected, and creates no key', async () => {
  const currentKeys = { authSecret: secret('auth'), auditSecret: secret('audit') };
  expect(await start(currentKeys)).toBe('started');
  const stored = JSON.stringify(await storedKeys(database()));
  expect(stored).not.toContain('letters');
  for (const [settings, code] of [
    [{ ...currentKeys, authSecret: secret('other') }, 'auth-key-unknown'],
    [{ ...currentKeys, authSecret: null }, 'auth-key-unknown'],
    [{ ...currentKeys, auditSecret: secret('other') }, 'audit-key-unknown'],
    [{ ...currentKeys, auditSecret: null }, 'audit-key-unknown'],
  ] as const) {
    expect([settings, await start(settings)]).toEqual([settings, code]);
  }
  expect(existsSync(path.join(folder(), 'data', 'secrets'))).toBe(false);
  // Commands and backups are included, because each seals the audit.
  for (const command of [
    ['audit', 'verify'],
    ['backup', path.join(folder(), 'uno')],
  ]) {
    expect(await run(...command)).toEqual(rejectedOutput(containing('no es la de esta base')));
  }
  expect(existsSync(path.join(folder(), 'data', 'secrets'))).toBe(false);
  expect(JSON.stringify(await storedKeys(database()))).toBe(stored);
  expect(await start(currentKeys)).toBe('started');
});

test('M7, E-10.902: keys change when the earlier ones are named, and `secrets rotate` names them', async () => {
  const first = { authSecret: secret('auth'), auditSecret: secret('audit') };
  expect(await start(first)).toBe('started');
  const second = {
    authSecret: secret('new auth'),
    previousAuthSecrets: [first.authSecret],
    auditSecret: `${secret('new audit')},${first.auditSecret}`,
  };
  expect(await start(second)).toBe('started');
  expect(await start(first)).toBe('auth-key-unknown');
  expect(await start({ ...second, previousAuthSecrets: [] })).toBe('started');
});

test('M7, E-10.902: key files are rotated, retired, and given up when they are lost', async () => {
  expect(await start()).toBe('started');
  for (const act of ['rotate', 'retire']) {
    expect((await run('secrets', act)).isRejected).toBe(false);
    expect(await start()).toBe('started');
  }
  const data = path.join(folder(), 'data');
  const other = await temporaryFolder();
  vi.stubEnv('DATA_DIR', other);
  await mkdir(path.join(other, 'secrets'));
  expect(await start()).toBe('auth-key-unknown');
  // One message names both files, because the database stores fingerprints of both.
  expect(await run('staff', 'list')).toEqual(
    rejectedOutput(expect.stringMatching(/el archivo auth .* el archivo audit /)),
  );
  await copyFile(path.join(data, 'secrets/auth'), path.join(other, 'secrets/auth'));
  expect(await start()).toBe('audit-key-unknown');
  expect(await run('staff', 'list')).toEqual(
    rejectedOutput(containing('«simiente secrets rotate --lost»')),
  );
  expect(await run('secrets', 'rotate', '--lost')).toEqual(
    success(containing('La base acepta las llaves actuales.')),
  );
  expect(await start()).toBe('started');
  expect(
    await queryAsOwner(
      database(),
      `select details from audit_events where action = 'secrets.rotated' order by id desc limit 1`,
    ),
  ).toEqual([{ details: { lost: true } }]);
});

test('M7, E-10.902: a database without fingerprints recognises its audit key by the last seal', async () => {
  expect(await start({ auditSecret: secret('audit') })).toBe('started');
  vi.stubEnv('AUDIT_SECRET', secret('audit'));
  expect((await run('staff', 'list')).isRejected).toBe(false);
  await queryAsOwner(database(), `delete from installation where key = 'keys'`);
  expect(await start({ auditSecret: secret('other') })).toBe('audit-key-unknown');
  expect(await start()).toBe('started');
});
