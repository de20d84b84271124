import type { Prospect, ProspectPage } from '@simiente/contract/prospects/calls';
import type { ProspectGroup } from '@simiente/contract/prospects/filters';
import { skipToken, useIsMutating, useQuery } from '@tanstack/react-query';
import { type LoadedList, useListPages } from '../../records/public.ts';
import { placedKey } from '../prospect-cache.ts';
import { columnPages, prospectList } from '../prospect-list.ts';
import { arrange, isGone, type KeyboardMove, type Listed } from './arrange.ts';
import { movingKey } from './use-move-prospect.ts';

type LoadedColumns = Readonly<Record<ProspectGroup, LoadedList<ProspectPage, Prospect>>>;

const NOTHING: readonly Prospect[] = [];

/** The loaded pages of every column under the search, and the cards in them. */
export function useBoardColumns(search: string, keyboardMove: KeyboardMove | null) {
  const loaded: LoadedColumns = {
    pending: useListPages(prospectList, columnPages('pending', search)),
    contacted: useListPages(prospectList, columnPages('contacted', search)),
    converted: useListPages(prospectList, columnPages('converted', search)),
    rejected: useListPages(prospectList, columnPages('rejected', search)),
    none: useListPages(prospectList, columnPages('none', search)),
  };
  const isMoving = useIsMutating({ mutationKey: movingKey }) > 0;
  const listed = {
    pending: toListed(loaded.pending),
    contacted: toListed(loaded.contacted),
    converted: toListed(loaded.converted),
    rejected: toListed(loaded.rejected),
    none: toListed(loaded.none),
  };
  const placed = usePlaced(search).filter((card) => isMoving || !isGone(card, listed));
  const lists = {
    pending: loaded.pending.rows,
    contacted: loaded.contacted.rows,
    converted: loaded.converted.rows,
    rejected: loaded.rejected.rows,
    none: loaded.none.rows,
  };
  return { loaded, cards: arrange(lists, placed, keyboardMove) };
}

/** A list that is loading, or failed to load, may lack cards that were just moved into it. */
function toListed({ query, rows }: LoadedList<ProspectPage, Prospect>): Listed {
  const isSettled = query.isSuccess && !query.isFetching;
  return { rows, isWhole: isSettled ? !query.hasNextPage : undefined };
}

/** The cards moved by hand on this board, until the user leaves it or searches. */
function usePlaced(search: string): readonly Prospect[] {
  const { data = NOTHING } = useQuery<readonly Prospect[]>({
    queryKey: [...placedKey, search],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    // Forgotten once it is not on the screen.
    gcTime: 0,
  });
  return data;
}
