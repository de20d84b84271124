import { TextInput } from '@mantine/core';
import { firstErrors } from '@simiente/contract/common/first-errors';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { Brand } from '../../../ui/layout/Brand.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { PageTitle } from '../../shell/public.ts';
import { isEmailError, MISSING_CREDENTIALS, signInMessage } from '../messages.ts';
import { signIn, takeSessionEndNotice } from '../session.ts';
import classes from './LoginPage.module.css';
import formClasses from './SignInForm.module.css';
import { PasskeyButton, ProviderButton, SecondStep } from './sign-in-buttons.tsx';

declare global {
  /** Returns the letters typed before the first paint, which index.html collects. */
  var takeEarlyKeys: (() => string) | undefined;
}

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [reason, setReason] = useState<string>();
  const isCode = step === 'code';
  return (
    <div className={classes.page}>
      <PageTitle>Iniciar sesión</PageTitle>
      <aside className={classes.panel} aria-hidden="true">
        <Brand isOnPanel />
        <div className={classes.words}>
          <p className={classes.promise}>Fertilidad masculina, con claridad.</p>
          <p className={classes.caption}>
            Expedientes, estudios y citas de cada paciente, en un solo lugar.
          </p>
        </div>
      </aside>
      <main className={classes.side}>
        <div className={classes.brand}>
          <Brand />
        </div>
        <div className={classes.column}>
          <h1 className={classes.title}>{isCode ? 'Verificación en dos pasos' : 'Bienvenido'}</h1>
          <p className={classes.prompt}>
            {isCode
              ? 'Falta un paso: el código de tu teléfono.'
              : 'Ingresa tus credenciales para continuar.'}
          </p>
          {isCode ? (
            <SecondStep
              onDone={onSignedIn}
              onBack={(why) => {
                setReason(why);
                setStep('password');
              }}
            />
          ) : (
            <LoginForm
              reason={reason}
              onSignedIn={onSignedIn}
              onSecondStep={() => setStep('code')}
            />
          )}
        </div>
        <p className={classes.foot}>
          © {new Date().getFullYear()} Simiente · Uso exclusivo del personal autorizado
        </p>
      </main>
    </div>
  );
}

interface LoginFormProps {
  onSignedIn: () => void;
  /** Called when the password was correct and a second step follows. */
  onSecondStep: () => void;
  /** Why the user returned to this step. */
  reason: string | undefined;
}

function LoginForm({ onSignedIn, onSecondStep, reason }: LoginFormProps) {
  const [email, setEmail] = useState(() => globalThis.takeEarlyKeys?.() ?? '');
  const [password, setPassword] = useState('');
  const [notice, setNotice] = useState(
    () => reason ?? (takeSessionEndNotice() ? firstErrors.UNAUTHORIZED.message : undefined),
  );
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => emailField.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setNotice(undefined);
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
      // Disabled fields lose the focus, and must be enabled again to get it.
      flushSync(() => {
        setMessage(signInMessage(error));
        setBusy(false);
      });
      (isEmailError(error) ? emailField : passwordField).current?.focus();
    }
  }

  const shown = notice ?? message;
  const field = { size: 'md', disabled: busy, error: message !== undefined } as const;
  return (
    <form className={formClasses.form} onSubmit={submit} noValidate>
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
      <PasswordField
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
      <PasskeyButton disabled={busy} onMessage={setNotice} onDone={onSignedIn} />
      <ProviderButton disabled={busy} onMessage={setNotice} />
      {'mail' in document.documentElement.dataset && (
        <Link className={formClasses.link} to="/recuperar">
          ¿Olvidaste tu contraseña?
        </Link>
      )}
    </form>
  );
}
