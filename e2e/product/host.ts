/**
 * A process that runs the journeys' products: the real server on a real PostgreSQL with the built web app, each
 * test with its own database. The workers of the tests call it over HTTP, so that it prepares data that many
 * journeys begin with only once. It ends with its parent.
 */
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { buildApp } from '@simiente/server/app';
import { readSealKeys } from '@simiente/server/modules/audit/chain/link';
import { startSealer } from '@simiente/server/modules/audit/chain/sealer';
import { openDatabase } from '@simiente/server/platform/database/database';
import { slotLimitsFor } from '@simiente/server/platform/http/load/admission';
import { createPasswordHashing } from '@simiente/server/platform/identity/passwords/password-hash';
import { createProvider } from '@simiente/server/platform/identity/provider/provider';
import { addStaff } from '@simiente/server/platform/identity/staff-accounts';
import { openLocalFileStore } from '@simiente/server/platform/storage/storage';
import { cloneDatabase, startTestServer } from '@simiente/server/testing/postgres';
import { TEST_CALENDLY_SECRET } from '@simiente/server/testing/services/calendly';
import { pino } from 'pino';
import { loadDataset } from './dataset.ts';
import type {
  Dataset,
  EmptyDatabase,
  HostRequest,
  ProductInfo,
  ProductOptions,
} from './protocol.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const SECRET = 'a secret of the journeys, of forty letters';
/** Cost of a password's hash: each journey signs in, and only those in `start/` test that cost. */
const HASH_COST = { ln: 10, r: 8, p: 1 };
/** Connections of a product's pool. */
const CONNECTIONS = 5;
/** Milliseconds: a busy machine may let a request wait; no journey is about that. */
const GENEROUS_WAIT = 60_000;
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

const supervisor = {
  name: 'Elvira Mena',
  email: 'elvira@simiente.example',
  password: 'dos faroles de papel',
};

const administrator = {
  name: 'Amalia Roa',
  email: 'amalia@simiente.example',
  password: 'tres tazas de canela',
};

/** A database and a folder of files with a dataset and its staff, as a template. */
interface Prepared {
  readonly template: string;
  readonly folder: string;
}

/** Cache by dataset, because many journeys share one. */
const prepared = new Map<string, Promise<Prepared>>();

function prepare(dataset: Dataset): Promise<Prepared> {
  const key = JSON.stringify(dataset);
  const template = prepared.get(key) ?? fillTemplate(dataset);
  prepared.set(key, template);
  return template;
}

async function fillTemplate(dataset: Dataset): Promise<Prepared> {
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-dataset-'));
  const template = await makeTemplate(await staffed, ({ db }) =>
    loadDataset({ db, store: openLocalFileStore(folder) }, dataset),
  );
  return { template, folder };
}

/** The base of all other templates: a database with the staff. */
const staffed = makeTemplate(server.template, async ({ db }) => {
  const passwords = createPasswordHashing(HASH_COST);
  for (const person of [staff, colleague]) {
    await db.transaction((transaction) => addStaff(transaction, passwords, person));
  }
  for (const person of [administrator, supervisor]) {
    await db.transaction((transaction) =>
      addStaff(transaction, passwords, { ...person, roles: ['todo', 'administracion'] }),
    );
  }
});

/** Copies a template and fills the copy; no connection to it may remain. */
async function makeTemplate(
  from: string,
  fill: (database: ReturnType<typeof openDatabase>) => Promise<void>,
): Promise<string> {
  const { app: connection } = await cloneDatabase(server, from);
  const database = openDatabase(
    { ...connection, max: CONNECTIONS, connectionTimeoutMillis: GENEROUS_WAIT },
    log,
  );
  await fill(database);
  await database.close();
  return String(connection.database);
}

async function start({
  dataset,
  mapTiles,
  requireTwoFactor,
  seals,
  provider,
  port,
}: ProductOptions & { readonly port: number }): Promise<ProductInfo> {
  const { template, folder: dataFolder } = await prepare(dataset);
  const { app: connection, drop } = await cloneDatabase(server, template);
  const database = openDatabase(
    { ...connection, max: CONNECTIONS, connectionTimeoutMillis: GENEROUS_WAIT },
    log,
  );
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-journey-'));
  await linkFiles(dataFolder, folder);
  const app = await buildApp({
    database,
    store: openLocalFileStore(folder),
    uploadFolder: path.join(folder, 'uploads'),
    secret: SECRET,
    calendlyWebhookSecret: TEST_CALENDLY_SECRET,
    log,
    mapTiles,
    requireTwoFactor: requireTwoFactor ? 'all' : 'none',
    provider: provider && createProvider(provider, log),
    webFolder: WEB_FOLDER,
    passwordCost: HASH_COST,
    requestSlotLimits: { ...slotLimitsFor(CONNECTIONS), maxWait: GENEROUS_WAIT },
  });
  // On a busy machine a minute may pass between two requests of a test's own client, whose second one would
  // meet the end of its connection. A browser would repeat it.
  app.server.keepAliveTimeout = 0;
  app.server.timeout = 0;
  // Another program may have taken the port since the last product left it.
  const url = await app
    .listen({ host: '127.0.0.1', port })
    .catch(() => app.listen({ host: '127.0.0.1', port: 0 }));
  const sealer = seals
    ? startSealer(
        { ...database, keys: readSealKeys(SECRET), checkpoints: path.join(folder, 'checkpoints') },
        log,
      )
    : null;
  running.set(url, async () => {
    const closed = app.close();
    // A browser opens connections ahead; the server would wait a minute for a request on one.
    app.server.closeAllConnections();
    await closed;
    await sealer?.stop();
    await database.close();
    await Promise.all([drop(), rm(folder, { recursive: true, force: true })]);
  });
  return { url, staff, colleague, administrator, supervisor };
}

/** Hard links instead of copies, which cost more: the store never writes into an existing file. */
async function linkFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (!entry.isDirectory()) await link(source, target);
    else {
      await mkdir(target, { recursive: true });
      await linkFiles(source, target);
    }
  }
}

async function stop(url: string): Promise<void> {
  await running.get(url)?.();
  running.delete(url);
}

async function handleRequest(request: HostRequest): Promise<ProductInfo | EmptyDatabase | null> {
  if (request.command === 'start') return start(request);
  if (request.command === 'clone') return cloneDatabase(server);
  await stop(request.url);
  return null;
}

const requestServer = createServer(async (request: IncomingMessage, response) => {
  const [status, answer] = await handleRequest((await json(request)) as HostRequest).then(
    (facts) => [200, facts] as const,
    (error: unknown) => [500, String(error)] as const,
  );
  response.writeHead(status).end(JSON.stringify(answer));
});

process.on('disconnect', async () => {
  requestServer.close();
  await Promise.all([...running.keys()].map(stop));
  for (const { folder } of await Promise.all(prepared.values())) {
    await rm(folder, { recursive: true, force: true });
  }
  await stopPostgres();
});

await staffed;
await once(requestServer.listen(0, '127.0.0.1'), 'listening');
// A connection that a worker keeps must not end just as it is used again.
requestServer.keepAliveTimeout = 0;
process.send?.(`http://127.0.0.1:${(requestServer.address() as AddressInfo).port}`);
