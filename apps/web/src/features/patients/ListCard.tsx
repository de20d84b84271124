import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import type { LinkSlot } from '../../ui/link-slot.ts';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { appointmentStatus } from '../appointments/public.ts';
import classes from './ListCard.module.css';

const SHOWN = 2;

export interface ListCardRow {
  readonly id: string;
  readonly art: ReactNode;
  readonly title: string;
  readonly detail: ReactNode;
  readonly status: string;
}

interface ListCardProps {
  title: string;
  area: 'recipes' | 'doctors';
  count: number;
  rows: readonly ListCardRow[];
  /** What stands in the place of the rows when there are none. */
  empty: string;
  /** Leads to all of them; disabled when there are none. */
  link: LinkSlot;
  /** Makes another one. */
  action?: ReactNode;
}

/** A card with up to two rows, its count, and one link. */
export function ListCard({ title, area, count, rows, empty, link, action }: ListCardProps) {
  return (
    <section className={classes.card} data-area={area} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {title} <span className={classes.count}>{formatCount(count)}</span>
        </h2>
        <div className={classes.ways}>
          {action}
          <AllLink title={title} isEmpty={count === 0} link={link} />
        </div>
      </div>
      {count === 0 && <p className={classes.empty}>{empty}</p>}
      {count > 0 && (
        <ul className={classes.rows}>
          {rows.slice(0, SHOWN).map((row) => (
            <li key={row.id} className={classes.item}>
              {link({ className: classes.row, children: <RowContent row={row} /> })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AllLink({ title, isEmpty, link }: { title: string; isEmpty: boolean; link: LinkSlot }) {
  if (isEmpty) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link has no address, and is no stop on the keyboard's way.
      <a role="link" className={classes.none} aria-disabled="true">
        Ver todas
      </a>
    );
  }
  return link({
    className: classes.all,
    'aria-label': `Ver todas: ${title}`,
    children: 'Ver todas',
  });
}

function RowContent({ row: { art, title, detail, status } }: { row: ListCardRow }) {
  return (
    <>
      {art}
      <span className={classes.words}>
        <span className={classes.name} title={title}>
          {title}
        </span>
        <span className={classes.detail}>{detail}</span>
      </span>
      <StatusPill {...appointmentStatus(status)} />
      <IconChevronRight className={classes.chevron} size={18} stroke={1.7} aria-hidden />
    </>
  );
}
