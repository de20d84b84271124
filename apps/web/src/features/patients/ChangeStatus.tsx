import { Menu } from '@mantine/core';
import { patientStatuses, type SettablePatientStatus } from '@simiente/contract/patient-filters';
import type { PatientSummary } from '@simiente/contract/patients';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Confirmation } from '../../ui/page/Confirmation.tsx';
import { ToneDot } from '../../ui/status/ToneSelect.tsx';
import { patientStatus } from './patient-status.ts';
import { StatusTool } from './StatusTool.tsx';
import { useChangeStatus } from './use-change-status.ts';

/** What was done with its button while the menu was on its way. */
export type EarlyUse = 'focused' | 'clicked' | null;

interface ChangeStatusProps {
  chosen: readonly PatientSummary[];
  early: RefObject<EarlyUse>;
}

/** 'Cambiar estatus': the four of them; for more than one patient it asks first. */
export default function ChangeStatus({ chosen, early }: ChangeStatusProps) {
  const [status, setStatus] = useState<SettablePatientStatus>(1);
  const [asking, setAsking] = useState(false);
  const change = useChangeStatus();

  function apply(next: SettablePatientStatus) {
    setAsking(false);
    change.mutate({
      ids: chosen.map(({ idUser }) => idUser),
      status: next,
      key: crypto.randomUUID(),
    });
  }

  function choose(next: SettablePatientStatus) {
    setStatus(next);
    if (chosen.length > 1) setAsking(true);
    else apply(next);
  }

  return (
    <>
      <StatusMenu isBusy={change.isPending} early={early} onChoose={choose} />
      <Confirmation
        opened={asking}
        title="Cambiar estatus"
        question={`${formatCount(chosen.length)} pacientes quedarán en «${patientStatus(status).tag}».`}
        count={chosen.length}
        candidates={chosen.map(({ idUser, name, status: now }) => ({
          id: idUser,
          name,
          detail: patientStatus(now).tag,
        }))}
        confirmLabel="Cambiar estatus"
        onCancel={() => setAsking(false)}
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
