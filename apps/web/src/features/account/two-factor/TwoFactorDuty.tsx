import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { useFocusOnReturn } from '../../../ui/focus/use-focus-on-return.ts';
import { Brand } from '../../../ui/layout/Brand.tsx';
import { useFailureToast } from '../../../ui/toasts/use-failure-toast.ts';
import { signOut } from '../../session/public.ts';
import { PageTitle } from '../../shell/public.ts';
import classes from './TwoFactorDuty.module.css';
import { TwoFactorSetUp } from './TwoFactorSetUp.tsx';

/** Replaces every page while the installation requires a second step that the account lacks. */
export function TwoFactorDuty() {
  const navigate = useNavigate();
  const [isOn, setIsOn] = useState(false);
  const main = useRef<HTMLElement>(null);
  // The login page had the focus and is unmounted.
  useFocusOnReturn(main);
  const failure = useFailureToast();
  const leaving = useMutation({
    onMutate: failure.clear,
    mutationFn: signOut,
    onSuccess: () => navigate({ to: '/login' }),
    onError: (error) => failure.tell('No se pudo cerrar la sesión', { detail: error.message }),
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
      <main ref={main} className={classes.column}>
        <h1 className={classes.title}>
          {isOn ? 'Guarda tus códigos de recuperación' : 'Activa la verificación en dos pasos'}
        </h1>
        <p className={classes.prompt}>
          {isOn
            ? 'La verificación en dos pasos ya está activa.'
            : 'Tu clínica la exige a todo el personal para entrar.'}
        </p>
        <TwoFactorSetUp onEnabled={() => setIsOn(true)} onDone={() => {}} />
      </main>
    </div>
  );
}
