import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Milliseconds. */
const CHECK_EVERY = 2_000;
const ANSWER_TIMEOUT = 1_500;
const ALONE_FOR = 30_000;

/**
 * Transfers etcd's leadership to another member while this machine has the primary. A machine that has both, freezes
 * and thaws would revoke the lease of the new primary (docs/adr/0052-three-machines.md).
 * @param {string} address of this machine
 * @returns {Promise<string>} the act; empty if none was needed
 */
async function leadElsewhere(address) {
  if ((await ask(`https://${address}:8008/primary`)).status !== 200) return '';
  const own = `https://${address}:2379`;
  const { header, leader } = await askEtcd(own, 'maintenance/status');
  if (leader !== header.member_id) return '';
  const { members } = await askEtcd(own, 'cluster/member/list');
  for (const { ID, name, clientURLs } of members) {
    if (ID === leader) continue;
    const answers = await askEtcd(clientURLs[0], 'maintenance/status').catch(() => null);
    if (answers?.leader !== leader) continue;
    await askEtcd(own, 'maintenance/transfer-leadership', { targetID: ID });
    return `etcd pasa a ${name}: esta máquina es la principal.`;
  }
  return '';
}

/**
 * Stops a standby that was started without the address of its primary, which Patroni 4.0.7 does if it sees no
 * primary at that instant, and does not correct while PostgreSQL is starting. Patroni then starts it with the
 * address (docs/adr/0052-three-machines.md).
 */
class Standby {
  #since = Number.POSITIVE_INFINITY;

  /**
   * @param {string} address of this machine
   * @param {string} data folder of PostgreSQL
   */
  constructor(address, data) {
    this.address = address;
    this.data = data;
  }

  /** @returns {Promise<string>} the act; empty if none was needed */
  async giveAddress() {
    if (!this.#lacksAddress() || !(await this.#othersHavePrimary())) {
      this.#since = Number.POSITIVE_INFINITY;
      return '';
    }
    this.#since = Math.min(this.#since, performance.now());
    if (performance.now() - this.#since < ALONE_FOR) return '';
    this.#since = Number.POSITIVE_INFINITY;
    const [pid] = readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n');
    // After a crash, the file may name a process of another program.
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return '';
    process.kill(Number(pid), 'SIGINT');
    return 'PostgreSQL arrancó como copia sin la dirección de la principal: Patroni lo arranca otra vez.';
  }

  #lacksAddress() {
    if (!existsSync(join(this.data, 'standby.signal'))) return false;
    if (!existsSync(join(this.data, 'postmaster.pid'))) return false;
    return !/^primary_conninfo/m.test(readFileSync(join(this.data, 'postgresql.conf'), 'utf8'));
  }

  async #othersHavePrimary() {
    const { body } = await ask(`https://${this.address}:8008/cluster`);
    const { members, pause } = JSON.parse(body);
    // While Patroni is paused, it would not start PostgreSQL again.
    if (pause) return false;
    return members.some(
      ({ role, state, host }) => role === 'leader' && state === 'running' && host !== this.address,
    );
  }
}

async function askEtcd(url, path, body = {}) {
  const answer = await ask(`${url}/v3/${path}`, JSON.stringify(body));
  if (answer.status !== 200) throw new Error(`${url}/v3/${path}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body);
}

/**
 * Sends a request to etcd or Patroni of a machine, with the certificate of the sending machine.
 * @param {string} url
 * @param {string} [sent] makes it a POST
 * @param {string} [root] file system of the sending machine
 * @returns {Promise<{ status: number | undefined, body: string }>}
 */
export function ask(url, sent, root = '/') {
  const machine = readFileSync(join(root, 'etc/patroni/machine.pem'));
  const options = {
    method: sent === undefined ? 'GET' : 'POST',
    key: machine,
    cert: machine,
    ca: readFileSync(join(root, 'etc/simiente/ca/machines.pem')),
    agent: false,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, async (answer) => {
      answer.setEncoding('utf8');
      let body = '';
      try {
        for await (const part of answer) body += part;
        resolve({ status: answer.statusCode, body });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.on('error', reject).end(sent);
  });
}

/** Checks forever, and writes changes. */
async function repeat(check) {
  let printed = '';
  for (;;) {
    // If a program of this machine does not answer, there is nothing to do.
    const line = await check().catch((error) => String(error.cause ?? error.message));
    if (line !== printed && line !== '') console.log(line);
    printed = line;
    await delay(CHECK_EVERY);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [address, data, ...rest] = process.argv.slice(2);
  if (!data || rest.length > 0) {
    console.error('Uso: node deploy/ha/guard.mjs DIRECCIÓN CARPETA-DE-POSTGRESQL');
    process.exit(1);
  }
  // Distinguishes this process from those of Simiente.
  process.title = 'simiente-guard';
  const standby = new Standby(address, data);
  await Promise.all([repeat(() => leadElsewhere(address)), repeat(() => standby.giveAddress())]);
}
