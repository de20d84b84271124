import { expect } from 'vitest';
import { type Cluster, type Machine, PATRONICTL, runOn } from './cluster.ts';

const DATA = '/var/lib/postgresql/simiente';

const toEtcdPeer = ({ name, address }: Machine) => `${name}=https://${address}:2380`;
const onRoot = (machine: Machine, script: string) => runOn(machine, 'root', 'sh', '-ec', script);

/** Follows the manual for the last remaining machine. */
export async function workAlone(cluster: Cluster, machine: Machine): Promise<void> {
  const restart = async () => {
    await cluster.stop(machine, 'etcd', 'etcd');
    cluster.start(machine, 'etcd');
    await expect
      .poll(() => etcdctl(machine, 'endpoint', 'health').catch(() => ''), { timeout: 60_000 })
      .toContain('successfully');
  };
  await onRoot(machine, 'echo ETCD_FORCE_NEW_CLUSTER=true >> /etc/default/etcd');
  await restart();
  await onRoot(machine, 'sed -i /FORCE_NEW_CLUSTER/d /etc/default/etcd');
  await restart();
  await setStrict(machine, false);
}

const etcdctl = (machine: Machine, ...args: readonly string[]) =>
  runOn(machine, 'root', 'sh', '-c', `set -a; . /etc/default/etcd; etcdctl ${args.join(' ')}`);

/** Whether nothing is acknowledged while only one machine is left. */
export const setStrict = (machine: Machine, isStrict: boolean) =>
  runOn(
    machine,
    'root',
    ...PATRONICTL,
    ...['edit-config', '-s', `synchronous_mode_strict=${isStrict}`, '--force'],
  );

/** A machine returns to a cluster of these members, and forgets its own state, which may be ahead of theirs. */
export async function join(
  cluster: Cluster,
  machine: Machine,
  members: readonly Machine[],
): Promise<void> {
  const known = [...members, machine].map(toEtcdPeer).join();
  await onRoot(
    machine,
    `rm -rf /var/lib/etcd/default ${DATA}
     sed -i -e 's/^ETCD_INITIAL_CLUSTER_STATE=.*/ETCD_INITIAL_CLUSTER_STATE=existing/' \
       -e 's|^ETCD_INITIAL_CLUSTER=.*|ETCD_INITIAL_CLUSTER=${known}|' /etc/default/etcd`,
  );
  const peer = `--peer-urls=https://${machine.address}:2380`;
  await etcdctl(members[0] as Machine, 'member', 'add', machine.name, peer);
  cluster.boot(machine);
  await expect
    .poll(() => etcdctl(machine, 'endpoint', 'health').catch(() => ''), { timeout: 120_000 })
    .toContain('successfully');
}
