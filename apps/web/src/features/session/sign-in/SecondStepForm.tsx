import { TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { postJson } from '../../../lib/api/send.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { isSecondStepExpired, MISSING_CODE, secondStepMessage } from '../messages.ts';
import { readSignedIn, showSignInSummary, startSession } from '../session.ts';
import classes from './SignInForm.module.css';

const SECOND_STEPS = {
  totp: '/api/auth/two-factor/verify-totp',
  recovery: '/api/auth/two-factor/verify-backup-code',
} as const;
type SecondStepKind = keyof typeof SECOND_STEPS;

/** @throws ApiFailure with the code of the rejection */
async function verifySecondStep(kind: SecondStepKind, code: string): Promise<void> {
  const answer = await postJson(SECOND_STEPS[kind], { code }, readSignedIn);
  await startSession();
  showSignInSummary(answer);
}

interface SecondStepFormProps {
  onDone: () => void;
  /** Returns to the password step; with a reason if the user did not request it. */
  onBack: (reason?: string) => void;
}

const FIELDS = {
  totp: {
    label: 'Código de verificación',
    description: 'Los 6 dígitos que muestra tu aplicación de autenticación.',
    other: 'Usar un código de recuperación',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 11 },
  },
  recovery: {
    label: 'Código de recuperación',
    description: 'Uno de los que guardaste al activar la verificación. Cada uno sirve una vez.',
    other: 'Usar el código del teléfono',
    input: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 20 },
  },
} as const;

/** The second step of a sign-in: a code from the authenticator, or a recovery code. Loaded on demand. */
export default function SecondStepForm({ onDone, onBack }: SecondStepFormProps) {
  const [kind, setKind] = useState<SecondStepKind>('totp');
  const [code, setCode] = useState('');
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const alertId = useId();
  const { label, description, other, input } = FIELDS[kind];

  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') {
      setMessage(MISSING_CODE);
      field.current?.focus();
      return;
    }
    setBusy(true);
    setMessage(undefined);
    try {
      await verifySecondStep(kind, code.trim());
      onDone();
    } catch (error) {
      if (isSecondStepExpired(error)) return onBack(secondStepMessage(error));
      // A disabled field loses the focus, and must be enabled again to get it.
      flushSync(() => {
        setMessage(secondStepMessage(error));
        setBusy(false);
      });
      field.current?.select();
    }
  }

  function changeKind() {
    // Each kind of code has a separate field, which must be rendered before it can get the focus.
    flushSync(() => {
      setKind(kind === 'totp' ? 'recovery' : 'totp');
      setCode('');
      setMessage(undefined);
    });
    field.current?.focus();
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormAlert id={alertId} message={message} />
      <TextInput
        {...input}
        key={kind}
        ref={field}
        size="md"
        label={label}
        description={description}
        disabled={busy}
        error={message !== undefined}
        aria-describedby={message === undefined ? undefined : alertId}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={busy} loadingLabel="Verificando…">
        Verificar
      </Button>
      <div className={classes.others}>
        <Button kind="subtle" disabled={busy} onClick={changeKind}>
          {other}
        </Button>
        <Button kind="subtle" disabled={busy} onClick={() => onBack()}>
          Volver
        </Button>
      </div>
    </form>
  );
}
