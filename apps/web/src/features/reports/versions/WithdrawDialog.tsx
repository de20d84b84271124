import { Textarea } from '@mantine/core';
import type { Account } from '@simiente/contract/account/calls';
import { reportReason } from '@simiente/contract/reports/calls';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { useRequestKey } from '../../../lib/api/request-key.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/DialogForm.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { type Confirmation, OwnerFields, useOwnerConfirmation } from '../../account/public.ts';
import { HandedOut } from '../../deliveries/public.ts';
import { RecoveredNotice, UnsavedModal } from '../../record-form/public.ts';
import { SignerGate } from '../signing/SignerGate.tsx';
import { NOTHING_TYPED, type Typing, useKeptReason, useTyping } from '../signing/use-typing.ts';
import { refreshReports } from '../use-reports.ts';
import classes from './ReasonDialog.module.css';

interface WithdrawDialogProps {
  idUser: string;
  idVersion: string;
  about: string;
  /** Name of the draft of its reason. */
  draft: string;
  onClose: () => void;
}

/** Takes a signed version back: with its reason, and signed as it was. */
export default function WithdrawDialog(props: WithdrawDialogProps) {
  const [typing, setTyping] = useState(NOTHING_TYPED);
  return (
    <UnsavedModal
      opened
      {...typing}
      onClose={props.onClose}
      title="Retirar el informe firmado"
      lead={props.about}
      size={520}
    >
      {(close) => (
        <SignerGate onCancel={props.onClose}>
          {({ account }) => (
            <WithdrawForm {...props} account={account} onCancel={close} onTyping={setTyping} />
          )}
        </SignerGate>
      )}
    </UnsavedModal>
  );
}

interface WithdrawFormProps extends WithdrawDialogProps {
  account: Account;
  onCancel: () => void;
  onTyping: (typing: Typing) => void;
}

function WithdrawForm(props: WithdrawFormProps) {
  const { idUser, idVersion, draft, account, onClose, onCancel, onTyping } = props;
  const cache = useQueryClient();
  const { keyOf } = useRequestKey();
  const kept = useKeptReason(draft, { reason: '' });
  const { reason } = kept.value;
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  // An open dialog has focused its button to close when this form comes after who signs was read.
  useEffect(() => {
    const dialog = field.current?.closest('[role="dialog"]');
    if (dialog?.contains(document.activeElement)) field.current?.focus();
  }, []);

  /** Whether there is a reason; without one the field says so. */
  function hasReason(): boolean {
    const checked = reportReason.safeParse(reason);
    setProblem(checked.success ? undefined : checked.error.issues[0]?.message);
    if (!checked.success) field.current?.focus();
    return checked.success;
  }

  async function withdraw(confirmation: Confirmation) {
    const input = { idVersion, reason: reason.trim() };
    await api.reports.withdraw(
      { ...input, confirmation },
      { context: { idempotencyKey: keyOf(input) } },
    );
    notifySuccess('Informe retirado');
    await refreshReports(cache, idUser);
    onClose();
  }
  const form = useOwnerConfirmation(
    account,
    { path: '/v1/reports/withdraw', subject: idVersion },
    withdraw,
    { isTwoStep: true },
  );
  useTyping(form, reason, onTyping);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!form.busy && hasReason()) void form.submit(event);
  }

  return (
    <DialogForm onSubmit={submit}>
      {kept.isRecovered && <RecoveredNotice />}
      <p className={classes.text}>
        Dejará de estar vigente. Los enlaces con los que se entregó ya no mostrarán el texto e
        indicarán que se retiró. El informe sigue visible, marcado como retirado, con tu nombre y el
        motivo.
      </p>
      <HandedOut idVersion={idVersion} />
      <FormAlert message={form.message} />
      <Textarea
        ref={field}
        label="Motivo"
        required
        data-autofocus
        autosize
        minRows={3}
        maxLength={1000}
        error={problem}
        readOnly={form.busy}
        value={reason}
        onChange={({ currentTarget: { value } }) => {
          kept.setValue({ reason: value });
          setProblem(undefined);
        }}
      />
      <OwnerFields form={form} takesFocus={false} mayUsePasskey={reason.trim() !== ''} />
      <FormActions>
        <LockButton kind="default" disabled={form.busy} onClick={onCancel}>
          Cancelar
        </LockButton>
        {form.canSubmit && (
          <LockButton type="submit" kind="danger" loading={form.busy} loadingLabel="Retirando…">
            {form.provider === undefined ? 'Retirar' : `Confirmar con ${form.provider}`}
          </LockButton>
        )}
      </FormActions>
    </DialogForm>
  );
}
