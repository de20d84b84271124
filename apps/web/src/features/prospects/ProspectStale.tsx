import { errorTable } from '@simiente/contract/common/errors';
import type { Prospect } from '@simiente/contract/prospects';
import type { ReactNode } from 'react';
import { StaleFields } from '../../ui/page/StaleFields.tsx';
import { ProspectPill } from './ProspectPill.tsx';
import { changedFields, type DraftField, draftOf, type ProspectDraft } from './prospect-draft.ts';

interface ProspectStaleProps {
  /** From whom the edit began. */
  base: Prospect;
  current: Prospect;
  mine: ProspectDraft;
  onTakeCurrent: () => void;
  onKeepMine: () => void;
}

const labels: Readonly<Record<DraftField, string>> = { status: 'Estado', notes: 'Notas' };

/** Somebody else saved first: every field that either has changed. */
export function ProspectStale({ base, current, mine, ...choice }: ProspectStaleProps) {
  const theirs = draftOf(current);
  const changed = [...changedFields(theirs, draftOf(base)), ...changedFields(mine, theirs)];
  return (
    <StaleFields
      {...choice}
      message={errorTable.STALE_VERSION.message}
      fields={[...new Set(changed)].map((field) => ({
        label: labels[field],
        isSame: theirs[field] === mine[field],
        theirs: shown(field === 'status' ? current.status : current.notes, field),
        mine: shown(mine[field], field),
      }))}
    />
  );
}

function shown(value: string | null, field: DraftField): ReactNode {
  return field === 'status' ? <ProspectPill status={value} /> : value?.trim() || '—';
}
