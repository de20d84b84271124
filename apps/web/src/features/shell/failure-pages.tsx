import { useWindowEvent } from '@mantine/hooks';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiFailure } from '../../lib/api/failure.ts';
import { hasNewBuild } from '../../lib/new-build.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LoadError, NotFoundPage } from '../../ui/page/EmptyState.tsx';
import classes from './LoadFailure.module.css';
import { PageTitle } from './PageTitle.tsx';

function HomeLink() {
  return (
    <LinkButton kind="default" link={<Link to="/home" />}>
      Ir al inicio
    </LinkButton>
  );
}

export function UnknownPage() {
  return (
    <>
      <PageTitle>Página no encontrada</PageTitle>
      <NotFoundPage title="No encontramos esta página" action={<HomeLink />}>
        Puede que la dirección esté mal escrita o que la página ya no exista.
      </NotFoundPage>
    </>
  );
}

/** Shown for an address that the account may not open. */
export function NotAllowedPage() {
  return (
    <>
      <PageTitle>Sin permiso</PageTitle>
      <NotFoundPage title="Tu cuenta no tiene permiso para ver esta página" action={<HomeLink />}>
        Si necesitas acceso, solicítalo al administrador.
      </NotFoundPage>
    </>
  );
}

/**
 * Error screen of the router, for a page that failed to load. It retries when the network is back. It reloads if the
 * server has a newer build, because the chunks of the old build are gone.
 */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useWindowEvent('online', retry);
  useEffect(() => {
    void hasNewBuild().then((isNew) => isNew && location.reload());
  }, []);
  const reason =
    error instanceof ApiFailure
      ? error
      : new Error('Revisa tu conexión y vuelve a intentarlo en un momento.');
  return (
    <div className={classes.page}>
      <LoadError title="No se pudo abrir la página" queries={[{ error: reason, refetch: retry }]} />
    </div>
  );
}
