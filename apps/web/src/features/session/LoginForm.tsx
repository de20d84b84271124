import { PasswordInput, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import classes from './LoginForm.module.css';
import { MISSING_CREDENTIALS, signInMessage } from './messages.ts';
import { signIn } from './session.ts';

/** E-mail, password, and what went wrong. Enter in a field submits; busy fields are disabled. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (email.trim() === '' || password === '') {
      setMessage(MISSING_CREDENTIALS);
      return;
    }
    setBusy(true);
    setMessage(undefined);
    try {
      await signIn(email.trim(), password);
      onSignedIn();
    } catch (error) {
      setMessage(signInMessage(error));
    } finally {
      setBusy(false);
    }
  }

  const field = { size: 'md', disabled: busy, error: message !== undefined } as const;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div role="alert" className={classes.alertArea}>
        {message !== undefined && (
          <p id="login-error" className={classes.alert}>
            <IconAlertCircle className={classes.icon} size={20} stroke={1.7} aria-hidden />
            {message}
          </p>
        )}
      </div>
      <TextInput
        {...field}
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
