import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { Brand } from '../../ui/layout/Brand.tsx';
import { notifyError } from '../../ui/toasts/notify.tsx';
import { signOut } from '../session/public.ts';
import { PageTitle } from '../shell/public.ts';
import classes from './TwoFactorDuty.module.css';
import { TwoFactorSetUp } from './TwoFactorSetUp.tsx';

/** Stands in the place of every page while an installation asks for a second step that is missing. */
export function TwoFactorDuty() {
  const navigate = useNavigate();
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: () => navigate({ to: '/login' }),
    onError: (error) => notifyError('No se pudo cerrar la sesión', { detail: error.message }),
  });

  return (
    <div className={classes.page}>
      <PageTitle>Verificación en dos pasos</PageTitle>
      <header className={classes.head}>
        <Brand />
        <LockButton kind="subtle" loading={leaving.isPending} onClick={() => leaving.mutate()}>
          Cerrar Sesión
        </LockButton>
      </header>
      <main className={classes.column}>
        <h1 className={classes.title}>Activa la verificación en dos pasos</h1>
        <p className={classes.prompt}>Tu clínica la pide a todo el personal antes de entrar.</p>
        <TwoFactorSetUp onEnabled={() => {}} onDone={() => {}} />
      </main>
    </div>
  );
}
