import { errorTable } from '@simiente/contract/common/errors';
import type { Patient } from '@simiente/contract/patients';
import type { ReactNode } from 'react';
import { StaleFields } from '../../ui/page/StaleFields.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { changedFields, type DraftField, draftOf, type PatientDraft } from './patient-draft.ts';
import { patientStatus } from './patient-status.ts';

interface PatientStaleProps {
  /** From what the edit began. */
  base: PatientDraft;
  current: Patient;
  mine: PatientDraft;
  onTakeCurrent: () => void;
  onKeepMine: () => void;
}

const labels: Readonly<Record<DraftField, string>> = {
  name: 'Nombre',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  status: 'Estatus',
};

/** Somebody else saved first: every field that either has changed. */
export function PatientStale({ base, current, mine, ...choice }: PatientStaleProps) {
  const theirs = draftOf(current);
  const changed = [...changedFields(theirs, base), ...changedFields(mine, theirs)];
  return (
    <StaleFields
      {...choice}
      message={errorTable.STALE_VERSION.message}
      fields={[...new Set(changed)].map((field) => ({
        label: labels[field],
        isSame: theirs[field] === mine[field],
        theirs: shown(theirs, field),
        mine: shown(mine, field),
      }))}
    />
  );
}

function shown(draft: PatientDraft, field: DraftField): ReactNode {
  if (field !== 'status') return draft[field].trim() || '—';
  const { tone, tag } = patientStatus(draft.status);
  return <StatusPill tone={tone} label={tag} />;
}
