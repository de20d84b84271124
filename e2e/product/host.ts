/**
 * A process that runs products for one worker of Playwright: the real server on a real PostgreSQL
 * with the built web app, one with a database of its own for each test. It is told what to do, and
 * answers, through the channel to its parent.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from '@simiente/server/app';
import { openDatabase } from '@simiente/server/platform/database/database';
import { createIdentity } from '@simiente/server/platform/identity/identity';
import { DEFAULT_SESSION_LIMITS } from '@simiente/server/platform/identity/sessions';
import { addStaff } from '@simiente/server/platform/identity/staff-accounts';
import { openLocalFileStore } from '@simiente/server/platform/storage/storage';
import { TEST_CALENDLY_SECRET } from '@simiente/server/testing/calendly';
import { cloneDatabase, startTestServer } from '@simiente/server/testing/postgres';
import { pino } from 'pino';
import { loadDataset } from './dataset.ts';
import type { Dataset, HostAnswer, HostRequest, ProductFacts } from './protocol.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const SECRET = 'a secret of the journeys, of forty letters';
const log = pino({ level: 'error' });

const { server, stop: stopPostgres } = await startTestServer();
const running = new Map<string, () => Promise<void>>();

const staff = {
  name: 'Mariana Solórzano',
  email: 'mariana@simiente.example',
  password: 'jacaranda en flor',
};

const colleague = {
  name: 'Octavio Lira',
  email: 'octavio@simiente.example',
  password: 'lluvia sobre el tejado',
};

/** A database and a folder of files that hold a dataset and its staff, to be copied. */
interface Prepared {
  readonly template: string;
  readonly folder: string;
}

/** By dataset: many journeys begin with the same one. */
const prepared = new Map<string, Promise<Prepared>>();

function prepare(dataset: Dataset): Promise<Prepared> {
  const key = JSON.stringify(dataset);
  const known = prepared.get(key) ?? fillTemplate(dataset);
  prepared.set(key, known);
  return known;
}

async function fillTemplate(dataset: Dataset): Promise<Prepared> {
  const { app: connection } = await cloneDatabase(server);
  const database = openDatabase({ ...connection, max: 5 }, log);
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-dataset-'));
  await loadDataset({ db: database.db, store: openLocalFileStore(folder) }, dataset);
  const identity = createIdentity({
    db: database.db,
    secrets: { current: SECRET, previous: [] },
    secure: false,
    idleSeconds: DEFAULT_SESSION_LIMITS.idleSeconds,
    log,
  });
  for (const person of [staff, colleague]) {
    await database.db.transaction((transaction) => addStaff(transaction, identity, person));
  }
  await database.close();
  return { template: String(connection.database), folder };
}

async function start({
  dataset,
  mapTiles,
  requireTwoFactor,
}: Extract<HostRequest, { order: 'start' }>): Promise<ProductFacts> {
  const { template, folder: dataFolder } = await prepare(dataset);
  const { app: connection } = await cloneDatabase(server, template);
  const database = openDatabase({ ...connection, max: 5 }, log);
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-journey-'));
  await cp(dataFolder, folder, { recursive: true });
  const app = await buildApp({
    database,
    store: openLocalFileStore(folder),
    uploadFolder: path.join(folder, 'uploads'),
    secret: SECRET,
    calendlyWebhookSecret: TEST_CALENDLY_SECRET,
    log,
    mapTiles,
    requireTwoFactor,
    webFolder: WEB_FOLDER,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  running.set(url, async () => {
    await app.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { url, staff, colleague };
}

async function obey(request: HostRequest): Promise<ProductFacts | null> {
  switch (request.order) {
    case 'start':
      return start(request);
    case 'stop':
      await running.get(request.url)?.();
      running.delete(request.url);
      return null;
  }
}

process.on('message', async (request: HostRequest) => {
  const answer: HostAnswer = await obey(request).then(
    (result) => ({ id: request.id, result }),
    (error: unknown) => ({ id: request.id, error: String(error) }),
  );
  process.send?.(answer);
});

process.on('disconnect', async () => {
  await Promise.all([...running.values()].map((stop) => stop()));
  for (const { folder } of await Promise.all(prepared.values())) {
    await rm(folder, { recursive: true, force: true });
  }
  await stopPostgres();
});

process.send?.('ready');
