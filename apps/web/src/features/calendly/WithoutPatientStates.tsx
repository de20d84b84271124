import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
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
