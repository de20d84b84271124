import { Menu } from '@mantine/core';
import type { EarlierStatus, PatientSummary } from '@simiente/contract/patients/calls';
import { patientStatuses, type SettablePatientStatus } from '@simiente/contract/patients/filters';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, invalidate, queries } from '../../../lib/api/client.ts';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import { OpenMenu } from '../../../ui/menu/OpenMenu.tsx';
import { Confirmation } from '../../../ui/questions/Confirmation.tsx';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import {
  notifyError,
  notifySuccess,
  notifyUndo,
  useToastMutation,
} from '../../../ui/toasts/notify.tsx';
import { patientListsKey } from '../patient-list.ts';
import { patientStatus } from '../patient-status.ts';

interface ChangeStatusProps {
  chosen: readonly PatientSummary[];
  /** Whether the menu is open. If its code could not be loaded, the placeholder calls `onClose`. */
  opened: boolean;
  onClose: () => void;
  onBusyChange: (isBusy: boolean) => void;
}

/** The menu of 'Cambiar estatus'; a change of several patients asks for confirmation. */
export default function ChangeStatus(props: ChangeStatusProps) {
  const { chosen, opened, onClose, onBusyChange } = props;
  const [status, setStatus] = useState<SettablePatientStatus>(1);
  const [isAsking, setIsAsking] = useState(false);
  const change = useChangeStatus(() => onBusyChange(false));

  function apply(next: SettablePatientStatus) {
    setIsAsking(false);
    onBusyChange(true);
    change.mutate({ ids: chosen.map(({ idUser }) => idUser), status: next });
  }

  function choose(next: SettablePatientStatus) {
    setStatus(next);
    if (chosen.length > 1) setIsAsking(true);
    else apply(next);
  }

  return (
    <>
      {opened && (
        <OpenMenu position="top" offset={14} width={200} onClose={onClose}>
          {patientStatuses.map((option) => (
            <Menu.Item
              key={option}
              leftSection={<ToneDot tone={patientStatus(option).tone} />}
              onClick={() => choose(option)}
            >
              {patientStatus(option).tag}
            </Menu.Item>
          ))}
        </OpenMenu>
      )}
      <Confirmation
        opened={isAsking}
        title="Cambiar estatus"
        question={`${formatCount(chosen.length)} pacientes cambiarán a «${patientStatus(status).tag}».`}
        count={chosen.length}
        candidates={chosen.map(({ idUser, name, status: now }) => ({
          id: idUser,
          name,
          detail: patientStatus(now).tag,
        }))}
        confirmLabel="Cambiar estatus"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => apply(status)}
      />
    </>
  );
}

interface StatusChange {
  readonly ids: string[];
  readonly status: SettablePatientStatus;
}

/** Sets several patients to one status; 'Deshacer' restores the previous statuses. */
function useChangeStatus(onSettled: () => void) {
  const refresh = () => {
    void invalidate(queries.patients.getOne.key());
    return invalidate(patientListsKey);
  };

  const restoring = useMutation({
    mutationFn: ({ earlier, key }: { earlier: EarlierStatus[]; key: string }) =>
      api.patients.restoreStatus({ patients: earlier }, { context: { idempotencyKey: key } }),
    onSuccess: ({ data: { restored, kept } }) =>
      notifySuccess(
        `Se restauró el estatus anterior de ${countPatients(restored)}`,
        kept === 0
          ? {}
          : {
              detail: `${countPatients(kept)} no ${kept === 1 ? 'se modificó porque cambió' : 'se modificaron porque cambiaron'} después.`,
            },
      ),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        onRetry: () => restoring.mutate(undo),
      }),
    onSettled: refresh,
  });

  return useToastMutation('No se pudo cambiar el estatus', {
    mutationFn: ({ ids, status }: StatusChange, options) =>
      api.patients.updateStatus({ idUsers: ids, status }, options),
    onSuccess: ({ data: { updated, earlier } }, { ids, status }) => {
      const { tag } = patientStatus(status);
      const unchanged = ids.length - updated;
      const unchangedText = `${countPatients(unchanged)} ya lo ${unchanged === 1 ? 'tenía' : 'tenían'}`;
      if (updated === 0) {
        notifySuccess('Sin cambios', { detail: `${unchangedText}: ${tag}.` });
        return;
      }
      const undo = { earlier, key: crypto.randomUUID() };
      notifyUndo(`Se cambió el estatus de ${countPatients(updated)}`, {
        detail: unchanged === 0 ? `Ahora: ${tag}.` : `Ahora: ${tag}. ${unchangedText}.`,
        onUndo: () => restoring.mutate(undo),
      });
    },
    onSettled: () => refresh().finally(onSettled),
  });
}

function countPatients(count: number): string {
  return pluralize(count, ['paciente', 'pacientes']);
}
