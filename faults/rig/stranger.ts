import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as plain } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import path from 'node:path';
import { expect } from 'vitest';
import { type Cluster, type Machine, PATRONICTL, runOn } from './cluster.ts';

/** Ports of a machine: etcd, Simiente behind HAProxy, PostgreSQL, Patroni and the web. */
const REACHABLE = [2379, 2380, 3001, 5432, 8008, 8080];
/** Requests of a stranger; `where` follows a machine's address. */
const REQUESTS = [
  { method: 'POST', where: '2379/v3/kv/put', sent: '{"key":"c29uZGE=","value":"c29uZGE="}' },
  { method: 'GET', where: '2380/members' },
  { method: 'GET', where: '3001/health/live' },
  { method: 'GET', where: '8008/config' },
  { method: 'PATCH', where: '8008/config', sent: '{"maximum_lag_on_failover":1048576}' },
];
const TRUSTING = 'sslmode=verify-full sslrootcert=/etc/simiente/ca/machines.pem';
const CERTIFICATE = 'sslcert=/etc/patroni/machine.pem sslkey=/etc/patroni/machine.pem';

/** The test itself is a program on the network of the machines, outside them. It has all passwords. */
export async function expectStrangersRejected(cluster: Cluster): Promise<void> {
  const [leader, standby] = [await cluster.leader(), await cluster.synchronous()];
  const { PATRONI_PASSWORD, APP_PASSWORD, SUPERUSER_PASSWORD } = cluster.secrets;
  const settings = () => runOn(leader, 'root', ...PATRONICTL, 'show-config');
  const before = await settings();
  const auth = `patroni:${PATRONI_PASSWORD}`;
  expect(await send(leader, { auth, request: plain })).not.toContain(200);
  const refused = REQUESTS.map(() => null);
  expect(await send(leader, { auth, request, rejectUnauthorized: false })).toEqual(refused);
  expect(await settings()).toBe(before);
  const pem = readFileSync(path.join(leader.root, 'etc/patroni/machine.pem'));
  const ca = readFileSync(path.join(leader.root, 'etc/simiente/ca/machines.pem'));
  // etcd takes a certificate between its members only from the address that it names.
  const answered = await send(leader, { auth, request, cert: pem, key: pem, ca });
  expect(answered).toEqual([200, null, 200, 200, 200]);
  const withCertificate = {
    auth,
    request,
    cert: pem,
    key: pem,
    ca,
    maxVersion: 'TLSv1.2' as const,
  };
  expect(await send(leader, withCertificate)).toEqual([null, null, null, 200, 200]);
  expect(await send(leader, { ...withCertificate, ciphers: 'ECDHE-ECDSA-AES256-SHA384' })).toEqual(
    refused,
  );
  for (const machine of cluster.machines) expect(await openPorts(machine)).toEqual(REACHABLE);

  const app = `user=simiente_app password=${APP_PASSWORD}`;
  const superuser = `user=postgres password=${SUPERUSER_PASSWORD}`;
  const login = async (from: Machine, connection: string) => {
    const where = `host=${leader.address} dbname=simiente connect_timeout=5 ${connection}`;
    const psql = ['env', 'HOME=/', 'psql', where, '-Atc', "select 'in'"];
    return runOn(from, 'postgres', ...psql).catch(String);
  };
  expect(await login({ ...standby, within: [] }, app)).toContain('no pg_hba.conf entry');
  expect(await login(standby, `${app} sslmode=disable`)).toContain('no encryption');
  expect(await login(standby, `${superuser} sslmode=require`)).toContain(
    'requires a valid client certificate',
  );
  expect(await login(standby, `${app} ${TRUSTING}`)).toBe('in\n');
  expect(await login(standby, `${superuser} ${TRUSTING} ${CERTIFICATE}`)).toBe('in\n');
}

/** @returns the status of each request, or null where the connection is rejected */
async function send(
  { address }: Machine,
  { request: open, ...options }: RequestOptions & { request: typeof request | typeof plain },
): Promise<(number | null)[]> {
  const scheme = open === request ? 'https' : 'http';
  const statuses: (number | null)[] = [];
  for (const { method, where, sent } of REQUESTS) {
    const outgoing = open(`${scheme}://${address}:${where}`, { ...options, method, agent: false });
    outgoing.end(sent);
    const [answer] = await once(outgoing, 'response').catch(() => []);
    answer?.resume();
    statuses.push(answer?.statusCode ?? null);
  }
  return statuses;
}

/** The ports on which others reach a machine. */
async function openPorts(machine: Machine): Promise<number[]> {
  const table = await runOn(machine, 'root', 'cat', '/proc/net/tcp', '/proc/net/tcp6');
  // Local address, remote address, and 0A for a listener; an address of loopback ends in 7F.
  const listeners = table.matchAll(/: (\w+):(\w{4}) 0+:0000 0A /g);
  const ports = [...listeners]
    .filter(([, address = '']) => !address.endsWith('7F'))
    .map(([, , port = '']) => Number.parseInt(port, 16));
  return [...new Set(ports)].sort((one, other) => one - other);
}
