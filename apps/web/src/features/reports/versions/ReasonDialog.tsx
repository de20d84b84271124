import { Textarea } from '@mantine/core';
import { reportReason } from '@simiente/contract/reports/calls';
import { api } from '../../../lib/api/client.ts';
import { rescueFocusAfterReturn } from '../../../ui/focus.ts';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { type FormRequest, RecordModal, useReasonForm } from '../../record-form/public.ts';
import type { VersionDialogProps } from '../signing/SignedReasonDialog.tsx';
import { refreshReports } from '../use-reports.ts';
import classes from './ReasonDialog.module.css';

/** Acts that need a reason, but no signature. */
export type ReasonedAct = 'correction' | 'addition' | 'discard';

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
} as const satisfies Record<ReasonedAct, object>;

interface ReasonDialogProps extends Omit<VersionDialogProps, 'onClose'> {
  act: ReasonedAct;
  requested: FormRequest<never, string> | null;
  onDone: () => void;
}

/** Asks for the reason for changing a signed version, or discarding a draft. */
export default function ReasonDialog(props: ReasonDialogProps) {
  const { act, idUser, idVersion, about, requested, onDone } = props;
  const { title, text, submit } = words[act];
  const form = useReasonForm<string>({
    rule: reportReason,
    requested,
    save: async ({ payload: { reason }, options }) => {
      if (act === 'discard') await api.reports.discardDraft({ idVersion, reason }, options);
      else {
        const amendment = { type: act, reason };
        await api.reports.startReview({ idVersion, amendment }, options);
      }
      return idVersion;
    },
    show: () => refreshReports(idUser),
    onDone: (idSaved) => {
      if (idSaved === null) return;
      if (act === 'discard') notifySuccess('Borrador descartado');
      // The button that opened the dialog was removed.
      rescueFocusAfterReturn();
      onDone();
    },
    onRejected: () => void refreshReports(idUser),
  });
  return (
    <RecordModal
      form={form}
      title={title}
      lead={about}
      submitLabel={submit}
      submitKind={act === 'discard' ? 'danger' : 'normal'}
    >
      <p className={classes.text}>{text}</p>
      <Textarea {...form.input('reason')} data-autofocus autosize minRows={3} maxLength={1000} />
    </RecordModal>
  );
}
