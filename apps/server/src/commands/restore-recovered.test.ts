import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PoolConfig } from 'pg';
import { expect, test } from 'vitest';
import { writeAudit } from '../modules/audit/public.ts';
import { NO_REQUEST } from '../platform/act.ts';
import { entryPoint } from '../platform/entry-points.ts';
import { staff, staffSessions } from '../schema/staff.ts';
import { temporaryFolder } from '../testing/backups.ts';
import { createTestDatabase } from '../testing/database.ts';

function urlOf({ user, password, host = '', port, database }: PoolConfig): string {
  const url = new URL(`postgres://localhost:${port}/${database}`);
  url.username = String(user);
  url.password = String(password);
  url.searchParams.set('host', host);
  return url.href;
}

test('T-G7: an external database that went back to a moment loses its sessions, and says what span is missing', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: urlOf(database.app),
    DATABASE_OWNER_URL: urlOf(database.owner),
    LOG_LEVEL: 'silent',
  };
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [entryPoint('cli'), ...args], { env })).stdout;
  await db.insert(staff).values({ id: 'stf_1', name: 'Ana', email: 'ana@simiente.example' });
  const session = { id: 'ses_1', token: 't', userId: 'stf_1', expiresAt: new Date('2100-01-01') };
  await db.insert(staffSessions).values(session);
  const moment = new Date(Date.now() - 60_000).toISOString();
  const act = { actor: { kind: 'operator', id: 'root' }, origin: NO_REQUEST } as const;
  const subject = { kind: 'staff', id: 'stf_1' } as const;
  await db.transaction((transaction) =>
    writeAudit(transaction, act, { action: 'staff.status_changed', subject }),
  );

  expect(await run('audit', 'since', '2100-01-01 10:00')).toBe(
    'Desde ese momento no pasó nada que haya que repetir.\n',
  );
  expect(await run('audit', 'since', moment)).toMatch(
    /Cambió el estado de una cuenta \(ana@simiente\.example\)/,
  );
  expect(await db.select().from(staffSessions)).toHaveLength(1);

  expect(await run('restore', '--recovered', moment)).toContain('La base quedó lista.');
  expect(await db.select().from(staffSessions)).toEqual([]);
  const verified = await run('audit', 'verify');
  expect(verified).toMatch(/se volvió al .*: lo que se registró entre uno y otro no está/);
  expect(verified).toContain('La auditoría está íntegra.');
});

test('the embedded database is told which command returns it to a moment', async () => {
  const env = { PATH: process.env.PATH, DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'silent' };
  const args = [entryPoint('cli'), 'restore', '--recovered', 'fin'];
  await expect(promisify(execFile)(process.execPath, args, { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('simiente restore --to'),
  });
});
