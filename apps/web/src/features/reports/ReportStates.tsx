import { Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { ChartPageArt } from '../../ui/illustrations/report-art.tsx';
import { FailureArt, NoResultsArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import classes from './ReportPage.module.css';

/** Without a session: no datum, and a link that returns here. */
export function SignInToRead() {
  const href = useLocation({ select: (location) => location.href });
  return (
    <section className={classes.card}>
      <EmptyState
        illustration={<ChartPageArt />}
        title="Inicia sesión para ver este informe."
        action={
          <LinkButton link={(props) => <Link to="/login" search={{ next: href }} {...props} />}>
            Iniciar sesión
          </LinkButton>
        }
      />
    </section>
  );
}

export function ReportLoading() {
  return (
    <div className={classes.body} aria-busy="true">
      <p className={classes.loading} role="status">
        Cargando...
      </p>
      {['98%', '92%', '96%', '64%'].map((width) => (
        <Skeleton key={width} height={16} mb={14} width={width} />
      ))}
    </div>
  );
}

export function ReportMissing() {
  return (
    <section className={classes.card}>
      <EmptyState illustration={<NoResultsArt />} title="Todavía no hay un informe.">
        Aparecerá aquí en cuanto esté listo.
      </EmptyState>
    </section>
  );
}

interface ReportFailureProps {
  isUnknown: boolean;
  message: string;
  onRetry: () => void;
}

export function ReportFailure({ isUnknown, message, onRetry }: ReportFailureProps) {
  return (
    <section className={classes.card}>
      <EmptyState
        role="alert"
        illustration={isUnknown ? <NoResultsArt /> : <FailureArt />}
        title={isUnknown ? 'No encontramos este paciente' : 'Error al cargar el informe'}
        action={
          isUnknown ? (
            <LinkButton kind="default" link={(props) => <Link to="/pacientes" {...props} />}>
              Ver todos los pacientes
            </LinkButton>
          ) : (
            <LockButton
              kind="default"
              icon={<IconRefresh size={17} stroke={1.7} aria-hidden />}
              onClick={onRetry}
            >
              Reintentar
            </LockButton>
          )
        }
      >
        {isUnknown ? 'Puede que se haya eliminado o que la dirección esté mal escrita.' : message}
      </EmptyState>
    </section>
  );
}
