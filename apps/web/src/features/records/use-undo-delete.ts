import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { notifyError, notifySuccess } from '../../ui/toasts/notify.tsx';

interface Deleted {
  readonly ids: string[];
  /** What is said of those that are back. */
  readonly describe: (restored: number) => string;
}

/** What takes a deletion back, once, however often it has to be sent again. */
export function useUndoDelete({ refresh }: { refresh: () => Promise<void> }) {
  const restoring = useMutation({
    mutationFn: ({ ids, key }: Deleted & { key: string }) =>
      api.trash.restore({ ids }, { context: { idempotencyKey: key } }),
    onSuccess: ({ data }, { describe }) => notifySuccess(describe(data.restored)),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: error.message,
        onRetry: () => restoring.mutate(undo),
      }),
    onSettled: refresh,
  });
  return (deleted: Deleted) => {
    const undo = { ...deleted, key: crypto.randomUUID() };
    return () => restoring.mutate(undo);
  };
}
