import type { OrderBranch } from '@simiente/contract/exam-orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { sayFound, useTypedText } from '../../ui/form/use-typed-text.ts';

/** What somebody types to find a branch, and which are found. `chosen` is what the field then says. */
export function useBranchSearch(chosen: string | undefined) {
  const { isOpen, setOpen, setTyped, wanted, text } = useTypedText(chosen);
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
    said: sayFound(found.length, {
      error,
      isBusy,
      none: 'Ninguna sucursal coincide con lo que escribiste.',
    }),
  };
}
