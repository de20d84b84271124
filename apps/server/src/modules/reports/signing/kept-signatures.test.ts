import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq, ne } from 'drizzle-orm';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { NO_REQUEST } from '../../../platform/act.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { migrateDatabase } from '../../../platform/database/migrating/migrate.ts';
import { reportVersions } from '../../../schema/reports.ts';
import { backUp, restoreIntoEmpty, temporaryStore } from '../../../testing/backups/backups.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { addPatient } from '../../../testing/records.ts';
import { addSignedReport, addWithdrawal, seal } from '../../../testing/reports/signed-reports.ts';
import { keys, partitionBy, verify, write } from '../../../testing/sealed-audit.ts';
import { archiveAudit } from '../../audit/chain/archive-audit.ts';
import {
  type ArchivedAction,
  collectActions,
  readArchives,
} from '../../audit/chain/archive-file.ts';
import { auditPartitions } from '../../audit/partitions.ts';
import { isSealed } from '../reading/select-versions.ts';
import { SIGNATURES, verifySigned } from './verify-signed.ts';

/** Adds a signed report that was corrected, and one that was withdrawn. */
async function addSignedReports({ db }: Pick<TestDatabase, 'db'>) {
  const corrected = await addPatient(db, { name: 'Luis Mora' });
  const first = await addSignedReport(db, corrected);
  const second = await addSignedReport(db, corrected, { text: 'Tu muestra tuvo 2.3 ml.' });
  const other = await addPatient(db);
  const withdrawn = await addSignedReport(db, other, { kind: 'first_medical' });
  await addWithdrawal(db, other, withdrawn);
  return { first, second, withdrawn };
}

async function findings(
  { db }: Pick<TestDatabase, 'db'>,
  archived?: ReadonlyMap<number, ArchivedAction>,
) {
  const found: string[] = [];
  const checked = await verifySigned(
    db,
    ({ id, problem }) => found.push(`${problem} ${id}`),
    archived,
  );
  return { checked, found: found.toSorted() };
}

const silent = pino({ level: 'silent' });
const INTACT = { checked: 3, found: [] };

test('T-G7, E-10.605: signed, corrected and withdrawn versions are restored from a backup unchanged', async () => {
  const database = await createTestDatabase();
  await addSignedReports(database);
  await seal(database);
  const readVersions = (database: Pick<TestDatabase, 'db'>) =>
    database.db
      .select()
      .from(reportVersions)
      .where(ne(reportVersions.type, 'draft'))
      .orderBy(asc(reportVersions.id));
  const { file } = await backUp({ database, store: await temporaryStore() });
  const target = await restoreIntoEmpty(file);
  await migrateDatabase(target);
  const restored = openDatabase({ ...target.owner, max: 5 }, silent);
  onTestFinished(() => restored.close());
  expect(await readVersions(restored)).toEqual(await readVersions(database));
  expect(await findings(restored)).toEqual(INTACT);
  expect(await verify({ ...database, ...restored })).toMatchObject({ findings: 0 });
  // The row is protected again.
  await expect(
    queryAsOwner(target, `update report_versions set text = 'otro'`),
  ).rejects.toMatchObject({
    code: '23001',
  });
  await expect(queryAsOwner(target, `delete from report_withdrawals`)).rejects.toMatchObject({
    code: '23001',
  });
});

test('T-F2, E-10.605: signatures with archived audit rows are compared with the archive, and can be delivered', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await partitionBy(database, 20);
  const { first, second, withdrawn } = await addSignedReports(database);
  for (let round = 0; round < 4; round += 1) {
    await write(database, 15);
    await seal(database);
    await auditPartitions(database.pool).run(AbortSignal.timeout(600_000));
  }
  const act = { actor: { kind: 'operator', id: 'root' }, origin: NO_REQUEST } as const;
  const options = { owner: database.owner, keys, folder };
  expect(await archiveAudit(options, act, new Date('2999-01-01Z'))).toMatchObject({ from: 1 });
  await seal(database);
  const { rows } = await database.pool.query(
    `select from audit_events where action like 'report.%'`,
  );
  expect(rows).toEqual([]);
  for (const id of [first, second, withdrawn]) expect(await isSealed(db, id)).toBe(true);

  const readAgain = async (from: string) => {
    const archivedActs = new Map<number, ArchivedAction>();
    const archives = collectActions(readArchives(from), SIGNATURES, archivedActs);
    const { findings: ofChain } = await verify(database, { archives });
    return { ofChain, ...(await findings(database, archivedActs)) };
  };
  expect(await readAgain(folder)).toEqual({ ofChain: 0, ...INTACT });
  expect(await findings(database)).toEqual(INTACT);

  const runAsOwner = (table: string, statement: string) =>
    queryAsOwner(
      database,
      `begin; alter table ${table} disable trigger user; ${statement};
       alter table ${table} enable trigger user; commit`,
    );
  await runAsOwner(
    'report_versions',
    `update report_versions set verify_code = 'otro' where id = '${second}'`,
  );
  await runAsOwner('report_withdrawals', 'delete from report_withdrawals');
  expect((await readAgain(folder)).found).toEqual([`altered ${second}`, `missing ${withdrawn}`]);
  // Rows cannot be compared without the archives; wrong archives are reported.
  expect(await findings(database)).toEqual(INTACT);
  expect((await readAgain(path.join(folder, 'none'))).found).toEqual(
    [first, second, withdrawn].map((id) => `unaudited ${id}`).toSorted(),
  );
  expect(await db.$count(reportVersions, eq(reportVersions.id, second))).toBe(1);
});
