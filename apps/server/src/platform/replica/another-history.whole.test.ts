import { expect, test, vi } from 'vitest';
import { describeReplica } from '../../commands/serve/replica-notice.ts';
import { replicate } from '../../testing/backups/replicated.ts';
import { PATIENTLY } from '../../testing/patience.ts';
import { openDatabase } from '../database/database.ts';
import { makeStandby, open, temporaryDataDir } from '../postgres/testing/data-folder.ts';
import type { Standby } from '../postgres/testing/standby.ts';
import { openReplica } from './replica.ts';

const silent = { info() {}, warn() {} };

test('E-10.693: a standby that went further than the one that was promoted is not used, nor is one after its promotion', async () => {
  const { database, dataDir, standby: promoted } = await replicate();
  const { host, port } = database.owner;
  const primary = { ...promoted.superuser, host: String(host), port: Number(port) };
  const left = await makeStandby(dataDir, primary);
  const at = ({ superuser: { host, port } }: Standby) => ({ ...database.app, host, port });

  // The one that will be promoted lacks what the other has.
  await promoted.query(`alter system set primary_conninfo = ''`);
  await promoted.query('select pg_reload_conf()');
  await vi.waitFor(
    async () => expect(await promoted.query('select 1 from pg_stat_wal_receiver')).toEqual([]),
    PATIENTLY,
  );
  for (let n = 0; n < 200; n += 1) {
    await database.pool.query(`insert into patients (id, name) values ($1, 'Perdida')`, [
      `usr_${n}`,
    ]);
  }
  const count = `select count(*)::int from patients`;
  const inLeft = () => left.query(count, database.owner.database);
  await vi.waitFor(async () => expect(await inLeft()).toEqual([200]), PATIENTLY);
  await promoted.query('select pg_promote()');

  const now = openDatabase(at(promoted), silent);
  try {
    await now.pool.query(`insert into patients (id, name) values ('usr_new', 'Nueva')`);
    const replica = openReplica({ primary: now.db, connection: at(left), log: silent });
    try {
      expect(await replica.check()).toBe('timeline');
      const { rows } = await replica.run((db) => db.execute(`select name from patients`));
      expect(rows).toEqual([{ name: 'Nueva' }]);
    } finally {
      await replica.close();
    }
    const itself = openReplica({ primary: now.db, connection: at(promoted), log: silent });
    try {
      expect(await itself.check()).toBe('not-standby');
      expect(await describeReplica(itself)).toBe(
        'Aviso: DATABASE_REPLICA_URL lleva a un servidor que acepta cambios, como el principal, y no a una réplica: usarlo no serviría de nada; pon la dirección de una réplica. Mientras, todo se lee del principal.',
      );
    } finally {
      await itself.close();
    }
    const stranger = await open(await temporaryDataDir());
    const foreign = openReplica({ primary: now.db, connection: stranger.app, log: silent });
    try {
      expect(await foreign.check()).toBe('foreign');
    } finally {
      await foreign.close();
    }
  } finally {
    await now.close();
  }
});
