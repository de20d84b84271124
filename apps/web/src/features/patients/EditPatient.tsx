import type { Patient } from '@simiente/contract/patients';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { LazyPatientForm } from './LazyPatientForm.tsx';
import type { FormWish } from './PatientFormDialog.tsx';

/** 'Editar' on the patient's own page. */
export function EditPatient({ patient }: { patient: Patient }) {
  const [wish, setWish] = useState<FormWish | null>(null);
  return (
    <>
      <LockButton
        kind="default"
        icon={<IconPencil size={17} stroke={1.7} aria-hidden />}
        onClick={() => setWish({ patient })}
      >
        Editar
      </LockButton>
      <LazyPatientForm place={patient.idUser} wish={wish} />
    </>
  );
}
