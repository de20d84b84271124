import type { Patient } from '@simiente/contract/patients';
import { IconPencil } from '@tabler/icons-react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { PatientFormModal } from './PatientFormModal.tsx';
import { usePatientForm } from './use-patient-form.ts';

/** 'Editar' on the patient's own page. */
export function EditPatient({ patient }: { patient: Patient }) {
  const form = usePatientForm({ place: patient.idUser });
  return (
    <>
      <LockButton
        kind="default"
        icon={<IconPencil size={17} stroke={1.7} aria-hidden />}
        onClick={() => form.openEdit(patient)}
      >
        Editar
      </LockButton>
      <PatientFormModal form={form} />
    </>
  );
}
