import type { Patient } from '@simiente/contract/patients/calls';
import {
  curpConflicts,
  describeMissing,
  IDENTIFICATION_PARTS,
  missingParts,
} from '@simiente/contract/patients/identification';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { StripFact } from '../../../ui/page/FactStrip.tsx';
import type { PatientRequest } from '../form/PatientForm.tsx';
import classes from './IdentificationFact.module.css';

type FieldName = NonNullable<PatientRequest['focus']>;

/** The fields that count, in the order of the form. */
const counted = [
  'phone',
  'curp',
  'birthDate',
  'sex',
  'street',
  'municipality',
  'state',
  'emergencyName',
  'emergencyPhone',
] as const satisfies readonly FieldName[];

interface IdentificationFactProps {
  patient: Patient;
  /** Opens the form at the first missing field; null for an account that may not edit. */
  onComplete: ((focus: FieldName) => void) | null;
}

/** 'Ficha': completeness of the identification, and missing parts. */
export function IdentificationFact({ patient, onComplete }: IdentificationFactProps) {
  const missing = missingParts(patient);
  const given = IDENTIFICATION_PARTS - missing.length;
  const first = counted.find((field) =>
    field === 'phone' ? missing.includes('phone') : !patient[field],
  );
  return (
    <StripFact label="Ficha">
      <div className={classes.fact}>
        <div className={classes.row}>
          <span>{`${given} de ${IDENTIFICATION_PARTS}`}</span>
          <span className={classes.bar} aria-hidden>
            {Array.from({ length: IDENTIFICATION_PARTS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the segments are alike.
              <i key={index} data-filled={index < given || undefined} />
            ))}
          </span>
          {onComplete && first !== undefined && (
            <LockButton
              kind="subtle"
              size="xs"
              className={classes.action}
              aria-label="Completar la ficha"
              onClick={() => onComplete(first)}
            >
              Completar
            </LockButton>
          )}
        </div>
        {missing.length > 0 && <p className={classes.missing}>{describeMissing(patient)}</p>}
        {curpConflicts(patient).map((sentence) => (
          <p key={sentence} className={classes.conflict} data-tone="amber">
            {sentence}
          </p>
        ))}
      </div>
    </StripFact>
  );
}
