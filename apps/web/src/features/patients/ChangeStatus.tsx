import { Menu } from '@mantine/core';
import { patientStatuses, type SettablePatientStatus } from '@simiente/contract/patient-filters';
import type { PatientSummary } from '@simiente/contract/patients';
import { IconProgressCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Confirmation } from '../../ui/page/Confirmation.tsx';
import { SelectionBarTool } from '../../ui/page/SelectionBar.tsx';
import { ToneDot } from '../../ui/status/ToneSelect.tsx';
import { patientStatus } from './patient-status.ts';
import { useChangeStatus } from './use-change-status.ts';

/** 'Cambiar estatus': the four of them; for more than one patient it asks first. */
export default function ChangeStatus({ chosen }: { chosen: readonly PatientSummary[] }) {
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
      <StatusMenu isBusy={change.isPending} onChoose={choose} />
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
  onChoose: (status: SettablePatientStatus) => void;
}

function StatusMenu({ isBusy, onChoose }: StatusMenuProps) {
  return (
    <Menu position="top" offset={14} width={200} disabled={isBusy}>
      <Menu.Target>
        <SelectionBarTool icon={<IconProgressCheck size={17} stroke={1.7} aria-hidden />}>
          {isBusy ? 'Cargando...' : 'Cambiar estatus'}
        </SelectionBarTool>
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
