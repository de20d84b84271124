import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between SIGTERM and SIGKILL: enough for a PostgreSQL to stop in order. */
const GRACE = 10_000;
const POLL_INTERVAL = 50;

/**
 * Ends every descendant of this process: first with SIGTERM, which lets a PostgreSQL stop in order, then
 * with SIGKILL. Ending a process group is not enough, because servers in tests lead groups of their own.
 * @param {{ grace?: number }} [options] milliseconds until SIGKILL
 */
export async function endDescendants({ grace = GRACE } = {}) {
  const seen = new Map();
  const deadline = Date.now() + grace;
  for (let signal = 'SIGTERM'; ; ) {
    // A process whose parent ended cannot be found from here any more, so found ones are remembered.
    const all = listProcesses();
    for (const process of descendantsOf(all, [globalThis.process.pid, ...seen.keys()])) {
      if (!seen.has(process.pid)) {
        seen.set(process.pid, process.started);
        send(process.pid, signal);
      }
    }
    const alive = all.filter(({ pid, started }) => seen.get(pid) === started);
    if (alive.length === 0) return;
    if (Date.now() > deadline && signal === 'SIGTERM') {
      signal = 'SIGKILL';
      for (const { pid } of alive) send(pid, signal);
    }
    await delay(POLL_INTERVAL);
  }
}

/**
 * On Ctrl-C, SIGTERM or SIGHUP, ends all descendants and then this process, with the signal's exit code.
 */
export function endDescendantsOnSignals() {
  let isEnding = false;
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
    process.on(signal, async () => {
      if (isEnding) return;
      isEnding = true;
      console.error(`${signal}: ending everything that was started…`);
      await endDescendants();
      process.exit(128 + number);
    });
  }
}

/** Without zombies, which have ended and only wait for their parent. */
function listProcesses() {
  return existsSync('/proc/self/stat') ? readProc() : runPs();
}

function readProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The program's name is in parentheses and may contain anything.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const [state, parent] = fields;
        if (state === 'Z') return [];
        return [{ pid: Number(name), parent: Number(parent), started: fields[19] }];
      } catch {
        return [];
      }
    });
}

function runPs() {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,lstart='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [pid, parent, state, ...started] = line.trim().split(/\s+/);
      if (state.startsWith('Z')) return [];
      return [{ pid: Number(pid), parent: Number(parent), started: started.join(' ') }];
    });
}

function descendantsOf(all, roots) {
  const found = [];
  for (let parents = new Set(roots); parents.size > 0; ) {
    const children = all.filter(({ parent }) => parents.has(parent));
    const fresh = children.filter((child) => !found.includes(child));
    found.push(...fresh);
    parents = new Set(fresh.map(({ pid }) => pid));
  }
  return found;
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
