import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet } from '@simiente/contract/results/calls';
import { listFacts } from '@simiente/contract/results/words';
import type { ComponentProps } from 'react';
import { MutationModal } from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';

export interface SetDialogProps {
  set: ResultSet;
  /** The patient's name. */
  name: string;
  onClose: () => void;
}

/** A dialog about a set, with the facts by which the reader recognises the right paper. */
export function SetDialog({
  set,
  name,
  ...modal
}: SetDialogProps & Omit<ComponentProps<typeof MutationModal>, 'lead'>) {
  const timeZone = useClinicTimeZone();
  const lead = [name, examTypeLabel(set.examType), ...listFacts(set, timeZone)].join(' · ');
  return <MutationModal {...modal} lead={lead} />;
}
