import { PasswordInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import classes from './LoginForm.module.css';
import { MISSING_PASSWORD, signInMessage } from './messages.ts';
import { SecondStepForm } from './SecondStepForm.tsx';
import { signIn } from './session.ts';

interface ReentryFormProps {
  email: string;
  onBack: () => void;
  /** Somebody else wants to come in. */
  onLeave: () => void;
}

/** The password of whoever was signed in and, where it is on, the second step. */
export function ReentryForm({ email, onBack, onLeave }: ReentryFormProps) {
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [reason, setReason] = useState<string>();
  if (step === 'code') {
    return (
      <SecondStepForm
        onDone={onBack}
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
      onBack={onBack}
      onSecondStep={() => setStep('code')}
      onLeave={onLeave}
    />
  );
}

interface PasswordStepProps extends ReentryFormProps {
  reason: string | undefined;
  onSecondStep: () => void;
}

function PasswordStep({ email, reason, onBack, onSecondStep, onLeave }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState(reason);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setMessage(password === '' ? MISSING_PASSWORD : undefined);
    if (password === '') return field.current?.focus();
    setBusy(true);
    try {
      const outcome = await signIn(email, password);
      if (outcome === 'in') onBack();
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
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormAlert id="reentry-error" message={message} />
      {/* Tells who keeps passwords whose this one is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
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
      <LockButton type="submit" size="md" fullWidth loading={busy} loadingLabel="Verificando...">
        Continuar
      </LockButton>
      <div className={classes.others}>
        <LockButton kind="subtle" disabled={busy} onClick={onLeave}>
          Entrar con otra cuenta
        </LockButton>
      </div>
    </form>
  );
}
