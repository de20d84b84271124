import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { Brand } from '../../../ui/layout/Brand.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { MISSING_PASSWORD, signInMessage } from '../messages.ts';
import { sessionQuery, signIn, useHasPassword } from '../session.ts';
import formClasses from '../sign-in/SignInForm.module.css';
import { PasskeyButton, ProviderButton, SecondStep } from '../sign-in/sign-in-buttons.tsx';
import classes from './SessionLockScreen.module.css';
import { unlockScreen, useIsLocked } from './session-lock.ts';

/**
 * Covers the page once the session has ended, in the browser's top layer. Until the user signs in again, the page
 * below cannot be seen, focused or read by screen readers. It keeps its state.
 */
export function SessionLockScreen({ onLeave }: { onLeave: () => void }) {
  const isLocked = useIsLocked();
  const user = useQuery(sessionQuery).data?.user;
  if (!isLocked || !user) return null;
  return createPortal(
    <LockDialog email={user.email} name={user.name} onLeave={onLeave} />,
    document.body,
  );
}

interface LockDialogProps {
  email: string;
  name: string;
  onLeave: () => void;
}

function LockDialog({ email, name, onLeave }: LockDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // A layout effect, because the browser restores the focus only if the dialog closes before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    // Opens before the page is hidden, so that the browser remembers the focused element.
    if (!element?.open) element?.showModal();
    document.documentElement.dataset.locked = '';
    return () => {
      delete document.documentElement.dataset.locked;
      element?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classes.lock}
      data-lock
      aria-labelledby="lock-title"
      aria-describedby="lock-words"
      onCancel={(event) => event.preventDefault()}
    >
      <div className={classes.column}>
        <Brand />
        <h2 id="lock-title" className={classes.title}>
          Tu sesión terminó
        </h2>
        <p id="lock-words" className={classes.words}>
          {name}, confirma que eres tú para seguir donde estabas. Lo que escribiste sigue aquí,
          salvo que entres con otra cuenta.
        </p>
        <UnlockForm
          email={email}
          onUnlock={() => unlockScreen({ isBack: true })}
          onLeave={onLeave}
        />
      </div>
    </dialog>
  );
}

interface UnlockFormProps {
  email: string;
  onUnlock: () => void;
  /** Called when the user chooses to sign in with another account. */
  onLeave: () => void;
}

/** Asks the signed-out user for the password and, if enabled, the second step. */
function UnlockForm({ email, onUnlock, onLeave }: UnlockFormProps) {
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [reason, setReason] = useState<string>();
  if (step === 'code') {
    return (
      <SecondStep
        onDone={onUnlock}
        onBack={(why) => {
          setReason(why);
          setStep('password');
        }}
      />
    );
  }
  return (
    <PasswordStep
      email={email}
      reason={reason}
      onUnlock={onUnlock}
      onSecondStep={() => setStep('code')}
      onLeave={onLeave}
    />
  );
}

interface PasswordStepProps extends UnlockFormProps {
  reason: string | undefined;
  onSecondStep: () => void;
}

function PasswordStep({ email, reason, onUnlock, onSecondStep, onLeave }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState(reason);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const hasPassword = useHasPassword();

  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setMessage(password === '' ? MISSING_PASSWORD : undefined);
    if (password === '') return field.current?.focus();
    setBusy(true);
    try {
      const outcome = await signIn(email, password);
      if (outcome === 'in') onUnlock();
      else onSecondStep();
    } catch (error) {
      flushSync(() => {
        setMessage(signInMessage(error));
        setBusy(false);
      });
      field.current?.select();
    }
  }

  return (
    <form className={formClasses.form} onSubmit={submit} noValidate>
      <FormAlert id="reentry-error" message={message} />
      {/* Gives password managers the account's name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <>
          <PasswordField
            ref={field}
            size="md"
            label="Contraseña"
            description={email}
            autoComplete="current-password"
            disabled={busy}
            error={message !== undefined}
            aria-describedby={message === undefined ? undefined : 'reentry-error'}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <LockButton type="submit" size="md" fullWidth loading={busy} loadingLabel="Verificando…">
            Continuar
          </LockButton>
        </>
      )}
      <PasskeyButton email={email} disabled={busy} onMessage={setMessage} onDone={onUnlock} />
      <ProviderButton ask={{ email }} disabled={busy} onMessage={setMessage} />
      <div className={formClasses.others}>
        <LockButton kind="subtle" disabled={busy} onClick={onLeave}>
          Entrar con otra cuenta
        </LockButton>
      </div>
    </form>
  );
}
