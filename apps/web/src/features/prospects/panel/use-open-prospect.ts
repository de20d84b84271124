import type { Prospect, ProspectPage } from '@simiente/contract/prospects/calls';
import { notifyManager, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import type { ListPages } from '../../records/public.ts';
import { prospectList } from '../prospect-list.ts';

/**
 * The prospect of the open panel, in the latest version: of its own call, or of a list.
 * Lists follow changes of other users; an open record is not refetched, because each read of one
 * is audited as an act of the user.
 */
export function useOpenProspect(idProspect: string) {
  const listed = useListed(idProspect);
  const { data, error, refetch } = useQuery(
    queries.prospects.getOne.queryOptions({
      input: { idProspect },
      select: (answer) => answer.data,
      placeholderData: listed && { status: 200, data: listed },
    }),
  );
  const isUnknown = isUnknownRecord(error);
  const latest = data && listed && listed.version > data.version ? listed : data;
  return { prospect: isUnknown ? undefined : latest, error, isUnknown, refetch };
}

function useListed(idProspect: string): Prospect | undefined {
  const cache = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => cache.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  return useSyncExternalStore(subscribe, () => findLatest(cache, idProspect));
}

function findLatest(cache: QueryClient, idProspect: string): Prospect | undefined {
  let latest: Prospect | undefined;
  const lists = cache.getQueriesData<ListPages<ProspectPage>>({ queryKey: prospectList.pagesKey });
  for (const page of lists.flatMap(([, list]) => list?.pages ?? [])) {
    const row = page.data.prospects.find((listed) => listed.idProspect === idProspect);
    if (row && row.version > (latest?.version ?? 0)) latest = row;
  }
  return latest;
}
