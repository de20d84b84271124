import { expect } from 'vitest';
import { type Cluster, type Machine, runOn } from './cluster.ts';

const ALONE = '/srv/simiente/deploy/ha/alone';
/** A stand-in for systemctl, which the trial lacks: it restarts an ended process with its current settings. */
const SERVICE = '/run/service';

const onRoot = (machine: Machine, script: string) => runOn(machine, 'root', 'sh', '-ec', script);

function runAlone(machine: Machine, ...args: readonly string[]): Promise<string> {
  const words = args.map((one) => `'${one}'`).join(' ');
  return onRoot(
    machine,
    `printf '#!/bin/sh\nif [ "$1" = restart ]; then kill $(pidof "$2"); fi\n' > ${SERVICE}
     chmod +x ${SERVICE}
     echo SOLA | SERVICE=${SERVICE} ${ALONE} ${words}`,
  );
}

export const startSingleMode = (machine: Machine) => runAlone(machine, 'work');
export const endSingleMode = (machine: Machine) => runAlone(machine, 'whole');

/** A machine rejoins a cluster, and discards its own state, which may be ahead of the cluster's. */
export async function rejoin(cluster: Cluster, machine: Machine, first: Machine): Promise<void> {
  const printed = await runAlone(first, 'add', machine.name, machine.address);
  const [, members = ''] = /return '(.+)'/.exec(printed) ?? [];
  await runAlone(machine, 'return', members);
  cluster.boot(machine);
  const health = 'set -a; . /etc/default/etcd; etcdctl endpoint health';
  await expect
    .poll(() => onRoot(machine, health).catch(() => ''), { timeout: 120_000 })
    .toContain('successfully');
}
