import { useDisclosure } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { canUsePasskeys } from '../../../lib/page-settings.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusOnReturn } from '../../../ui/focus.ts';
import { Brand } from '../../../ui/layout/Brand.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { PasskeyButton, useSignOut } from '../../session/public.ts';
import { PageTitle } from '../../shell/public.ts';
import { AddPasskey } from '../passkeys/AddPasskey.tsx';
import classes from './RequiredTwoFactor.module.css';
import { TwoFactorSetUp } from './TwoFactorSetUp.tsx';

/** Offers to use or create a passkey, which counts as a second step too, in a browser that supports passkeys. */
function PasskeyInstead() {
  const [message, setMessage] = useState<string>();
  const [opened, modal] = useDisclosure(false);
  if (!canUsePasskeys()) return null;
  return (
    <section className={classes.instead} aria-labelledby="passkey-instead">
      <h2 id="passkey-instead" className={classes.other}>
        O usa una llave de acceso
      </h2>
      <FormAlert message={message} />
      <PasskeyButton onMessage={setMessage} onDone={() => {}} />
      <Button kind="subtle" onClick={modal.open}>
        Crear una llave de acceso
      </Button>
      <AddPasskey opened={opened} onClose={modal.close} />
    </section>
  );
}

/** Replaces every page while the installation requires a second step that the account lacks. */
export function RequiredTwoFactor() {
  const [isOn, setIsOn] = useState(false);
  const main = useRef<HTMLElement>(null);
  // The login page had the focus and is unmounted.
  useFocusOnReturn(main);
  const leaving = useSignOut();

  return (
    <div className={classes.page}>
      <PageTitle>Verificación en dos pasos</PageTitle>
      <header className={classes.header}>
        <Brand />
        <Button kind="subtle" loading={leaving.isPending} onClick={() => leaving.mutate()}>
          Cerrar Sesión
        </Button>
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
        {!isOn && <PasskeyInstead />}
      </main>
    </div>
  );
}
