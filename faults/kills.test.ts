import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forLength } from '../scripts/test-length.mjs';
import { Client } from './rig/client.ts';
import { DataFolder } from './rig/folder.ts';
import { Ledger } from './rig/ledger.ts';
import { newRandom, type Random } from './rig/random.ts';
import { startFault } from './rig/results.ts';
import { ServerProcess } from './rig/server.ts';
import { startWriters } from './rig/writers.ts';

/** Number of kills of each process. */
const TIMES = forLength(1, 30);
const WRITERS = 4;
/** Acknowledged writes before each kill, so that there is something to lose. */
const WRITES_BEFORE_FAULT = 15;
/** Maximum milliseconds between the last of them and the kill. */
const LATEST = 400;

interface Running {
  readonly folder: DataFolder;
  readonly random: Random;
  server: ServerProcess;
  url: string;
}

/** Starts the server again, as a supervisor does. */
async function startAgain(running: Running): Promise<void> {
  running.server = new ServerProcess({ dataDir: running.folder.path });
  running.url = await running.server.url();
}

interface Kill {
  readonly id: string;
  readonly target: string;
  readonly fault: string;
  kill(running: Running): Promise<void>;
}

const kills: readonly Kill[] = [
  {
    id: 'T-G1',
    target: 'the server',
    fault: 'kill -9 of the server',
    async kill(running) {
      await running.server.kill();
      await startAgain(running);
    },
  },
  {
    id: 'T-G2',
    target: 'PostgreSQL, or a process of it',
    fault: 'kill -9 of PostgreSQL, all of it or one of its processes',
    async kill({ folder, random }) {
      await folder.killPostgres(random.next() < 0.5 ? 'all' : 'backend');
    },
  },
  {
    id: 'T-G2',
    target: 'both at once',
    fault: 'kill -9 of the server and of PostgreSQL',
    async kill(running) {
      await Promise.all([running.folder.killPostgres('all'), running.server.kill()]);
      await startAgain(running);
    },
  },
];

test.each(kills)(
  'T-G1, T-G2: $id: after kill -9 of $target during writes every acknowledged write exists, and none is partial',
  async ({ id, fault, kill }) => {
    const random = newRandom();
    console.log(`${fault}: FAULTS_SEED=${random.seed}`);
    const result = startFault(id, fault, random.seed);
    const folder = await DataFolder.make();
    const server = new ServerProcess({ dataDir: folder.path });
    const running: Running = { folder, random, server, url: await server.url() };
    const ledger = new Ledger();
    const client = await new Client(() => running.url).signIn();
    const writers = await startWriters({ client, ledger, random }, WRITERS);
    for (let time = 0; time < TIMES; time += 1) {
      await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
      await delay(random.between(0, LATEST));
      await kill(running);
    }
    await writers.waitForAcknowledged(WRITES_BEFORE_FAULT);
    await writers.stop();
    await running.server.stop();

    const findings = await folder.inspect(ledger);
    result.keep(TIMES, ledger, findings);
    expect(findings).toEqual({ lost: [], wrong: [] });
  },
);
