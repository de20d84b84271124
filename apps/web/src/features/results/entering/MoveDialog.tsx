import { Checkbox, Textarea } from '@mantine/core';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { listFacts } from '@simiente/contract/results/words';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { PatientPicker, type PickablePatient } from '../../patients/public.ts';
import { UnsavedModal } from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { refreshRecord, type SetDialogProps, showSet, useSetCall } from '../result-cache.ts';

interface Move {
  /** Null to withdraw the results. */
  readonly patient: PickablePatient | null;
  readonly reason: string;
}

/** Moves results of another person to that patient's record, or withdraws them. Both records show the reason. */
export default function MoveDialog({ set, name, onClose }: SetDialogProps) {
  const timeZone = useClinicTimeZone();
  const [isMove, setMove] = useState(true);
  const [patient, setPatient] = useState<PickablePatient | null>(null);
  const [reason, setReason] = useState('');
  const { idResultSet, idUser, version } = set;
  const navigate = useNavigate();
  const send = useSetCall(api.results.move);
  const moving = useMutation({
    mutationFn: ({ patient, reason }: Move) =>
      send({ idResultSet, version, reason, ...(patient && { idUser: patient.idUser }) }),
    onSuccess: async (saved, { patient }) => {
      onClose();
      await showSet(saved);
      if (patient === null) return notifySuccess('Resultados retirados');
      refreshRecord(patient.idUser);
      notifySuccess(`Resultados movidos al expediente de ${patient.name}`, {
        detail: 'Quedan capturados hasta que alguien los valide.',
        action: {
          label: 'Ver resultados',
          onClick: () =>
            void navigate({
              to: '/pacientes/$idUser/resultados/{-$vista}',
              params: { idUser: patient.idUser, vista: undefined },
            }),
        },
      });
    },
    onError: () => refreshRecord(idUser),
  });
  const missing =
    isMove && patient === null
      ? 'Elige primero a un paciente.'
      : reason.trim() === '' && 'Escribe el motivo.';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!missing && !moving.isPending) moving.mutate({ patient: isMove ? patient : null, reason });
  }

  return (
    <UnsavedModal
      opened
      title="Resultados de otra persona"
      lead={[name, examTypeLabel(set.examType), ...listFacts(set, timeZone)].join(' · ')}
      isUnsaved={reason !== ''}
      isBusy={moving.isPending}
      onClose={onClose}
    >
      {(close) => (
        <DialogForm onSubmit={submit}>
          <FormAlert message={moving.error?.message} />
          {isMove && (
            <PatientPicker
              value={patient}
              suggestions={[]}
              readOnly={moving.isPending}
              onEscape={close}
              onChange={setPatient}
            />
          )}
          <Checkbox
            label="No sé de quién son: solo retirarlos"
            description="Su archivo también sale del expediente: queda en la papelera."
            checked={!isMove}
            onChange={({ currentTarget }) => setMove(!currentTarget.checked)}
          />
          <Textarea
            label="Motivo"
            description={
              isMove
                ? 'Se muestra en los dos expedientes: no escribas el nombre de la otra persona.'
                : 'Se muestra en el expediente.'
            }
            required
            value={reason}
            maxLength={500}
            autosize
            minRows={2}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FormActions onCancel={close} isBusy={moving.isPending}>
            <LockButton
              type="submit"
              loading={moving.isPending}
              {...(missing && { disabled: true, disabledReason: missing })}
            >
              {isMove ? 'Mover resultados' : 'Retirar resultados'}
            </LockButton>
          </FormActions>
        </DialogForm>
      )}
    </UnsavedModal>
  );
}
