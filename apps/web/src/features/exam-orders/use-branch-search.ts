import { useDebouncedValue } from '@mantine/hooks';
import type { OrderBranch } from '@simiente/contract/exam-orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/api/client.ts';

/** Milliseconds of rest in the typing after which the server is asked. */
const PAUSE = 250;

/** What somebody types to find a branch, and which are found. `chosen` is what the field then says. */
export function useBranchSearch(chosen: string | null) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  // The field says what was chosen; that is no search for others.
  const wanted = typed === chosen ? '' : typed.trim();
  const [text] = useDebouncedValue(wanted, PAUSE);
  const { data, error, isFetching } = useQuery({
    ...queries.examOrders.branches.queryOptions({
      input: text === '' ? {} : { search: text },
      select: (answer) => answer.data,
    }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
  const found: readonly OrderBranch[] = data?.branches ?? [];
  const isBusy = isFetching || text !== wanted;
  return {
    isOpen,
    setOpen,
    setTyped,
    found,
    more: data?.more ?? false,
    /** The only one that fits what was typed. */
    only: isBusy || error || text === '' || found.length !== 1 ? undefined : found[0],
    said: said(found.length, { error, isBusy }),
  };
}

function said(count: number, { error, isBusy }: { error: Error | null; isBusy: boolean }): string {
  if (error) return error.message;
  if (isBusy) return 'Buscando...';
  if (count === 0) return 'Ninguna sucursal coincide con lo que escribiste.';
  return `${count} ${count === 1 ? 'resultado' : 'resultados'}`;
}
