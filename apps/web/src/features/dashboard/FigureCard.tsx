import type { Figure } from '@simiente/contract/dashboard';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { formatCount } from '../../lib/format/numbers.ts';
import type { LinkSlot } from '../../ui/link-slot.ts';
import classes from './FigureCard.module.css';
import { changeOf } from './figure-change.ts';
import { Sparkline } from './Sparkline.tsx';

interface FigureCardProps {
  label: string;
  figure: Figure;
  /** The change is told in units instead of a share. */
  inUnits?: boolean;
  /** Leads to what is counted. */
  link: LinkSlot;
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight };

/** A figure, its weeks, and how it has changed; the whole card is the link to its list. */
export function FigureCard({ label, figure, inUnits = false, link }: FigureCardProps) {
  const { direction, text } = changeOf(figure, inUnits);
  const Arrow = arrows[direction];
  return link({
    className: classes.card,
    children: (
      <>
        <span className={classes.label}>{label}</span>
        <span className={classes.middle}>
          <span className={classes.figure}>{formatCount(figure.value)}</span>
          <Sparkline series={figure.series} isFalling={direction === 'down'} />
        </span>
        <span className={classes.change}>
          <span className={classes.amount} data-direction={direction}>
            <Arrow size={15} stroke={2} aria-hidden /> {text}
          </span>{' '}
          <span className={classes.against}>vs. periodo anterior</span>
        </span>
      </>
    ),
  });
}
