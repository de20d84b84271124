import { Checkbox, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { PatientPicker, type PickablePatient } from '../../patients/public.ts';
import { useOpenResults } from '../ResultsLink.tsx';
import { refreshRecord, useResultSetCall } from '../result-cache.ts';
import { SetDialog, type SetDialogProps } from './SetDialog.tsx';

interface Move {
  /** Null to withdraw the results. */
  readonly patient: PickablePatient | null;
  readonly reason: string;
}

/** Moves results to the record of the right patient, or withdraws them. The records show the reason. */
export default function MoveDialog({ set, name, onClose }: SetDialogProps) {
  const [isMove, setMove] = useState(true);
  const [patient, setPatient] = useState<PickablePatient | null>(null);
  const [reason, setReason] = useState('');
  const { idResultSet, idUser, version } = set;
  const openResults = useOpenResults();
  const send = useResultSetCall(api.results.move);
  const moving = useMutation({
    mutationFn: ({ patient, reason }: Move) =>
      send({ idResultSet, version, reason, ...(patient && { idUser: patient.idUser }) }),
    onSuccess: async (saved, { patient }) => {
      onClose();
      await refreshRecord(saved.idUser);
      if (patient === null) return notifySuccess('Resultados retirados');
      void refreshRecord(patient.idUser);
      notifySuccess(`Resultados movidos al expediente de ${patient.name}`, {
        detail: 'Quedan capturados hasta que alguien los valide.',
        action: { label: 'Ver resultados', onClick: () => openResults(patient.idUser) },
      });
    },
    onError: () => refreshRecord(idUser),
  });
  return (
    <SetDialog
      set={set}
      name={name}
      title="Resultados de otra persona"
      isUnsaved={reason !== ''}
      mutation={moving}
      submitLabel={isMove ? 'Mover resultados' : 'Retirar resultados'}
      missing={
        isMove && patient === null
          ? 'Elige primero a un paciente.'
          : reason.trim() === '' && 'Escribe el motivo.'
      }
      onSubmit={() => moving.mutate({ patient: isMove ? patient : null, reason })}
      onClose={onClose}
    >
      {(close) => (
        <>
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
        </>
      )}
    </SetDialog>
  );
}
