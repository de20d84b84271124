/**
 * A process to be killed in a test. It opens the database of the folder in its first argument as its server and
 * writes rows forever, printing each once PostgreSQL has committed it. When it loses the database it prints the
 * reason and ends.
 */
import pg from 'pg';
import { openEmbeddedPostgres } from '../embedded.ts';

const database = await openEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  role: 'server',
  log: () => undefined,
  onLost: ({ code }) => process.stdout.write(`${code}\n`, () => process.exit(1)),
});
const client = new pg.Client(database.owner);
await client.connect();
await client.query('create table if not exists written (n integer primary key)');
for (let n = 1; ; n += 1) {
  await client.query('insert into written values ($1)', [n]);
  process.stdout.write(`${n}\n`);
}
