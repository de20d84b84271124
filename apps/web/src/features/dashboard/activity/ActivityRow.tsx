import { actorOf, type NamedRecord, sentenceOf } from '@simiente/contract/activity-sentence';
import type { ActivityItem } from '@simiente/contract/dashboard';
import { IconSettings, IconTerminal2, IconWorld } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { DateText } from '../../../ui/page/DateText.tsx';
import { PersonAvatar } from '../../../ui/status/PersonAvatar.tsx';
import classes from './ActivityRow.module.css';

/** One change: actor, sentence with links to its records, and date. */
export function ActivityRow({ item }: { item: ActivityItem }) {
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
        <DateText value={item.at} />
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

/** A record's name as a link to its page, or to its patient's page if it has none. */
export function RecordLink({ record: { kind, id, name } }: { record: NamedRecord }) {
  const linkProps = { className: classes.record, title: name, children: name };
  switch (kind) {
    case 'patient':
    case 'exam':
    case 'exam_order':
      return <Link to="/pacientes/$idUser" params={{ idUser: id }} {...linkProps} />;
    case 'doctor_appointment':
      return (
        <Link to="/pacientes/$idUser/doctor-appointments" params={{ idUser: id }} {...linkProps} />
      );
    case 'recipe_appointment':
      return (
        <Link to="/pacientes/$idUser/recipe-appointments" params={{ idUser: id }} {...linkProps} />
      );
    case 'doctor':
      return <Link to="/medicos/$idDoctor" params={{ idDoctor: id }} {...linkProps} />;
    case 'partner':
      return <Link to="/partner/$idPartner" params={{ idPartner: id }} {...linkProps} />;
    case 'prospect':
      return <Link to="/prospectos" search={{ prospecto: id }} {...linkProps} />;
    default:
      return <span className={classes.record}>{name}</span>;
  }
}
