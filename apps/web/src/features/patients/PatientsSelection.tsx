import type { PatientPage, PatientSummary } from '@simiente/contract/patients';
import { IconPencil } from '@tabler/icons-react';
import { type RefObject, Suspense, useRef } from 'react';
import { lazyWithPrefetch } from '../../lib/lazy-with-prefetch.ts';
import { SelectionBarTool } from '../../ui/page/SelectionBar.tsx';
import { type LoadedList, RecordSelection } from '../records/public.ts';
import type { EarlyUse } from './ChangeStatus.tsx';
import { patientList } from './patient-list.ts';
import { patientStatus } from './patient-status.ts';
import { StatusTool } from './StatusTool.tsx';

const ChangeStatus = lazyWithPrefetch(() => import('./ChangeStatus.tsx'));

interface PatientsSelectionProps {
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onClear: () => void;
  onEdit: (patient: PatientSummary) => void;
  loaded: LoadedList<PatientPage, PatientSummary>;
}

/** What is done with the patients who are checked. */
export function PatientsSelection({ onEdit, ...selection }: PatientsSelectionProps) {
  return (
    <RecordSelection
      {...selection}
      list={patientList}
      describe={({ name, status }) => ({ name, detail: patientStatus(status).tag })}
      tools={(chosen) => <Tools chosen={chosen} onEdit={onEdit} />}
    />
  );
}

interface ToolsProps {
  chosen: readonly PatientSummary[];
  onEdit: (patient: PatientSummary) => void;
}

/** What is done with who is selected; a form takes one at a time. */
function Tools({ chosen, onEdit }: ToolsProps) {
  const [only, ...others] = chosen;
  const early = useRef<EarlyUse>(null);
  return (
    <>
      {only && others.length === 0 && (
        <SelectionBarTool
          icon={<IconPencil size={17} stroke={1.7} aria-hidden />}
          onClick={() => onEdit(only)}
        >
          Editar
        </SelectionBarTool>
      )}
      <Suspense fallback={<WaitingStatusTool early={early} />}>
        <ChangeStatus chosen={chosen} early={early} />
      </Suspense>
    </>
  );
}

/** Until the menu is there its button remembers what was done with it. */
function WaitingStatusTool({ early }: { early: RefObject<EarlyUse> }) {
  return (
    <StatusTool
      onClick={() => {
        early.current = 'clicked';
      }}
      onFocus={() => {
        early.current ??= 'focused';
      }}
      onBlur={() => {
        early.current = null;
      }}
    />
  );
}
