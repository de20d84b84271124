import type { Patient } from '@simiente/contract/patients';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { LazyPatientForm } from '../form/LazyPatientForm.tsx';
import type { PatientRequest } from '../form/PatientForm.tsx';

/** 'Editar' on the patient's own page. */
export function EditPatient({ patient }: { patient: Patient }) {
  const [requested, setRequested] = useState<PatientRequest | null>(null);
  return (
    <>
      <LockButton
        kind="default"
        icon={<IconPencil size={17} stroke={1.7} aria-hidden />}
        onClick={() => setRequested({ record: patient })}
      >
        Editar
      </LockButton>
      <LazyPatientForm name={`patient ${patient.idUser}`} requested={requested} />
    </>
  );
}
