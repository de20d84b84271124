import type { PossibleDuplicate } from '@simiente/contract/patients/calls';
import { patientFields } from '@simiente/contract/patients/fields';
import { api } from '../../../lib/api/client.ts';
import { hasEveryWord } from '../../../lib/fold.ts';
import { useDuplicates } from '../../record-form/public.ts';
import type { PersonValues } from './PersonFields.tsx';

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
export function isSimilarName(name: string, typed: string): boolean {
  return typed.trim() !== '' && hasEveryWord(name, typed);
}

/** The typed fields that the existing patient has too, so that opening them loses nothing. */
export function sharedFields(
  { name, matched }: Pick<PossibleDuplicate, 'name' | 'matched'>,
  typed: Pick<PersonValues, 'name'>,
): readonly (keyof PersonValues)[] {
  return isSimilarName(name, typed.name) ? ['name', ...matched] : matched;
}
