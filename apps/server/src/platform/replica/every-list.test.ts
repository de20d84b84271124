import { contract } from '@simiente/contract';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { loadDemo } from '../../modules/import/demo/load-demo.ts';
import { EVERY_RIGHT } from '../../testing/accounts/everybody.ts';
import { replicated } from '../../testing/backups/replicated.ts';
import { fetchExport } from '../../testing/calls/list-exports.ts';
import { testCalls, toQuery } from '../../testing/requests.ts';
import { openDatabase } from '../database/database.ts';

const made = replicated();

/** The calls that a replica answers. Every other one is always asked of the primary. */
const FROM_REPLICA = [
  'analyteRanges.list',
  'audit.list',
  'audit.ownActivity',
  'branches.list',
  'branches.places',
  'calendly.failedDeliveries',
  'calendly.withoutPatient',
  'dashboard.activity',
  'dashboard.examFigures',
  'dashboard.exams',
  'dashboard.figures',
  'dashboard.today',
  'dashboard.waitingRecipes',
  'doctors.agenda',
  'doctors.day',
  'doctors.figures',
  'doctors.list',
  'examOrders.downloadFigures',
  'examOrders.downloads',
  'examOrders.figures',
  'examOrders.listAll',
  'partners.getAll',
  'partners.list',
  'patients.figures',
  'patients.getAll',
  'patients.list',
  'prospects.figures',
  'prospects.getAll',
  'prospects.list',
  'receivedResults.list',
  'reports.queue',
  'reports.statistics',
  'resultFiles.failedMessages',
  'results.pending',
  'search.find',
];

test('E-10.690: lists, figures, searches and exports are read from the replica, and nothing else is', async () => {
  const { start, database } = made();
  const { app, staff, store, figures, lines } = await start('every@simiente.example', {
    staffRoles: EVERY_RIGHT,
  });
  // The role of the product may not make the temporary tables of an import.
  const owner = openDatabase(database.owner, pino({ level: 'silent' }));
  onTestFinished(() => owner.close());
  await loadDemo({ db: owner.db, store, patients: 20, now: new Date('2026-11-20T18:00:00Z') });
  const idOf = async (table: string) => {
    const { rows } = await database.pool.query<{ id: string }>(`select id from ${table} limit 1`);
    return rows[0]?.id ?? '';
  };
  const input = {
    from: '2026-11-16T06:00:00Z',
    to: '2026-11-23T06:00:00Z',
    start: '2026-01-01',
    end: '2026-12-31',
    date: '2026-11-20',
    idDoctor: await idOf('doctors'),
    idPartner: await idOf('partners'),
    idUser: await idOf('patients'),
  };
  const fromReplica: string[] = [];
  for (const { name, method, path, input: schema } of testCalls(contract)) {
    if (method !== 'GET' && name !== 'search.find') continue;
    const { required = [] } = schema ? z.toJSONSchema(schema, { io: 'input' }) : {};
    const fields = Object.entries(input).filter(([field]) => required.includes(field));
    const before = await figures();
    const answer = await staff.request(
      method === 'GET'
        ? { url: `${path}?${toQuery(fields)}` }
        : { method, url: path, payload: Object.fromEntries(fields) },
    );
    if (FROM_REPLICA.includes(name)) expect([name, answer.statusCode]).toEqual([name, 200]);
    if ((await figures()).replica > before.replica) fromReplica.push(name);
  }
  expect(fromReplica.toSorted()).toEqual(FROM_REPLICA);
  expect(await figures()).toMatchObject({ repeated: 0 });
  expect(lines.map(({ msg }) => msg)).not.toContain('a read for the replica writes');

  const { replica: before } = await figures();
  await fetchExport(staff, 'trash');
  await fetchExport(staff, 'patients');
  // An export ends a moment after its last byte, which is waited for.
  await app.close();
  expect((await figures()).replica).toBe(before + 1);
});
