import { type Doctor, doctor as doctorSchema } from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { staleDetails } from '../../lib/api/failure.ts';
import { Confirmation, type ConfirmationProps } from '../../ui/questions/Confirmation.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { describeUpcoming } from './columns.tsx';
import { showDoctor } from './show-doctor.ts';

interface RetireQuestionProps extends Pick<ConfirmationProps, 'opened' | 'onCancel' | 'onConfirm'> {
  doctor: Doctor;
  retiring: boolean;
}

/** Asks for confirmation: what retiring means, and for how many appointments. */
export function RetireQuestion({
  doctor: { name, upcoming },
  retiring,
  ...asked
}: RetireQuestionProps) {
  const note = `Tiene ${describeUpcoming(upcoming)}; no se ${upcoming === 1 ? 'cancela' : 'cancelan'}.`;
  return (
    <Confirmation
      {...asked}
      title={`¿Dar de baja a ${titledName(name)}?`}
      question="Ya no se le podrán agendar citas. Su historial se conserva y puedes reactivarlo cuando quieras."
      {...(upcoming > 0 && { note })}
      confirmLabel="Dar de baja"
      kind="danger"
      busy={retiring}
    />
  );
}

/** Retires or reinstates a doctor; the server ignores a repetition. */
export function useRetireDoctor() {
  const cache = useQueryClient();
  const failure = useFailureToast();
  return useMutation({
    onMutate: failure.clear,
    mutationFn: async ({ doctor: { idDoctor, version }, retired }: Retirement) =>
      (await api.doctors.retire({ idDoctor, retired, version })).data.doctor,
    onSuccess: async (saved, { retired }) => {
      await showDoctor(cache, saved);
      notifySuccess(retired ? 'Médico dado de baja' : 'Médico reactivado');
    },
    onError: async (error) => {
      const current = doctorSchema.safeParse(staleDetails(error)).data;
      if (current) await showDoctor(cache, current);
      failure.tell('No se guardó el cambio', {
        detail: current
          ? 'Otra persona modificó los datos del médico. Revisa cómo quedaron.'
          : error.message,
      });
    },
  });
}

interface Retirement {
  readonly doctor: Doctor;
  readonly retired: boolean;
}
