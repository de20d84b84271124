import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ask as askProgram } from '../../deploy/ha/guard.mjs';
import type { Installation } from './inspect.ts';

const execute = promisify(execFile);

/** Maximum milliseconds until a cluster must be complete again. */
const RECOVERY_TIMEOUT = 240_000;
/** Roles and states of the members of a complete cluster, sorted. */
const COMPLETE = ['leader running', 'replica streaming', 'sync_standby streaming'];

export const PATRONICTL = ['patronictl', '-c', '/etc/patroni/config.yml'];
const UNITS = ['etcd', 'patroni', 'haproxy', 'guard', 'simiente-3001'];

export interface Machine {
  readonly name: string;
  readonly address: string;
  /** The root of the file system of each process of the machine. */
  readonly root: string;
  /** A command that runs another one in the machine's network. */
  readonly within: readonly string[];
  readonly web: string;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

interface EtcdStatus {
  readonly header: { readonly member_id: string };
  readonly leader: string;
}

/** The cluster that `deploy/ha/try` brought up around this process. */
export class Cluster {
  readonly machines: readonly Machine[];
  readonly #store: string;
  readonly #secrets: Readonly<Record<string, string>>;

  constructor(file: string | undefined) {
    if (file === undefined) throw new Error('HA_CLUSTER is missing: run npm run test:ha');
    const { machines, store, secrets } = JSON.parse(readFileSync(file, 'utf8'));
    this.machines = machines;
    this.#store = store;
    this.#secrets = secrets;
  }

  get secrets(): Readonly<Record<string, string>> {
    return this.#secrets;
  }

  get admin() {
    return { email: 'jefa@simiente.example', password: this.#secrets.ADMIN_PASSWORD ?? '' };
  }

  /** The database of the primary and the files, to inspect them. */
  async installation(): Promise<Installation> {
    const { root } = await this.leader();
    return {
      database: {
        host: path.join(root, 'run/postgresql'),
        user: 'simiente_owner',
        password: this.#secrets.OWNER_PASSWORD ?? '',
        database: 'simiente',
      },
      files: path.join(this.#store, 'simiente'),
      suffix: '._S3rver_object',
    };
  }

  async leader(): Promise<Machine> {
    return this.#withRole('primary');
  }

  async synchronous(): Promise<Machine> {
    return this.#withRole('sync');
  }

  /** Waits until a different machine has the primary. */
  async waitForOtherLeader(old: Machine): Promise<Machine> {
    return waitFor(async () => {
      for (const machine of this.machines) {
        if (machine !== old && (await isUp(machine, 'primary'))) return machine;
      }
      return undefined;
    });
  }

  /**
   * Waits until all three members run, one of them as the synchronous standby, the leader of etcd is not on the
   * machine of the primary, and all processes of Simiente are ready.
   */
  async waitUntilComplete(): Promise<void> {
    let missing: readonly string[] = [];
    await waitFor(
      async () => {
        missing = await this.#missing();
        return missing.length === 0 ? true : undefined;
      },
      () => missing.join('\n'),
    );
  }

  /** Reasons why the cluster is incomplete, a line for each. */
  async #missing(): Promise<string[]> {
    const missing: string[] = [];
    // A machine that was cut off still reports the past: all must report the same.
    const views = new Set<string>();
    for (const machine of this.machines) {
      const { name } = machine;
      const answer = await request(machine, '8008/cluster');
      if (answer?.status === 200) {
        const { members } = JSON.parse(answer.body) as { members: Member[] };
        const view = members.map((member) => `${member.name} ${member.role} ${member.state}`);
        const roles = members.map(({ role, state }) => `${role} ${state}`).sort();
        views.add(view.sort().join());
        if (roles.join() !== COMPLETE.join()) missing.push(`${name} sees ${view.join()}`);
        const isPrimary = members.some(
          (member) => member.name === name && member.role === 'leader',
        );
        if (isPrimary && (await leadsEtcd(machine)))
          missing.push(`etcd leads on ${name}, the primary`);
      } else missing.push(`Patroni of ${name}: ${answer?.status ?? 'no answer'}`);
      const ours = await request(machine, '3001/health/ready');
      if (ours?.status !== 200) missing.push(`Simiente of ${name}: ${ours?.status ?? 'no answer'}`);
    }
    if (views.size > 1) missing.push(`Views differ: ${[...views].join(' | ')}`);
    return missing;
  }

  async switchOver(): Promise<void> {
    const leader = await this.leader();
    const args = ['switchover', 'simiente', '--leader', leader.name, '--force'];
    await runOn(leader, 'root', ...PATRONICTL, ...args);
  }

  /** Same as `systemctl stop` of a unit whose process has this name. */
  async stop(machine: Machine, unit: string, program: string): Promise<void> {
    writeFileSync(this.#stopped(machine, unit), '');
    signal(machine, 'SIGTERM', program);
    await waitFor(async () => (findPids(machine, program).length === 0 ? true : undefined));
  }

  start(machine: Machine, unit: string): void {
    rmSync(this.#stopped(machine, unit));
  }

  /** Simulates a power cut. */
  kill(machine: Machine): void {
    for (const unit of UNITS) writeFileSync(this.#stopped(machine, unit), '');
    signal(machine, 'SIGKILL');
  }

  /** Starts everything on a machine that was killed. */
  boot(machine: Machine): void {
    for (const unit of UNITS) this.start(machine, unit);
  }

  #stopped({ name }: Machine, unit: string): string {
    return path.join(path.dirname(this.#store), '..', `${name}-${unit}.stopped`);
  }

  async #withRole(role: 'primary' | 'sync'): Promise<Machine> {
    return waitFor(async () => {
      for (const machine of this.machines) if (await isUp(machine, role)) return machine;
      return undefined;
    });
  }
}

/** Sends a signal to the processes of a machine: to all of them, or to those of one program. */
export function signal(machine: Machine, name: NodeJS.Signals, program?: string): void {
  for (const pid of findPids(machine, program)) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended before the signal.
    }
  }
}

function findPids({ root }: Machine, program?: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => {
      try {
        if (readlinkSync(`/proc/${entry}/root`) !== root) return false;
        return !program || readFileSync(`/proc/${entry}/comm`, 'utf8').trim() === program;
      } catch {
        return false;
      }
    })
    .map(Number)
    .filter((pid) => pid > 0);
}

export async function runOn(
  { within, root }: Machine,
  user: string,
  ...command: readonly string[]
): Promise<string> {
  const [program = '', ...args] = [...within, 'chroot', `--userspec=${user}`, root, ...command];
  return (await execute(program, args)).stdout;
}

/** Cuts a machine off from the others and from its clients, or connects it again. */
export function setNetwork(machine: Machine, state: 'up' | 'down'): void {
  execFileSync('ip', ['link', 'set', machine.name, state]);
}

async function isUp(machine: Machine, role: string): Promise<boolean> {
  return (await request(machine, `8008/${role}`))?.status === 200;
}

async function leadsEtcd(machine: Machine): Promise<boolean> {
  const answer = await request(machine, '2379/v3/maintenance/status', '{}');
  if (answer?.status !== 200) return false;
  const { leader, header } = JSON.parse(answer.body) as EtcdStatus;
  return leader === header.member_id;
}

/** Asks a program of a machine by its port and path, with the certificate of that machine. */
const request = ({ address, root }: Machine, where: string, sent?: string) =>
  askProgram(`https://${address}:${where}`, sent, root).catch(() => null);

async function waitFor<Value>(
  check: () => Promise<Value | undefined>,
  explain: () => string = () => '',
): Promise<Value> {
  const deadline = performance.now() + RECOVERY_TIMEOUT;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (performance.now() > deadline) {
      throw new Error(`The cluster did not recover in time\n${explain()}`);
    }
    await delay(200);
  }
}
