import { PasswordInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { useFocusInvalid } from '../../ui/form/use-focus-invalid.ts';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import classes from './AccountPage.module.css';
import { useChangePassword } from './use-change-password.ts';

/** The own password; the current one confirms the change, which ends every other session. */
export function PasswordSection({ email }: { email: string }) {
  const { current, setCurrent, next, setNext, errors, problem, isBusy, save } = useChangePassword();
  const form = useFocusInvalid(errors);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) save();
  }

  return (
    <FormSection title="Contraseña" reason="Al cambiarla se cierran tus otras sesiones.">
      <FormAlert message={problem} />
      <form
        ref={form}
        className={classes.line}
        aria-label="Contraseña"
        onSubmit={submit}
        noValidate
      >
        {/* Tells who keeps passwords whose these are. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          className={classes.field}
          label="Contraseña actual"
          autoComplete="current-password"
          error={errors.current}
          readOnly={isBusy}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          className={classes.field}
          label="Contraseña nueva"
          description="Al menos 8 caracteres, o una frase."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          error={errors.next}
          readOnly={isBusy}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <LockButton type="submit" kind="default" loading={isBusy} loadingLabel="Cambiando...">
          Cambiar contraseña
        </LockButton>
      </form>
    </FormSection>
  );
}
