import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { NoResultsArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';

/** Empty list: nothing in the period, or nothing matches the filters, which `clear` removes. */
export function EmptyPeriod({ clear }: { clear: (() => void) | undefined }) {
  return (
    <EmptyState
      role="status"
      illustration={<NoResultsArt />}
      title="No hay datos disponibles"
      action={
        clear ? (
          <LockButton kind="default" onClick={clear}>
            Limpiar filtros
          </LockButton>
        ) : (
          <LinkButton kind="default" link={(props) => <Link to="/home" {...props} />}>
            Elegir otro periodo
          </LinkButton>
        )
      }
    >
      {clear ? 'Prueba con otra búsqueda u otros filtros.' : 'No hay nada en este periodo.'}
    </EmptyState>
  );
}
