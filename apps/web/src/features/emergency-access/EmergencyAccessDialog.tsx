import { Textarea } from '@mantine/core';
import { EMERGENCY_HOURS, emergencyReason } from '@simiente/contract/emergency-access/calls';
import { api, invalidate, queries } from '../../lib/api/client.ts';
import { rescueFocusAfterReturn } from '../../ui/focus.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { type FormRequest, RecordModal, useReasonForm } from '../record-form/public.ts';
import classes from './EmergencyAccess.module.css';

interface EmergencyAccessDialogProps {
  patient: { readonly idUser: string; readonly name: string };
  requested: FormRequest<never, string> | null;
}

/** Asks for a reason, and opens the patient's reports and files. */
export default function EmergencyAccessDialog(props: EmergencyAccessDialogProps) {
  const { patient, requested } = props;
  const { idUser, name } = patient;
  const form = useReasonForm<string>({
    rule: emergencyReason,
    requested,
    save: async ({ payload: { reason }, options }) => {
      const answer = await api.emergencyAccess.open({ idUser, reason }, options);
      return answer.data.until;
    },
    show: () => invalidate(queries.patients.getMedicalHistory.queryKey({ input: { idUser } })),
    onDone: (until) => {
      if (until === null) return;
      notifySuccess('Acceso de emergencia abierto');
      // The button that opened the dialog is gone.
      rescueFocusAfterReturn();
    },
  });
  return (
    <RecordModal
      form={form}
      title="Acceso de emergencia"
      lead={name}
      submitLabel={`Abrir por ${EMERGENCY_HOURS} horas`}
    >
      <p className={classes.text}>
        Podrás leer sus informes y abrir los archivos de sus estudios, sin cambiarlos. Queda
        registrado con tu nombre y tu motivo, y se avisa a auditoría y a sus médicos.
      </p>
      <Textarea {...form.input('reason')} data-autofocus rows={3} maxLength={600} />
    </RecordModal>
  );
}
