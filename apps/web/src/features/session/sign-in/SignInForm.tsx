import { TextInput } from '@mantine/core';
import { startupErrors } from '@simiente/contract/common/startup-errors';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { isEmailError, MISSING_CREDENTIALS, MISSING_PASSWORD, signInMessage } from '../messages.ts';
import { signIn, takeSessionEndNotice, useHasPassword } from '../session.ts';
import classes from './SignInForm.module.css';
import { PasskeyButton, ProviderButton, SecondStep } from './sign-in-buttons.tsx';

declare global {
  /** Returns the letters typed before the first paint, which index.html collects. */
  var takeEarlyKeys: (() => string) | undefined;
}

interface SignInFormProps {
  /** The only account that may sign in, on a locked screen; absent to ask for the account. */
  owner?: string;
  /** Shown above the form. */
  header?: (isCode: boolean) => ReactNode;
  onDone: () => void;
  /** Called by 'Entrar con otra cuenta' of a locked screen. */
  onLeave?: () => void;
  /** Shown below the buttons. */
  children?: ReactNode;
}

/** Password, passkey or provider and, if it is on, the second step. */
export function SignInForm({ header, ...form }: SignInFormProps) {
  const [isCode, setCode] = useState(false);
  /** Why the user returned from the second step. */
  const [reason, setReason] = useState<string>();
  return (
    <>
      {header?.(isCode)}
      {isCode ? (
        <SecondStep
          onDone={form.onDone}
          onBack={(why) => {
            setReason(why);
            setCode(false);
          }}
        />
      ) : (
        <FirstStep {...form} reason={reason} onSecondStep={() => setCode(true)} />
      )}
    </>
  );
}

interface FirstStepProps extends Omit<SignInFormProps, 'header'> {
  reason: string | undefined;
  /** Called when the password was correct and a second step follows. */
  onSecondStep: () => void;
}

function FirstStep(props: FirstStepProps) {
  const { owner, reason, onDone, onSecondStep, onLeave, children } = props;
  const [typedEmail, setEmail] = useState(() => globalThis.takeEarlyKeys?.() ?? '');
  const email = owner ?? typedEmail.trim();
  const [password, setPassword] = useState('');
  const [notice, setNotice] = useState(
    () =>
      reason ??
      (owner === undefined && takeSessionEndNotice()
        ? startupErrors.UNAUTHORIZED.message
        : undefined),
  );
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const hasPassword = useHasPassword();
  const alertId = useId();
  useEffect(() => (emailField.current ?? passwordField.current)?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setNotice(undefined);
    if (email === '' || password === '') {
      setMessage(owner === undefined ? MISSING_CREDENTIALS : MISSING_PASSWORD);
      (email === '' ? emailField : passwordField).current?.focus();
      return;
    }
    setBusy(true);
    setMessage(undefined);
    try {
      const outcome = await signIn(email, password);
      if (outcome === 'in') onDone();
      else onSecondStep();
    } catch (error) {
      // Disabled fields lose the focus, and must be enabled again to get it.
      flushSync(() => {
        setMessage(signInMessage(error));
        setBusy(false);
      });
      (isEmailError(error)
        ? (emailField.current ?? passwordField.current)
        : passwordField.current
      )?.select();
    }
  }

  const field = {
    size: 'md',
    disabled: busy,
    error: message !== undefined,
    'aria-describedby': message === undefined ? undefined : alertId,
  } as const;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormAlert id={alertId} message={notice ?? message} />
      {owner === undefined ? (
        <TextInput
          {...field}
          ref={emailField}
          type="email"
          label="Correo electrónico"
          placeholder="email@ejemplo.com"
          autoComplete="username"
          value={typedEmail}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      ) : (
        // Gives password managers the account's name.
        <input type="hidden" name="username" autoComplete="username" value={owner} readOnly />
      )}
      {hasPassword && (
        <>
          <PasswordField
            {...field}
            ref={passwordField}
            label="Contraseña"
            description={owner}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={busy}
            loadingLabel={owner === undefined ? 'Iniciando sesión...' : 'Verificando…'}
          >
            {owner === undefined ? 'Iniciar sesión' : 'Continuar'}
          </Button>
        </>
      )}
      <PasskeyButton email={owner} disabled={busy} onMessage={setNotice} onDone={onDone} />
      <ProviderButton
        input={owner === undefined ? {} : { email: owner }}
        disabled={busy}
        onMessage={setNotice}
      />
      {onLeave && (
        <div className={classes.others}>
          <Button kind="subtle" disabled={busy} onClick={onLeave}>
            Entrar con otra cuenta
          </Button>
        </div>
      )}
      {children}
    </form>
  );
}
