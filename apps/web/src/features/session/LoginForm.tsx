import { PasswordInput, TextInput } from '@mantine/core';
import { errorTable } from '@simiente/contract/common/errors';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { takeSessionEnd } from './ended.ts';
import classes from './LoginForm.module.css';
import { MISSING_CREDENTIALS, signInMessage } from './messages.ts';
import { signIn } from './session.ts';

/** E-mail, password, and what went wrong. Enter in a field submits; busy fields are disabled. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [notice] = useState(() => (takeSessionEnd() ? errorTable.UNAUTHORIZED.message : undefined));
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
      await signIn(email.trim(), password);
      onSignedIn();
    } catch (error) {
      // Disabled fields let go of the focus; it belongs where one tries again.
      flushSync(() => {
        setMessage(signInMessage(error));
        setBusy(false);
      });
      passwordField.current?.focus();
    }
  }

  const shown = message ?? (busy ? undefined : notice);
  const field = { size: 'md', disabled: busy, error: message !== undefined } as const;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div role="alert" className={classes.alertArea}>
        {shown !== undefined && (
          <p id="login-error" className={classes.alert}>
            <IconAlertCircle className={classes.icon} size={20} stroke={1.7} aria-hidden />
            {shown}
          </p>
        )}
      </div>
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
