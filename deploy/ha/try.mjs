import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../../scripts/prepare.mjs';
import { ensurePackages } from './packages.mjs';

const USAGE = `Usage: deploy/ha/try [-- COMMAND…]

Brings up deploy/ha on this machine: three machines, each with etcd, Patroni with PostgreSQL, HAProxy and one
process of Simiente, from Debian 13's packages, and an S3 service. They have a network of their own, which
nothing outside reaches. It is taken down on Ctrl-C, or after COMMAND, whose exit code it gives. HA_CLUSTER names a JSON file that describes it to COMMAND.`;

const INSIDE = fileURLToPath(new URL('inside.mjs', import.meta.url));

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const missing = ['apt-get', 'dpkg-deb', 'unshare', 'nsenter', 'chroot', 'ip'].filter(
    (tool) => spawnSync(tool, ['--version']).error,
  );
  if (process.getuid?.() !== 0 || missing.length > 0) {
    throw new Error(
      `It needs a Linux with Debian's apt and root, who makes namespaces${missing.length > 0 ? `; missing here: ${missing.join(', ')}` : ''}.`,
    );
  }
  await ensureInstalled();
  await ensureBuilt();
  const root = ensurePackages();
  const folder = mkdtempSync(join(tmpdir(), 'simiente-ha-'));
  try {
    return await runInside(root, folder, positionals);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Everything runs in namespaces of networks, processes and mounts: when their first process ends, the kernel ends
 * and unmounts the rest. That process ends when the pipe to this one breaks, however this one ends.
 */
function runInside(root, folder, command) {
  const isolated = ['--net', '--mount', '--mount-proc', '--pid', '--fork', '--kill-child'];
  const init = [join(root, 'usr/bin/tini-static'), '-s', '--'];
  const order = JSON.stringify({ root, folder, command });
  const inside = [...init, process.execPath, INSIDE, order];
  // Inside, the host's process id of the namespaces is not visible.
  const unshare = ['-c', 'exec unshare "$@" "$$"', 'sh', ...isolated];
  const child = spawn('sh', [...unshare, ...inside], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    detached: true,
  });
  child.stdio[3].on('error', () => {});
  let signalled = 0;
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
    process.on(signal, () => {
      signalled = 128 + number;
      child.stdio[3].destroy();
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(signalled || (code ?? 1)));
  });
}

process.exitCode = await main().catch((error) => {
  console.error(error.message);
  return 1;
});
