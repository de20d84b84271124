import { type ReactNode, useId } from 'react';
import classes from './ChartCard.module.css';

interface ChartCardProps {
  title: string;
  /** Right of the title: a legend, a total. */
  aside: ReactNode;
  children: ReactNode;
}

export function ChartCard({ title, aside, children }: ChartCardProps) {
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <div className={classes.aside}>{aside}</div>
      </div>
      {children}
    </section>
  );
}
