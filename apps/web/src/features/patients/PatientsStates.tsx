import { IconRefresh } from '@tabler/icons-react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmptyTrayArt, FailureArt, NoResultsArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';

interface PatientsEmptyProps {
  isFiltered: boolean;
  onClear: () => void;
  onCreate: () => void;
}

/** Nothing under these filters, or nothing at all: the two are not the same. */
export function PatientsEmpty({ isFiltered, onClear, onCreate }: PatientsEmptyProps) {
  if (!isFiltered) {
    return (
      <EmptyState
        role="status"
        illustration={<EmptyTrayArt />}
        title="No data available"
        action={
          <LockButton kind="default" onClick={onCreate}>
            Crear paciente
          </LockButton>
        }
      >
        Los pacientes aparecerán aquí en cuanto se registren, se importen o los crees.
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

interface PatientsErrorProps {
  title?: string;
  message: string;
  onRetry: () => void;
}

export function PatientsError({
  title = 'Error al cargar los pacientes',
  message,
  onRetry,
}: PatientsErrorProps) {
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
