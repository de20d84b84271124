import { actorOf, sentenceOf } from '@simiente/contract/activity-sentence';
import type { ActivityItem } from '@simiente/contract/dashboard';
import { IconSettings, IconTerminal2, IconWorld } from '@tabler/icons-react';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './ActivityRow.module.css';
import { RecordLink } from './RecordLink.tsx';

/** Who did what to whom, and when. */
export function ActivityRow({ item }: { item: ActivityItem }) {
  const timeZone = useClinicTimeZone();
  const actor = actorOf(item);
  return (
    <li className={classes.row}>
      <ActorMark kind={item.actor.kind} name={actor} />
      <span className={classes.sentence}>
        <span className={classes.actor}>{actor}</span>{' '}
        {sentenceOf(item).map(({ text, record }) =>
          record === undefined ? (
            text
          ) : (
            <RecordLink key={record.id + record.kind} record={record} />
          ),
        )}
      </span>
      <span className={classes.when}>
        <DateText value={item.at} timeZone={timeZone} />
      </span>
    </li>
  );
}

const machines = { operator: IconTerminal2, anonymous: IconWorld, system: IconSettings };

/** Only people have initials. */
function ActorMark({ kind, name }: { kind: ActivityItem['actor']['kind']; name: string }) {
  if (kind === 'staff') return <PersonAvatar name={name} size={32} tone="staff" />;
  const Machine = machines[kind];
  return (
    <span className={classes.machine}>
      <Machine size={17} stroke={1.7} aria-hidden />
    </span>
  );
}
