import type { TrailEntry, TrailPage } from '@simiente/contract/audit/calls';
import { trailActor } from '@simiente/contract/audit/sentence';
import { describeDay } from '@simiente/contract/format/dates';
import { IconSettings, IconTerminal2, IconWorld } from '@tabler/icons-react';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { listQuery, pageInput } from '../records/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './TrailList.module.css';

interface ActorMarkProps {
  kind: TrailEntry['actor']['kind'];
  name: string;
  size: 32 | 34;
}

const machines = { operator: IconTerminal2, anonymous: IconWorld, system: IconSettings };

/** Initials of a user, or an icon for the command line, the public and the system. */
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
  withActor?: boolean;
}

/** Rows of the audit by day, the latest first: actor, action, origin and time. */
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
  const { entry, clock, sentences, background } = visit;
  const actor = trailActor(entry);
  return (
    <li className={classes.visit}>
      {withActor && <ActorMark kind={entry.actor.kind} name={actor} size={34} />}
      <div className={classes.words}>
        {withActor && <p className={classes.actor}>{actor}</p>}
        {sentences.map(({ sentence, times }) => (
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

const PAGE_SIZE = 30;

/** Options of a list whose reads add rows to the audit: a page is read only after an action of the user. */
export const auditedReads = {
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  // A list that is opened again is fetched again.
  gcTime: 0,
};

/** Removes the placeholder of other lists, which would be the rows of another patient. */
const pageOptions = { ...auditedReads, placeholderData: undefined };

type Pages = InfiniteData<{ data: TrailPage }>;

export type Trail = Omit<UseInfiniteQueryResult<Pages>, 'data'> & {
  /** Undefined until the first page has loaded. */
  readonly entries: readonly TrailEntry[] | undefined;
  readonly total: number;
};

function toTrail({ data, ...query }: UseInfiniteQueryResult<Pages>): Trail {
  return {
    ...query,
    entries: data?.pages.flatMap((page) => page.data.entries),
    // The total of the first page, because reading a page adds an entry, which only later totals include.
    total: data?.pages[0]?.data.total ?? 0,
  };
}

export function useAccesses(idUser: string): Trail {
  const input = pageInput({ limit: PAGE_SIZE, idUser }, '');
  return toTrail(useInfiniteQuery({ ...listQuery(queries.audit.accesses, input), ...pageOptions }));
}

export function useOwnActivity(): Trail {
  const input = pageInput({ limit: PAGE_SIZE }, '');
  return toTrail(
    useInfiniteQuery({ ...listQuery(queries.audit.ownActivity, input), ...pageOptions }),
  );
}

/**
 * The actions of one user from one address within a minute. They form one row, because opening a page makes several
 * requests.
 */
interface Visit {
  readonly key: number;
  readonly entry: TrailEntry;
  /** '9:42' */
  readonly clock: string;
  /** Sentences about the actions, without repetitions, in order. */
  readonly sentences: readonly CountedSentence[];
  /** Whether an open page refreshed itself, without an action of the user. */
  readonly background: boolean;
}

interface CountedSentence {
  readonly sentence: string;
  readonly times: number;
}

interface Day {
  /** 'Hoy', 'Ayer', '30 oct 2026' */
  readonly name: string;
  readonly visits: readonly Visit[];
}

/** The rows of the audit, the latest first, as days and visits. */
export function visitsByDay(
  entries: readonly TrailEntry[],
  toSentence: (entry: TrailEntry, timeZone: string) => string,
  timeZone: string,
): Day[] {
  const days: { name: string; visits: Visit[] }[] = [];
  for (const entry of entries) {
    const { day, clock } = splitDayAndClock(entry.at, timeZone);
    if (days.at(-1)?.name !== day) days.push({ name: day, visits: [] });
    const visits = days.at(-1)?.visits ?? [];
    const visit = visits.at(-1);
    const sentence = toSentence(entry, timeZone);
    if (visit && visit.clock === clock && isSameVisit(visit.entry, entry)) {
      const sentences = addSentence(visit.sentences, sentence, entry.times);
      visits[visits.length - 1] = { ...visit, sentences };
    } else {
      const { id: key, background } = entry;
      visits.push({
        key,
        entry,
        clock,
        sentences: addSentence([], sentence, entry.times),
        background,
      });
    }
  }
  return days;
}

/** Puts a sentence before the later ones, because rows arrive newest first, and adds up its repetitions. */
function addSentence(
  sentences: readonly CountedSentence[],
  sentence: string,
  times: number,
): CountedSentence[] {
  const same = sentences.find((one) => one.sentence === sentence);
  const others = sentences.filter((one) => one !== same);
  return [{ sentence, times: (same?.times ?? 0) + times }, ...others];
}

function isSameVisit(first: TrailEntry, second: TrailEntry): boolean {
  return (
    first.actor.kind === second.actor.kind &&
    first.actor.name === second.actor.name &&
    first.actor.email === second.actor.email &&
    first.address === second.address &&
    first.background === second.background
  );
}

function splitDayAndClock(at: string, timeZone: string) {
  const { text } = describeDay(at, { timeZone, hour: true });
  const [day = '', clock = ''] = text.split(', ');
  return { day: day.charAt(0).toUpperCase() + day.slice(1), clock };
}
