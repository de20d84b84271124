import { PasswordInput, TextInput } from '@mantine/core';
import { errorTable } from '@simiente/contract/common/errors';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { takeSessionEnd } from './ended.ts';
import classes from './LoginForm.module.css';
import { isAboutEmail, MISSING_CREDENTIALS, signInMessage } from './messages.ts';
import { signIn } from './session.ts';

interface LoginFormProps {
  onSignedIn: () => void;
  /** The password was right, and a second step is asked for. */
  onSecondStep: () => void;
  /** Why one is here again. */
  reason: string | undefined;
}

/** E-mail, password, and what went wrong. Enter in a field submits; busy fields are disabled. */
export function LoginForm({ onSignedIn, onSecondStep, reason }: LoginFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [notice] = useState(
    () => reason ?? (takeSessionEnd() ? errorTable.UNAUTHORIZED.message : undefined),
  );
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (email.trim() === '' || password === '') {
      setMessage(MISSING_CREDENTIALS);
      (email.trim() === '' ? emailField : passwordField).current?.focus();
      return;
    }
    setBusy(true);
    setMessage(undefined);
    try {
      const outcome = await signIn(email.trim(), password);
      if (outcome === 'in') onSignedIn();
      else onSecondStep();
    } catch (error) {
      // Disabled fields let go of the focus; it belongs where one tries again.
      flushSync(() => {
        setMessage(signInMessage(error));
        setBusy(false);
      });
      (isAboutEmail(error) ? emailField : passwordField).current?.focus();
    }
  }

  const shown = message ?? (busy ? undefined : notice);
  const field = { size: 'md', disabled: busy, error: message !== undefined } as const;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormAlert id="login-error" message={shown} />
      <TextInput
        {...field}
        ref={emailField}
        type="email"
        label="Correo electrónico"
        placeholder="email@ejemplo.com"
        autoComplete="username"
        aria-describedby={message === undefined ? undefined : 'login-error'}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        {...field}
        ref={passwordField}
        label="Contraseña"
        autoComplete="current-password"
        aria-describedby={message === undefined ? undefined : 'login-error'}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <LockButton
        type="submit"
        size="md"
        fullWidth
        loading={busy}
        loadingLabel="Iniciando sesión..."
      >
        Iniciar sesión
      </LockButton>
    </form>
  );
}
