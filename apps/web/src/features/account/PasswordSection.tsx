import { LONGEST_PASSWORD, SHORTEST_NEW_PASSWORD } from '@simiente/contract/account/calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useFocusInvalid } from '../../ui/form/FormPage.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import classes from './AccountPage.module.css';
import { endedDetail, useRefreshAccount } from './use-account.ts';

/** Changes the account's password, confirmed by the current one. Every other session ends. */
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
        {/* Gives password managers the account's name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          className={classes.field}
          label="Contraseña actual"
          autoComplete="current-password"
          error={errors.current}
          readOnly={isBusy}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordField
          className={classes.field}
          label="Contraseña nueva"
          description={`Al menos ${SHORTEST_NEW_PASSWORD} caracteres, o una frase.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          error={errors.next}
          readOnly={isBusy}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <LockButton type="submit" kind="default" loading={isBusy} loadingLabel="Cambiando…">
          Cambiar contraseña
        </LockButton>
      </form>
    </FormSection>
  );
}

interface PasswordErrors {
  readonly current?: string;
  readonly next?: string;
}

/** State of the two password fields, and the outcome of the change. */
function useChangePassword() {
  const refresh = useRefreshAccount();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [errors, setErrors] = useState<PasswordErrors & Record<string, unknown>>({});

  const changing = useMutation({
    mutationFn: () => api.account.changePassword({ currentPassword: current, newPassword: next }),
    onSuccess: ({ data: { ended } }) => {
      setCurrent('');
      setNext('');
      notifySuccess('Contraseña cambiada', endedDetail(ended));
      refresh();
    },
    onError: (error) => setErrors(toFieldErrors(error)),
  });

  return {
    current,
    setCurrent,
    next,
    setNext,
    errors,
    problem: Object.keys(errors).length > 0 ? undefined : changing.error?.message,
    isBusy: changing.isPending,
    save: () => {
      const found = check(current, next);
      setErrors(found);
      if (Object.keys(found).length === 0) changing.mutate();
    },
  };
}

function check(current: string, next: string): PasswordErrors & Record<string, unknown> {
  return {
    ...(current === '' && { current: 'Escribe tu contraseña actual' }),
    ...(next.length < SHORTEST_NEW_PASSWORD && {
      next: `Debe tener al menos ${SHORTEST_NEW_PASSWORD} caracteres`,
    }),
    ...(next.length > LONGEST_PASSWORD && {
      next: `Debe tener como máximo ${LONGEST_PASSWORD} caracteres`,
    }),
  };
}

/** The server's rejection as an error of the field concerned. */
function toFieldErrors(error: Error): PasswordErrors & Record<string, unknown> {
  if (!(error instanceof ApiFailure)) return {};
  if (error.code === 'WRONG_PASSWORD') return { current: error.message };
  if (error.code === 'PASSWORD_TOO_COMMON') return { next: error.message };
  return {};
}
