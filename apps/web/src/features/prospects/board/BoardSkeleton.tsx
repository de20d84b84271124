import { Skeleton } from '@mantine/core';
import { prospectGroups } from '@simiente/contract/prospects/filters';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import { useDelayed } from '../../../ui/table/use-delayed.ts';
import { prospectStatus } from '../prospect-status.tsx';
import columnClasses from './BoardColumn.module.css';
import classes from './BoardSkeleton.module.css';
import boardClasses from './ProspectsBoard.module.css';

export function BoardSkeleton() {
  return (
    <div className={boardClasses.board} role="status" aria-label="Cargando...">
      {prospectGroups.map((group) => {
        const { tone, label } = prospectStatus(group);
        return (
          <div key={group} className={columnClasses.column} aria-hidden>
            <div className={columnClasses.head}>
              <ToneDot tone={tone} />
              <span className={columnClasses.title}>{label}</span>
            </div>
            <div className={columnClasses.scroll}>
              <CardShapes />
            </div>
          </div>
        );
      })}
    </div>
  );
}

const SKELETON_KEYS = ['first', 'second', 'third'];

/** Placeholders in the final geometry while the first cards of a column load. */
export function CardShapes() {
  const isShown = useDelayed(true);
  if (!isShown) return null;
  return (
    <>
      <p className={classes.word}>Cargando...</p>
      {SKELETON_KEYS.map((key) => (
        <div key={key} className={classes.card} aria-hidden>
          <Skeleton height={12} width="72%" />
          <Skeleton height={10} width="54%" />
          <Skeleton height={10} width="30%" />
        </div>
      ))}
    </>
  );
}
