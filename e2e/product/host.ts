/**
 * A process that runs products for one worker of Playwright: the real server on a real PostgreSQL
 * with the built web app, one with a database of its own for each test. It is told what to do, and
 * answers, through the channel to its parent.
 */
import { mkdtemp, rm } from 'node:fs/promises';
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
import type { HostAnswer, HostRequest, ProductFacts } from './protocol.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const SECRET = 'a secret of the journeys, of forty letters';

const { server, stop: stopPostgres } = await startTestServer();
const running = new Map<string, () => Promise<void>>();

async function start({ dataset }: Extract<HostRequest, { order: 'start' }>): Promise<ProductFacts> {
  const { app: connection } = await cloneDatabase(server);
  const log = pino({ level: 'error' });
  const database = openDatabase({ ...connection, max: 5 }, log);
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-journey-'));
  const store = openLocalFileStore(folder);
  await loadDataset({ db: database.db, store }, dataset);
  const staff = {
    name: 'Mariana Solórzano',
    email: 'mariana@simiente.example',
    password: 'jacaranda en flor',
  };
  const identity = createIdentity({
    db: database.db,
    secret: SECRET,
    secure: false,
    idleSeconds: DEFAULT_SESSION_LIMITS.idleSeconds,
    log,
  });
  await database.db.transaction((transaction) => addStaff(transaction, identity, staff));
  const uploadFolder = path.join(folder, 'uploads');
  const app = await buildApp({
    database,
    store,
    uploadFolder,
    secret: SECRET,
    calendlyWebhookSecret: TEST_CALENDLY_SECRET,
    log,
    webFolder: WEB_FOLDER,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  running.set(url, async () => {
    await app.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { url, staff };
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
  await stopPostgres();
});

process.send?.('ready');
