import type { PossibleDuplicate } from '@simiente/contract/patients/calls';
import { Link } from '@tanstack/react-router';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DuplicateNotice } from '../../../ui/duplicates/DuplicateNotice.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { patientStatus } from '../patient-status.ts';
import { isSimilarName } from './use-patient-duplicates.ts';

interface PossibleDuplicatesProps {
  duplicates: readonly PossibleDuplicate[];
  /** The name of the new patient, as typed. */
  typedName: string;
  /** Set after an attempt to save: the focus moves here. */
  isWarned: boolean;
  /** Uses one of them instead of creating another; without it they are only shown. */
  onChoose?: (duplicate: PossibleDuplicate) => void;
  /** No candidate can be chosen while the form is saving. */
  isBusy?: boolean;
}

const reasons = { email: 'Mismo correo', phone: 'Mismo teléfono' } as const;

/** Possible duplicates of the new patient. */
export function PossibleDuplicates(props: PossibleDuplicatesProps) {
  const { duplicates, typedName, isWarned, onChoose, isBusy = false } = props;
  return (
    <DuplicateNotice
      title="Es posible que este paciente ya exista"
      isWarned={isWarned}
      items={duplicates.map((duplicate, index) => {
        const { idUser, name, email, phone, status, matched } = duplicate;
        const { tone, tag } = patientStatus(status);
        const isSimilar = isSimilarName(name, typedName);
        return {
          id: idUser,
          name,
          link: (link) => <Link to="/pacientes/$idUser" params={{ idUser }} {...link} />,
          mark: <StatusPill tone={tone} label={tag} />,
          detail: [email, phone].filter(Boolean).join(' · '),
          reasons: [...matched.map((by) => reasons[by]), ...(isSimilar ? ['Nombre parecido'] : [])],
          action: onChoose && (
            <LockButton
              kind={index === 0 ? 'normal' : 'default'}
              aria-label={`Es este paciente: ${name}`}
              disabled={isBusy}
              onClick={() => onChoose(duplicate)}
            >
              Es este paciente
            </LockButton>
          ),
        };
      })}
    />
  );
}
