import type { PatientSummary } from '@simiente/contract/patients/calls';
import { IconPencil } from '@tabler/icons-react';
import { type RefObject, Suspense, useRef } from 'react';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { SelectionBarTool } from '../../../ui/list/SelectionBar.tsx';
import type { EarlyUse } from './ChangeStatus.tsx';
import { StatusTool } from './StatusTool.tsx';

const ChangeStatus = lazyOnUse(() => import('./ChangeStatus.tsx'));

interface PatientToolsProps {
  chosen: readonly PatientSummary[];
  onEdit: (patient: PatientSummary) => void;
}

/** Actions on the selected patients; the form is for one at a time. */
export function PatientTools({ chosen, onEdit }: PatientToolsProps) {
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

/** Until the menu has loaded, its button records events for it. */
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
