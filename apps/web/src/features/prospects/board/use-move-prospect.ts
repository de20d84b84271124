import type { Prospect } from '@simiente/contract/prospects/calls';
import {
  type ProspectStatus,
  prospectGroup,
  prospectStatuses,
} from '@simiente/contract/prospects/filters';
import { useMutation } from '@tanstack/react-query';
import { api, cache } from '../../../lib/api/client.ts';
import { notifySuccess, notifyUndo, useFailureToast } from '../../../ui/toasts/notify.tsx';
import { changeRows } from '../../records/public.ts';
import {
  describeFailure,
  parseCurrentProspect,
  prospectList,
  recentlyMovedKey,
  refreshProspects,
  replaceProspect,
} from '../prospect-cache.ts';
import { prospectStatus } from '../prospect-status.tsx';

interface Move {
  /** State before the move. */
  readonly prospect: Prospect;
  readonly status: ProspectStatus;
  readonly key: string;
  readonly isUndo: boolean;
}

export const movingKey = ['move prospect'];

/** Moves a card immediately, and back after a rejection. Moves are sent one after another, so that their order stays. */
export function useMoveProspect({ announce }: { announce: (text: string) => void }) {
  const failure = useFailureToast();
  const moving = useMutation({
    mutationKey: movingKey,
    scope: { id: 'move prospect' },
    mutationFn: async ({ prospect, status, key }: Move) => {
      const { idProspect } = prospect;
      const { data } = await api.prospects.move(
        { idProspect, from: prospectGroup(prospect.status), status },
        { context: { idempotencyKey: key } },
      );
      return data.prospect;
    },
    onSuccess: (moved, { prospect, isUndo }) => {
      replaceProspect(moved);
      if (isUndo) return notifySuccess('Cambio deshecho');
      const earlierStatus = prospectStatuses.find(
        (status) => status === prospectGroup(prospect.status),
      );
      const title = `${moved.name} pasó a ${prospectStatus(moved.status).label}`;
      // A legacy status cannot be set again, so the move cannot be undone.
      if (earlierStatus === undefined) return notifySuccess(title);
      return notifyUndo(title, { onUndo: () => void move(moved, earlierStatus, { isUndo: true }) });
    },
    onError: (error, { prospect, status, key, isUndo }) => {
      const current = parseCurrentProspect(error);
      relocate(current ?? prospect);
      const { name } = prospect;
      if (current) {
        const { label } = prospectStatus(current.status);
        announce(`Otra persona ya movió a ${name} a ${label}.`);
        failure.show(`${name} ya está en ${label}`, {
          detail: `Otra persona ya lo movió a ${label}.`,
        });
        return;
      }
      announce(`${name} sigue en ${prospectStatus(prospect.status).label}.`);
      const { title, detail } = describeFailure(error);
      failure.show(title, {
        detail: detail ?? `${name} sigue en ${prospectStatus(prospect.status).label}.`,
        onRetry: () => void move(prospect, status, { key, isUndo }),
      });
    },
    onSettled: () => {
      // While other moves are pending, a refetched list would revert them.
      if (cache.isMutating({ mutationKey: movingKey }) === 1) void refreshProspects();
    },
  });

  /** Resolves once the cached lists have the card in its new column, without waiting for the request. */
  async function move(
    prospect: Prospect,
    status: ProspectStatus,
    { key = crypto.randomUUID() as string, isUndo = false } = {},
  ): Promise<void> {
    failure.clear();
    // Lists that are being fetched predate the change.
    await cache.cancelQueries({ queryKey: prospectList.listsKey });
    relocate({ ...prospect, status });
    moving.mutate({ prospect, status, key, isUndo });
  }

  return move;
}

/** Puts a card at the top of the column of its status. */
function relocate(after: Prospect): void {
  const { idProspect } = after;
  changeRows(prospectList, (row) => (row.idProspect === idProspect ? after : row));
  cache.setQueriesData<readonly Prospect[]>({ queryKey: recentlyMovedKey }, (cards = []) => [
    after,
    ...cards.filter((card) => card.idProspect !== idProspect),
  ]);
}
