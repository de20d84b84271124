import {
  describeActor,
  groupActions,
  type NamedRecord,
  toGroupSentence,
} from '@simiente/contract/dashboard/activity-sentence';
import type { ActivityItem } from '@simiente/contract/dashboard/calls';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LoadingRows } from '../../../ui/list/LoadingRows.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { type FailedQuery, LoadError } from '../../../ui/page/EmptyState.tsx';
import { ActorMark } from '../../audit/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import classes from './ActivityCard.module.css';

/** Number of rows in the dashboard's card and in the skeleton. */
export const CARD_ROWS = 8;

interface ActivityRowsProps {
  query: FailedQuery & { readonly isPlaceholderData: boolean };
  /** Undefined until the changes are loaded. */
  items: readonly ActivityItem[] | undefined;
  /** All by default. */
  maxRows?: number;
  /** Shown instead of an empty list. */
  empty: ReactNode;
}

/** The changes of a period, one row per action, in any state: loaded, loading, failed or empty. */
export function ActivityRows({ query, items, maxRows, empty }: ActivityRowsProps) {
  if (items === undefined && query.error) {
    return (
      <div className={classes.state}>
        <LoadError title="No se pudo cargar la actividad" queries={[query]} />
      </div>
    );
  }
  if (items === undefined) {
    return (
      <LoadingRows
        count={CARD_ROWS}
        avatarSize={32}
        textWidth="42%"
        className={classes.loading}
        rowClassName={classes.shape}
      />
    );
  }
  if (items.length === 0) return empty;
  return (
    <ul className={classes.rows} aria-busy={query.isPlaceholderData || undefined}>
      {groupActions(items)
        .slice(0, maxRows)
        .map((group) => (
          <ActivityRow key={group[0]?.id} items={group} />
        ))}
    </ul>
  );
}

function ActivityRow({ items }: { items: readonly ActivityItem[] }) {
  const timeZone = useClinicTimeZone();
  const [item] = items;
  if (item === undefined) return null;
  const actor = describeActor(item);
  return (
    <li className={classes.row}>
      <ActorMark kind={item.actor.kind} name={actor} size={32} />
      <span className={classes.sentence}>
        <span className={classes.actor}>{actor}</span>{' '}
        {toGroupSentence(items, timeZone).map(({ text, record }) =>
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

/** A record's name as a link to its own page or its patient's; plain text if there is neither. */
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
