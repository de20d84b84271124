import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { saveBackup } from '@simiente/server/platform/backup/save-backup';
import { openDatabase } from '@simiente/server/platform/database/database';
import { openLocalFileStore } from '@simiente/server/platform/storage/storage';
import { cloneEmptyDatabase } from '../product/client.ts';
import { toDatabaseUrl } from './external.ts';
import { simiente, withFolder } from './run.ts';

/** Rows of a server that is killed before it seals them. */
const UNSEALED = `insert into audit_events (actor_kind, action)
  select 'staff', 'patient.read' from generate_series(1, 3)`;
const TAIL = 'Registros de auditoría pendientes de sello, ya sellados: 3 registros, el más';

test('T-K3: a start and a restore seal waiting audit rows and report it, and a foreign row fails the verification', {
  tag: '@nightly',
}, async () => {
  test.slow();
  const log = { warn: () => {} };
  const { app, owner } = await cloneEmptyDatabase();
  await withFolder(async (folder) => {
    const [clinic, host] = [path.join(folder, 'clinic'), path.join(folder, 'host')];
    for (const place of [clinic, host]) await mkdir(place);
    const env = { DATABASE_URL: toDatabaseUrl(app), DATABASE_OWNER_URL: toDatabaseUrl(owner) };
    const run = async (sql: string, as = app) => {
      const { pool, close } = openDatabase(as, log);
      await pool.query(sql).finally(close);
    };
    const verify = async (dataDir: string, env?: Record<string, string>) => {
      const command = simiente(['audit', 'verify'], { dataDir, ...(env && { env }) });
      return [await command.ended, command.output()] as const;
    };

    await run(UNSEALED);
    const server = simiente(['serve'], { dataDir: clinic, env });
    await server.line(/Dirección:\s+(\S+)/);
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain(TAIL);
    const [intact, report] = await verify(clinic, env);
    expect(intact, report).toBe(0);

    await run(UNSEALED);
    const file = path.join(folder, 'clinic.respaldo');
    const store = openLocalFileStore(path.join(folder, 'files'));
    const signal = new AbortController().signal;
    await saveBackup({ owner, store, secrets: {} }, file, { passphrase: null, signal });
    // The backup has no passphrase, so that the keys are copied.
    await cp(path.join(clinic, 'data/secrets'), path.join(host, 'data/secrets'), {
      recursive: true,
    });
    const restored = simiente(['restore', file], { dataDir: host });
    expect(await restored.ended, restored.output()).toBe(0);
    expect(restored.output()).toContain(TAIL);
    const [whole, sealed] = await verify(host);
    expect(whole, sealed).toBe(0);
    expect(sealed).toContain('Sin sellar todavía: 0 registros');

    await run(
      `alter table audit_events disable trigger identify_audit_event;
         insert into audit_events (id, at, actor_kind, action)
           values (9007199254740991, now(), 'staff', 'patient.read');
         alter table audit_events enable trigger identify_audit_event`,
      owner,
    );
    const [broken, finding] = await verify(clinic, env);
    expect(broken, finding).toBe(1);
    expect(finding).toMatch(
      /^Número ajeno: el registro 9007199254740991, del .+ \(Ciudad de México\), tiene/m,
    );
  });
});
