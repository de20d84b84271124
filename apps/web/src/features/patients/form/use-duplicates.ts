import { useDebouncedValue } from '@mantine/hooks';
import { patientFields } from '@simiente/contract/patient-fields';
import type { PossibleDuplicate } from '@simiente/contract/patients';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import type { PersonValues } from './PersonFields.tsx';

/** Milliseconds without typing before the search: each one is a row of the audit. */
const PAUSE = 500;

const NONE: readonly PossibleDuplicate[] = [];

/**
 * Possible duplicates of the patient in the form: searched while the user types, and once more
 * before one is created.
 */
export function useDuplicates(person: PersonValues, { enabled }: { enabled: boolean }) {
  const cache = useQueryClient();
  const contact = JSON.stringify(contactOf(person));
  const [settled] = useDebouncedValue(contact, PAUSE);
  const [warning, setWarning] = useState<{ contact: string; duplicates: PossibleDuplicate[] }>();
  // A closed form forgets the candidates.
  if (!enabled && warning !== undefined) setWarning(undefined);
  const isAsking = enabled && settled !== '{}' && settled === contact;
  const { data } = useQuery({ ...duplicatesOf(settled), enabled: isAsking });

  /** True without candidates; otherwise they are shown, and the user has to confirm. */
  async function confirmNoDuplicates(): Promise<boolean> {
    if (contact === '{}') return true;
    const { data: found } = await cache.fetchQuery({ ...duplicatesOf(contact), staleTime: 0 });
    setWarning({ contact, duplicates: found.duplicates });
    return found.duplicates.length === 0;
  }

  const isWarned = warning?.contact === contact && warning.duplicates.length > 0;
  const found = isAsking ? (data?.data.duplicates ?? NONE) : NONE;
  return {
    duplicates: isWarned ? warning.duplicates : found,
    /** Candidates were shown after an attempt to save, and have not changed since. */
    isWarned,
    confirmNoDuplicates,
  };
}

function duplicatesOf(contact: string) {
  return queries.patients.duplicates.queryOptions({
    input: JSON.parse(contact) as ReturnType<typeof contactOf>,
  });
}

/** The complete fields by which a duplicate can be found. */
export function contactOf({ email, phone }: PersonValues): { email?: string; phone?: string } {
  const read = {
    email: patientFields.email.safeParse(email).data ?? undefined,
    phone: patientFields.phone.safeParse(phone).data ?? undefined,
  };
  return {
    ...(read.email !== undefined && { email: read.email }),
    ...(read.phone !== undefined && { phone: read.phone }),
  };
}
