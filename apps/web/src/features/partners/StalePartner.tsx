import { errorTable } from '@simiente/contract/common/errors';
import type { Partner } from '@simiente/contract/partners';
import type { ReactNode } from 'react';
import { StaleFields } from '../../ui/page/StaleFields.tsx';
import { changedFields, type DraftField, draftOf, type PartnerDraft } from './partner-draft.ts';
import type { PartnerForm } from './use-partner-form.ts';

interface StalePartnerProps {
  form: Pick<PartnerForm, 'mine' | 'takeCurrent' | 'keepMine'>;
  /** From what the edit began. */
  base: Partner;
  current: Partner;
}

const labels: Readonly<Record<DraftField, string>> = {
  name: 'Nombre',
  id: 'Id (subdominio)',
  country: 'País',
  type: 'Tipo',
  website: 'Sitio web',
  utm: 'Enlace UTM',
  logo_app_login: 'Logotipo de login',
  logo_app_nav: 'Logotipo de navegación',
  logo_lading_logo: 'Logotipo de la landing',
  exams: 'Estudios disponibles',
};

/** Somebody else saved first: every field that either has changed. */
export function StalePartner({ form, base, current }: StalePartnerProps) {
  const theirs = draftOf(current);
  const { mine } = form;
  const different = changedFields(mine, theirs);
  const changed = new Set([...changedFields(theirs, draftOf(base)), ...different]);
  return (
    <StaleFields
      message={errorTable.STALE_VERSION.message}
      onTakeCurrent={form.takeCurrent}
      onKeepMine={form.keepMine}
      fields={[...changed].map((field) => ({
        label: labels[field],
        isSame: !different.includes(field),
        theirs: shown(theirs, field),
        mine: shown(mine, field),
      }))}
    />
  );
}

function shown(draft: PartnerDraft, field: DraftField): ReactNode {
  const value = draft[field];
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'string') return value.trim() || '—';
  if (value instanceof File) return value.name;
  if (value === null) return 'Sin imagen';
  return 'fileName' in value ? value.fileName : value.join(', ') || '—';
}
