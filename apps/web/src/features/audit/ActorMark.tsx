import type { TrailEntry } from '@simiente/contract/audit/calls';
import { IconSettings, IconTerminal2, IconWorld } from '@tabler/icons-react';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import classes from './ActorMark.module.css';

interface ActorMarkProps {
  kind: TrailEntry['actor']['kind'];
  name: string;
  /** In px. */
  size: 32 | 34;
}

const machines = { operator: IconTerminal2, anonymous: IconWorld, system: IconSettings };

/** Initials for users only; the command line, the public and the system have an icon. */
export function ActorMark({ kind, name, size }: ActorMarkProps) {
  if (kind === 'staff') return <PersonAvatar name={name} size={size} tone="staff" />;
  const Machine = machines[kind];
  return (
    <span className={classes.machine} style={{ width: size, height: size }}>
      <Machine size={17} stroke={1.7} aria-hidden />
    </span>
  );
}
