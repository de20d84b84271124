import {
  actorOf,
  type NamedRecord,
  sentenceOfMany,
} from '@simiente/contract/dashboard/activity-sentence';
import type { ActivityItem } from '@simiente/contract/dashboard/calls';
import { Link } from '@tanstack/react-router';
import { DateText } from '../../../ui/page/DateText.tsx';
import { ActorMark } from '../../audit/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import classes from './ActivityRow.module.css';

/** One act: actor, sentence with links to its records, and date. */
export function ActivityRow({ items }: { items: readonly ActivityItem[] }) {
  const timeZone = useClinicTimeZone();
  const [item] = items;
  if (item === undefined) return null;
  const actor = actorOf(item);
  return (
    <li className={classes.row}>
      <ActorMark kind={item.actor.kind} name={actor} size={32} />
      <span className={classes.sentence}>
        <span className={classes.actor}>{actor}</span>{' '}
        {sentenceOfMany(items, timeZone).map(({ text, record }) =>
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

/** A record's name as a link to its page, or to its patient's page if it has none. */
function RecordLink({ record: { kind, id, name } }: { record: NamedRecord }) {
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
