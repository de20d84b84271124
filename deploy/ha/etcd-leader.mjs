import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Milliseconds. */
const LOOKS_EVERY = 2_000;
const ANSWERS_WITHIN = 1_500;

/**
 * Transfers etcd's leadership to another member while this machine has the primary. A machine that has both,
 * freezes and thaws would revoke the lease of the new primary (docs/adr/0074-etcd-leads-elsewhere.md).
 * @param {string} address of this machine
 * @returns {Promise<string | null>} the name of the machine that leads now; null where nothing was to be done
 */
async function leadElsewhere(address) {
  const patroni = await fetch(`http://${address}:8008/primary`, within());
  await patroni.body?.cancel();
  if (patroni.status !== 200) return null;
  const own = `http://${address}:2379`;
  const { header, leader } = await ask(own, 'maintenance/status');
  if (leader !== header.member_id) return null;
  const { members } = await ask(own, 'cluster/member/list');
  for (const { ID, name, clientURLs } of members) {
    if (ID === leader) continue;
    const answers = await ask(clientURLs[0], 'maintenance/status').catch(() => null);
    if (answers?.leader !== leader) continue;
    await ask(own, 'maintenance/transfer-leadership', { targetID: ID });
    return name;
  }
  return null;
}

async function ask(url, path, body = {}) {
  const answer = await fetch(`${url}/v3/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...within(),
  });
  if (!answer.ok) throw new Error(`${url}/v3/${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const within = () => ({ signal: AbortSignal.timeout(ANSWERS_WITHIN) });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [address, ...rest] = process.argv.slice(2);
  if (!address || rest.length > 0) {
    console.error('Uso: node deploy/ha/etcd-leader.mjs DIRECCIÓN');
    process.exit(1);
  }
  // Another name than the processes of Simiente have.
  process.title = 'etcd-leader';
  let said = '';
  for (;;) {
    const line = await leadElsewhere(address).then(
      (name) => (name === null ? '' : `etcd pasa a ${name}: esta máquina es la principal.`),
      // Patroni or etcd of this machine does not answer: there is nothing to move.
      (error) => String(error.cause ?? error.message),
    );
    if (line !== said && line !== '') console.log(line);
    said = line;
    await delay(LOOKS_EVERY);
  }
}
