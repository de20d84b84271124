import type { PossibleDuplicate } from '@simiente/contract/patients/calls';
import { patientFields } from '@simiente/contract/patients/fields';
import { Link } from '@tanstack/react-router';
import { api } from '../../../lib/api/client.ts';
import { hasEveryWord } from '../../../lib/fold.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DuplicateNotice } from '../../../ui/duplicates/DuplicateNotice.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { useDuplicates } from '../../record-form/public.ts';
import { patientStatus } from '../patient-status.ts';
import type { PersonValues } from './PersonFields.tsx';

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

/** Possible duplicates of the patient in a form. */
export function usePatientDuplicates(person: PersonValues, { enabled }: { enabled: boolean }) {
  return useDuplicates({
    kind: 'patient',
    input: toContact(person),
    search: api.patients.duplicates,
    enabled,
  });
}

/** The complete fields by which a duplicate can be found. */
export function toContact({ email, phone }: PersonValues): { email?: string; phone?: string } {
  const read = {
    email: patientFields.email.safeParse(email).data ?? undefined,
    phone: patientFields.phone.safeParse(phone).data ?? undefined,
  };
  return {
    ...(read.email !== undefined && { email: read.email }),
    ...(read.phone !== undefined && { phone: read.phone }),
  };
}

/** Whether the name of a duplicate has every word of the typed one. */
function isSimilarName(name: string, typed: string): boolean {
  return typed.trim() !== '' && hasEveryWord(name, typed);
}

/** The typed fields that the existing patient has too, so that opening them loses nothing. */
export function sharedFields(
  { name, matched }: Pick<PossibleDuplicate, 'name' | 'matched'>,
  typed: Pick<PersonValues, 'name'>,
): readonly (keyof PersonValues)[] {
  return isSimilarName(name, typed.name) ? ['name', ...matched] : matched;
}
