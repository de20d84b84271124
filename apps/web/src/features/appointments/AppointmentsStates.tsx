import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import classes from './AppointmentsPage.module.css';

export const TITLE = 'Gestión de Citas';

export function AppointmentsLoading() {
  return (
    <div aria-busy="true">
      <PageHead title={TITLE} context={<span role="status">Cargando...</span>} />
      <div className={classes.grid}>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} height={244} radius={12} />
        ))}
      </div>
    </div>
  );
}

interface AppointmentsFailureProps {
  message: string;
  onRetry: () => void;
}

export function AppointmentsFailure({ message, onRetry }: AppointmentsFailureProps) {
  return (
    <>
      <PageHead title={TITLE} />
      <section className={classes.panel}>
        <LoadError title="Error al cargar las citas" message={message} onRetry={onRetry} />
      </section>
    </>
  );
}

export function NoAppointments({ idUser, title }: { idUser: string; title: string }) {
  return (
    <section className={classes.panel}>
      <EmptyState
        illustration={<EmptyTrayArt />}
        title={title}
        action={
          <LinkButton
            kind="default"
            link={(props) => <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />}
          >
            Volver al paciente
          </LinkButton>
        }
      >
        Aparecerán aquí en cuanto se agende la primera.
      </EmptyState>
    </section>
  );
}
