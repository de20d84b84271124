import type { MatchedField, PossibleDuplicate } from '@simiente/contract/patients/calls';
import { patientFields } from '@simiente/contract/patients/fields';
import { identificationFields } from '@simiente/contract/patients/identification';
import { Link } from '@tanstack/react-router';
import { api, queries, useAnswer } from '../../../lib/api/client.ts';
import { hasEveryWord } from '../../../lib/fold.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DuplicateNotice } from '../../../ui/duplicates/DuplicateNotice.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { useDuplicates } from '../../record-form/public.ts';
import { patientStatus } from '../patient-status.ts';
import type { PersonValues } from './PersonFields.tsx';

interface PossibleDuplicatesProps {
  duplicates: readonly PossibleDuplicate[];
  typedName: string;
  /** Set after an attempt to save; the focus moves to the notice. */
  isWarned: boolean;
  /** Uses an existing patient instead of a new one; absent to only show them. */
  onChoose?: (duplicate: PossibleDuplicate) => void;
  /** No candidate can be chosen while the form is saving. */
  isBusy?: boolean;
}

/** Why two patients may be the same person, by the shared field. */
const matchReasons: Readonly<Record<MatchedField, string>> = {
  curp: 'Misma CURP',
  email: 'Mismo correo',
  phone: 'Mismo teléfono',
  birthDate: 'Misma fecha de nacimiento',
};

export const describeMatch = ({
  matched,
  earlier,
}: Pick<PossibleDuplicate, 'matched' | 'earlier'>): string[] =>
  matched.map((by) => matchReasons[by] + (earlier.includes(by) ? ' antes de una fusión' : ''));

export function PossibleDuplicates(props: PossibleDuplicatesProps) {
  const { duplicates, typedName, isWarned, onChoose, isBusy = false } = props;
  return (
    <DuplicateNotice
      title="Es posible que este paciente ya exista"
      isWarned={isWarned}
      items={duplicates.map((duplicate, index) => {
        const { idUser, name, email, phone, status } = duplicate;
        const { tone, tag } = patientStatus(status);
        const isSimilar = isSimilarName(name, typedName);
        return {
          id: idUser,
          name,
          link: <Link to="/pacientes/$idUser" params={{ idUser }} />,
          mark: <StatusPill tone={tone} label={tag} />,
          detail: [email, phone].filter(Boolean).join(' · '),
          reasons: [...describeMatch(duplicate), ...(isSimilar ? ['Nombre parecido'] : [])],
          action: onChoose && (
            <Button
              kind={index === 0 ? 'normal' : 'default'}
              aria-label={`Es este paciente: ${name}`}
              disabled={isBusy}
              onClick={() => onChoose(duplicate)}
            >
              Es este paciente
            </Button>
          ),
        };
      })}
    />
  );
}

type TypedPerson = PersonValues & { readonly curp?: string; readonly birthDate?: string };

export function usePatientDuplicates(person: TypedPerson, { enabled }: { enabled: boolean }) {
  return useDuplicates({
    kind: 'patient',
    input: toComparedFields(person),
    search: api.patients.duplicates,
    enabled,
  });
}

/** Patients with the e-mail or phone of a prospect, if one name contains every word of the other. */
export function useSimilarPatients(
  { name, mail, phone }: { readonly [Field in 'name' | 'mail' | 'phone']: string | null },
  { enabled }: { enabled: boolean },
) {
  const input = toComparedFields({ name: '', email: mail ?? '', phone: phone ?? '' });
  const { data } = useAnswer(queries.patients.duplicates, {
    input,
    enabled: enabled && Object.keys(input).length > 0,
  });
  return (data?.duplicates ?? []).filter(
    (patient) => hasEveryWord(patient.name, name ?? '') || hasEveryWord(name ?? '', patient.name),
  );
}

/** The complete fields by which a duplicate can be found. */
export function toComparedFields({ name, email, phone, curp, birthDate }: TypedPerson) {
  const valid = {
    email: patientFields.email.safeParse(email).data ?? undefined,
    phone: patientFields.phone.safeParse(phone).data ?? undefined,
    curp: identificationFields.curp.safeParse(curp).data ?? undefined,
    birthDate: identificationFields.birthDate.safeParse(birthDate).data ?? undefined,
  };
  const complete = Object.entries(valid).filter(([, value]) => value !== undefined);
  // A name is compared only together with a date of birth.
  const comparesName = name.trim() !== '' && valid.birthDate !== undefined;
  return { ...Object.fromEntries(complete), ...(comparesName && { name }) };
}

function isSimilarName(name: string, typed: string): boolean {
  return typed.trim() !== '' && hasEveryWord(name, typed);
}

/** The typed fields that the existing patient shares, so that opening it loses nothing. */
export function sharedFields(
  { name, matched }: Pick<PossibleDuplicate, 'name' | 'matched'>,
  typed: Pick<PersonValues, 'name'>,
) {
  return isSimilarName(name, typed.name) ? (['name', ...matched] as const) : matched;
}
