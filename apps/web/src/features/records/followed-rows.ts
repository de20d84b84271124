import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** The last row followed from each entry of this tab's history. */
const followed = new Map<string | undefined, string>();

/** Remembers which row of a list was opened, for the way back to the same entry of the history. */
export function useFollowedRow() {
  const router = useRouter();
  const keyOfEntry = () => router.latestLocation.state.__TSR_key;
  const [returnedRowId] = useState(() => followed.get(keyOfEntry()));
  return { returnedRowId, onRowFollow: (id: string) => void followed.set(keyOfEntry(), id) };
}
