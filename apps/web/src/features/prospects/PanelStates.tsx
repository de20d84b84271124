import { Skeleton } from '@mantine/core';
import { FailureArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { useDelayed } from '../../ui/table/use-delayed.ts';
import classes from './PanelStates.module.css';
import { NO_ID } from './prospect-failure.ts';

interface PanelFailureProps {
  error: Error;
  isUnknown: boolean;
  onRetry: () => void;
}

export function PanelFailure({ error, isUnknown, onRetry }: PanelFailureProps) {
  return (
    <div className={classes.failure}>
      {isUnknown ? (
        <EmptyState role="alert" illustration={<FailureArt />} title={NO_ID}>
          Puede que se haya eliminado.
        </EmptyState>
      ) : (
        <LoadError title="Error al cargar el prospecto" message={error.message} onRetry={onRetry} />
      )}
    </div>
  );
}

export function PanelLoading() {
  const isLate = useDelayed(true);
  return (
    <div className={classes.loading} aria-busy="true">
      {isLate && (
        <>
          <p className={classes.word}>Cargando...</p>
          {[1, 2, 3, 4].map((part) => (
            <Skeleton key={part} height={84} radius="md" />
          ))}
        </>
      )}
    </div>
  );
}
