import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmptyTrayArt, FailureArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';

/** Every appointment has its patient. */
export function NobodyWaits() {
  return (
    <EmptyState
      role="status"
      illustration={<EmptyTrayArt />}
      title="No data available"
      action={
        <LinkButton kind="default" link={(props) => <Link to="/pacientes" {...props} />}>
          Ver todos los pacientes
        </LinkButton>
      }
    >
      Aquí esperan las citas que alguien agenda en Calendly con un correo que no es de ningún
      paciente.
    </EmptyState>
  );
}

export function ListFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <EmptyState
      role="alert"
      illustration={<FailureArt />}
      title="Error al cargar las citas"
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
