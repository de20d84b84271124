import { statusGroup } from '@simiente/contract/patient-filters';
import type { PatientPage, PatientSummary } from '@simiente/contract/patients';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { notifyError, notifySuccess, notifyUndo } from '../../ui/toasts/notify.tsx';
import { type PatientPages, patientListsKey, patientPagesKey } from './use-patients.ts';

/** What a call takes to be sent again without being done twice. */
interface KeyedIds {
  readonly ids: string[];
  readonly key: string;
}

type CachedLists = [QueryKey, PatientPages | undefined][];

/**
 * Sends patients to the bin. They leave the lists at once and come back when the server refuses;
 * 'Deshacer' brings them back afterwards.
 */
export function useDeletePatients() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: patientListsKey });

  const restoring = useMutation({
    mutationFn: ({ ids, key }: KeyedIds) =>
      api.trash.restore({ ids }, { context: { idempotencyKey: key } }),
    onSuccess: ({ data }) =>
      notifySuccess(
        `${elements(data.restored)} ${data.restored === 1 ? 'restaurado' : 'restaurados'}`,
      ),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        onRetry: () => restoring.mutate(undo),
      }),
    onSettled: refresh,
  });

  return useMutation({
    mutationFn: ({ ids, key }: KeyedIds) =>
      api.trash.delete({ idUsers: ids }, { context: { idempotencyKey: key } }),
    onMutate: async ({ ids }) => {
      await cache.cancelQueries({ queryKey: patientListsKey });
      const before = cache.getQueriesData<PatientPages>({ queryKey: patientPagesKey });
      const gone = new Set(ids);
      cache.setQueriesData<PatientPages>(
        { queryKey: patientPagesKey },
        (pages) => pages && without(pages, gone),
      );
      return before;
    },
    onError: (_error, _variables, before: CachedLists | undefined) => {
      for (const [queryKey, pages] of before ?? []) cache.setQueryData(queryKey, pages);
      notifyError('ocurrio un error', { detail: 'No se eliminó ningún elemento.' });
    },
    onSuccess: ({ data }, { ids }) => {
      const undo = { ids, key: crypto.randomUUID() };
      notifyUndo(`${elements(data.deleted)} ${data.deleted === 1 ? 'eliminado' : 'eliminados'}`, {
        detail: 'Se pueden restaurar durante 30 días.',
        onUndo: () => restoring.mutate(undo),
      });
    },
    onSettled: refresh,
  });
}

function elements(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'elemento' : 'elementos'}`;
}

/** The pages without some patients, and the figures without as many as were in them. */
function without(pages: PatientPages, gone: ReadonlySet<string>): PatientPages {
  const loaded = pages.pages.flatMap((page) => page.data.userData);
  const removed = loaded.filter((patient) => gone.has(patient.idUser));
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      data: {
        ...page.data,
        userData: page.data.userData.filter((patient) => !gone.has(patient.idUser)),
        ...figuresWithout(page.data, removed),
      },
    })),
  };
}

/** Figures that stop at 1 000 say nothing of how many there are: they wait for the server. */
function figuresWithout(
  { total, totalIsCapped, counts }: PatientPage,
  removed: readonly PatientSummary[],
): Pick<PatientPage, 'total' | 'counts'> {
  if (totalIsCapped) return { total, counts };
  const fewer = { ...counts };
  for (const { status } of removed) fewer[statusGroup(status)] -= 1;
  return { total: total - removed.length, counts: fewer };
}
