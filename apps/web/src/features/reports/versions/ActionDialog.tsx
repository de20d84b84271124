import { Checkbox, Textarea } from '@mantine/core';
import { reportReason } from '@simiente/contract/reports/calls';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { rescueFocusAfterReturn } from '../../../ui/focus.ts';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { VersionRecipients } from '../../deliveries/public.ts';
import { RecordModal, useReasonForm } from '../../record-form/public.ts';
import { SignedReasonDialog, type VersionDialogProps } from '../signing/SignedReasonDialog.tsx';
import { refreshReports } from '../use-reports.ts';
import classes from './ActionDialog.module.css';

type ReasonedAction = keyof typeof words;

/** A request for the dialog of an action. A new object is a new request. */
export interface ActionRequest {
  readonly action: ReasonedAction | 'withdraw';
  readonly record: null;
}

interface ActionDialogProps extends VersionDialogProps {
  requested: ActionRequest;
  /** Opens the review that began. */
  onReview: () => void;
}

/** Asks for the reason for correcting, completing or withdrawing a signed version, or discarding a draft. */
export default function ActionDialog(props: ActionDialogProps) {
  const { action } = props.requested;
  return action === 'withdraw' ? (
    <Withdrawal {...props} />
  ) : (
    <ReasonDialog {...props} action={action} />
  );
}

const words = {
  correction: {
    title: 'Corregir el informe firmado',
    text: 'Se abre una copia del texto firmado para que la corrijas. La versión vigente no cambia hasta que firmes la nueva; después sigue visible, marcada como sustituida.',
    submit: 'Empezar la corrección',
  },
  addition: {
    title: 'Agregar al informe firmado',
    text: 'Se abre una copia del texto firmado para que agregues lo que falta. La versión vigente no cambia hasta que firmes la nueva; después sigue visible, marcada como sustituida.',
    submit: 'Empezar a agregar',
  },
  discard: {
    title: '¿Descartar este borrador?',
    text: 'Ya no estará pendiente de firma. Su texto queda guardado, marcado como descartado.',
    submit: 'Descartar borrador',
  },
} as const;

function ReasonDialog(props: ActionDialogProps & { action: ReasonedAction }) {
  const { action, idUser, idVersion, about, requested, onReview } = props;
  const { title, text, submit } = words[action];
  const form = useReasonForm<string>({
    rule: reportReason,
    requested,
    save: async ({ payload: { reason }, options }) => {
      if (action === 'discard') await api.reports.discardDraft({ idVersion, reason }, options);
      else {
        const amendment = { type: action, reason };
        await api.reports.startReview({ idVersion, amendment }, options);
      }
      return idVersion;
    },
    show: () => refreshReports(idUser),
    onDone: (idSaved) => {
      if (idSaved === null) return;
      // The button that opened the dialog was removed.
      rescueFocusAfterReturn();
      if (action === 'discard') notifySuccess('Borrador descartado');
      else onReview();
    },
    onRejected: () => void refreshReports(idUser),
  });
  return (
    <RecordModal
      form={form}
      title={title}
      lead={about}
      submitLabel={submit}
      submitKind={action === 'discard' ? 'danger' : 'normal'}
    >
      <p className={classes.text}>{text}</p>
      <Textarea {...form.input('reason')} data-autofocus autosize minRows={3} maxLength={1000} />
    </RecordModal>
  );
}

function Withdrawal({ idVersion, ...props }: VersionDialogProps) {
  const [isOfAnother, setOfAnother] = useState(false);
  return (
    <SignedReasonDialog
      {...props}
      title="Retirar el informe firmado"
      call={{ path: '/v1/reports/withdraw', subject: idVersion }}
      send={(reason, confirmation, optionsFor) => {
        const input = { idVersion, reason, ofAnother: isOfAnother };
        return api.reports.withdraw({ ...input, confirmation }, optionsFor(input));
      }}
      words={{ submit: 'Retirar', busy: 'Retirando…', done: 'Informe retirado' }}
      isDanger
    >
      <p className={classes.text}>
        Dejará de estar vigente. Los enlaces con los que se entregó ya no mostrarán el texto e
        indicarán que se retiró. El informe sigue visible, marcado como retirado, con tu nombre y el
        motivo.
      </p>
      <Checkbox
        label="El informe era de otra persona"
        description="Su texto ya no aparecerá en el expediente, los archivos PDF ni las exportaciones. Solo lo podrán leer las cuentas que firman o auditan."
        checked={isOfAnother}
        onChange={({ currentTarget: { checked } }) => setOfAnother(checked)}
      />
      <VersionRecipients idVersion={idVersion} />
    </SignedReasonDialog>
  );
}
