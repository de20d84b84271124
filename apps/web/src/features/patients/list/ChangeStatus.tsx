import { Menu } from '@mantine/core';
import type { EarlierStatus, PatientSummary } from '@simiente/contract/patients/calls';
import { patientStatuses, type SettablePatientStatus } from '@simiente/contract/patients/filters';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api, cache, queries } from '../../../lib/api/client.ts';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
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
import { StatusTool } from './StatusTool.tsx';

/** An event of the button while the menu was loading. */
export type EarlyUse = 'focused' | 'clicked' | null;

interface ChangeStatusProps {
  chosen: readonly PatientSummary[];
  early: RefObject<EarlyUse>;
}

/** 'Cambiar estatus' with four options; a change of several patients asks for confirmation. */
export default function ChangeStatus({ chosen, early }: ChangeStatusProps) {
  const [status, setStatus] = useState<SettablePatientStatus>(1);
  const [isAsking, setIsAsking] = useState(false);
  const change = useChangeStatus();

  function apply(next: SettablePatientStatus) {
    setIsAsking(false);
    change.mutate({
      ids: chosen.map(({ idUser }) => idUser),
      status: next,
      key: crypto.randomUUID(),
    });
  }

  function choose(next: SettablePatientStatus) {
    setStatus(next);
    if (chosen.length > 1) setIsAsking(true);
    else apply(next);
  }

  return (
    <>
      <StatusMenu isBusy={change.isPending} early={early} onChoose={choose} />
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

interface StatusMenuProps {
  isBusy: boolean;
  early: RefObject<EarlyUse>;
  onChoose: (status: SettablePatientStatus) => void;
}

function StatusMenu({ isBusy, early, onChoose }: StatusMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (early.current !== null) button.current?.focus();
    if (early.current === 'clicked') setOpened(true);
    early.current = null;
  }, [early]);

  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="top"
      offset={14}
      width={200}
      disabled={isBusy}
    >
      <Menu.Target>
        <StatusTool ref={button} isBusy={isBusy} />
      </Menu.Target>
      <Menu.Dropdown>
        {patientStatuses.map((status) => (
          <Menu.Item
            key={status}
            leftSection={<ToneDot tone={patientStatus(status).tone} />}
            onClick={() => onChoose(status)}
          >
            {patientStatus(status).tag}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface StatusChange {
  readonly ids: string[];
  readonly status: SettablePatientStatus;
  readonly key: string;
}

/** Sets several patients to one status; 'Deshacer' restores the earlier ones. */
function useChangeStatus() {
  const refresh = () => {
    void cache.invalidateQueries({ queryKey: queries.patients.getOne.key() });
    return cache.invalidateQueries({ queryKey: patientListsKey });
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
    mutationFn: ({ ids, status, key }: StatusChange) =>
      api.patients.updateStatus({ idUsers: ids, status }, { context: { idempotencyKey: key } }),
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
    onSettled: refresh,
  });
}

function countPatients(count: number): string {
  return pluralize(count, ['paciente', 'pacientes']);
}
