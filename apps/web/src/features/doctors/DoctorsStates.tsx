import { IconRefresh } from '@tabler/icons-react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmptyTrayArt, FailureArt, NoResultsArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';

interface DoctorsEmptyProps {
  isFiltered: boolean;
  onClear: () => void;
  onCreate: () => void;
}

/** Nobody under these filters, or nobody at all: the two are not the same. */
export function DoctorsEmpty({ isFiltered, onClear, onCreate }: DoctorsEmptyProps) {
  if (!isFiltered) {
    return (
      <EmptyState
        role="status"
        illustration={<EmptyTrayArt />}
        title="No data available"
        action={
          <LockButton kind="default" aria-haspopup="dialog" onClick={onCreate}>
            Crear médico
          </LockButton>
        }
      >
        Los médicos aparecerán aquí en cuanto los crees o se importen.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      role="status"
      illustration={<NoResultsArt />}
      title="No hay datos disponibles"
      action={
        <LockButton kind="default" onClick={onClear}>
          Limpiar filtros
        </LockButton>
      }
    >
      Prueba con otra búsqueda u otros filtros.
    </EmptyState>
  );
}

interface DoctorsErrorProps {
  title?: string;
  message: string;
  onRetry: () => void;
}

export function DoctorsError({
  title = 'Error al cargar los médicos',
  message,
  onRetry,
}: DoctorsErrorProps) {
  return (
    <EmptyState
      role="alert"
      illustration={<FailureArt />}
      title={title}
      action={
        <LockButton
          kind="default"
          icon={<IconRefresh size={17} stroke={1.7} aria-hidden />}
          onClick={onRetry}
        >
          Reintentar
        </LockButton>
      }
    >
      {message}
    </EmptyState>
  );
}
