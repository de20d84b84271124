import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { Brand } from '../../ui/layout/Brand.tsx';
import { NotFoundPage } from '../../ui/page/EmptyState.tsx';
import { useToastMutation } from '../../ui/toasts/notify.tsx';
import { refreshSession, useSignOut } from '../session/public.ts';
import classes from './OpenFrame.module.css';
import { PageTitle } from './PageTitle.tsx';

/** Replaces every page of an account whose first roles wait for a second administrator. */
export function RolesPendingPage() {
  const leaving = useSignOut();
  const checking = useToastMutation('No se pudo completar', { mutationFn: refreshSession });
  return (
    <OpenFrame>
      <PageTitle>Roles por confirmar</PageTitle>
      <NotFoundPage
        title="Falta confirmar tus roles"
        action={
          <>
            <Button loading={checking.isPending} onClick={() => checking.mutate()}>
              Revisar de nuevo
            </Button>
            <Button kind="subtle" loading={leaving.isPending} onClick={() => leaving.mutate()}>
              Cerrar Sesión
            </Button>
          </>
        }
      >
        Un segundo administrador debe confirmarlos para que puedas entrar.
      </NotFoundPage>
    </OpenFrame>
  );
}

/** Frame of the pages that are open without a session. */
export function OpenFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes.bar}>
        <Brand />
      </header>
      <main className={classes.main}>{children}</main>
    </>
  );
}
