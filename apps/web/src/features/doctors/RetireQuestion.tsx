import { Modal } from '@mantine/core';
import { type Doctor, doctor as doctorSchema } from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { staleDetails } from '../../lib/api/failure.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { describeUpcoming } from './columns.tsx';
import classes from './RetireQuestion.module.css';
import { showDoctor } from './show-doctor.ts';

interface RetireQuestionProps {
  doctor: Doctor;
  opened: boolean;
  retiring: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation: what retiring means, and for how many appointments. */
export function RetireQuestion({
  doctor: { name, upcoming },
  opened,
  retiring,
  onCancel,
  onConfirm,
}: RetireQuestionProps) {
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={`¿Dar de baja a ${titledName(name)}?`}
      size={460}
      closeOnClickOutside={!retiring}
      closeOnEscape={!retiring}
    >
      <p className={classes.sentence}>
        Ya no se le podrán agendar citas. Su historial se conserva y puedes reactivarlo cuando
        quieras.
      </p>
      {upcoming > 0 && (
        <p className={classes.sentence}>
          Tiene {describeUpcoming(upcoming)}; no se {upcoming === 1 ? 'cancela' : 'cancelan'}.
        </p>
      )}
      <div className={classes.actions}>
        <LockButton kind="default" data-autofocus disabled={retiring} onClick={onCancel}>
          Cancelar
        </LockButton>
        <LockButton kind="danger" loading={retiring} onClick={onConfirm}>
          Dar de baja
        </LockButton>
      </div>
    </Modal>
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
