import type { TrailEntry } from '@simiente/contract/audit/calls';
import { trailActor } from '@simiente/contract/audit/sentence';
import { IconSettings, IconTerminal2, IconWorld } from '@tabler/icons-react';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './TrailList.module.css';
import { type Visit, visitsByDay } from './use-trail.ts';

interface ActorMarkProps {
  kind: TrailEntry['actor']['kind'];
  name: string;
  /** Size in px. */
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

interface TrailListProps {
  entries: readonly TrailEntry[];
  toSentence: (entry: TrailEntry, timeZone: string) => string;
  /** Whether it needs saying who it was. */
  withActor?: boolean;
}

/** Rows of the audit by day, the latest first: who, what, from where, and when. */
export function TrailList({ entries, toSentence, withActor = false }: TrailListProps) {
  const timeZone = useClinicTimeZone();
  return visitsByDay(entries, toSentence, timeZone).map(({ name, visits }) => (
    <section key={name} aria-label={name}>
      <h3 className={classes.day}>{name}</h3>
      <ul className={classes.visits}>
        {visits.map((visit) => (
          <VisitRow key={visit.key} visit={visit} withActor={withActor} />
        ))}
      </ul>
    </section>
  ));
}

function VisitRow({ visit, withActor }: { visit: Visit; withActor: boolean }) {
  const { entry, clock, acts, background } = visit;
  const actor = trailActor(entry);
  return (
    <li className={classes.visit}>
      {withActor && <ActorMark kind={entry.actor.kind} name={actor} size={34} />}
      <div className={classes.words}>
        {withActor && <p className={classes.actor}>{actor}</p>}
        {acts.map(({ sentence, times }) => (
          <p key={sentence} className={withActor ? classes.what : classes.own}>
            {sentence}
            {times > 1 && (
              // Joined to the last word, because a line must not begin with the dot.
              <span className={classes.times}>{`\u00A0·\u00A0${times}\u00A0veces`}</span>
            )}
          </p>
        ))}
        <p className={classes.where}>
          {withActor && entry.actor.email !== null && `${entry.actor.email} · `}
          {entry.address === null ? 'En el servidor' : `Desde ${entry.address}`}
          {background && ' · actualización de una pantalla abierta'}
        </p>
      </div>
      <time className={classes.clock} dateTime={entry.at}>
        {clock}
      </time>
    </li>
  );
}
