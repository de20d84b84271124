import type { PatientSummary } from '@simiente/contract/patients';
import { useEffect, useEffectEvent } from 'react';
import { PatientFormModal } from './PatientFormModal.tsx';
import { usePatientForm } from './use-patient-form.ts';

/** What a form is opened for. Another one is another wish, also for the same patient. */
export interface FormWish {
  /** Null for a new one. */
  readonly patient: PatientSummary | null;
}

export interface PatientFormDialogProps {
  /** Where the form stands; what a lost session leaves in it comes back there. */
  place: string;
  wish: FormWish | null;
  onCreated?: (idUser: string) => void;
}

/** The form of a patient, as it is wished for. It brings along the rules by which a draft is checked. */
export default function PatientFormDialog({ wish, ...options }: PatientFormDialogProps) {
  const form = usePatientForm(options);
  const open = useEffectEvent(({ patient }: FormWish) => {
    if (patient === null) form.openNew();
    else form.openEdit(patient);
  });
  useEffect(() => {
    if (wish !== null) open(wish);
  }, [wish]);
  return <PatientFormModal form={form} />;
}
