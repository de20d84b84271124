import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useDelayed } from '../../ui/table/use-delayed.ts';
import cards from './FigureCards.module.css';
import classes from './FigureSection.module.css';
import own from './FiguresLoading.module.css';

const CARDS = ['patients', 'laboratories', 'orders', 'exams'] as const;

/** The figures' own shape while they are on the way, and the word that says so. */
export function FiguresLoading() {
  const isLate = useDelayed(true);
  return (
    <div className={classes.section} data-late={isLate || undefined}>
      <VisuallyHidden role="status">{isLate && 'Cargando...'}</VisuallyHidden>
      <div className={cards.cards}>
        {CARDS.map((name) => (
          <Shape key={name} className={own.figure} isShown={isLate} />
        ))}
      </div>
      <div className={classes.charts}>
        <Shape className={own.chart} isShown={isLate} />
        <Shape className={own.chart} isShown={isLate} />
      </div>
    </div>
  );
}

function Shape({ className, isShown }: { className: string | undefined; isShown: boolean }) {
  return <div className={className}>{isShown && <Skeleton height="100%" radius={12} />}</div>;
}
