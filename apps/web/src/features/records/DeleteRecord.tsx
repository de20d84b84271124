import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { notifyUndo } from '../../ui/toasts/notify.tsx';
import { useFailureToast } from '../../ui/toasts/use-failure-toast.ts';
import { DeletionQuestion } from './DeletionQuestion.tsx';
import { useUndoDelete } from './delete-records.ts';

interface DeleteRecordProps {
  opened: boolean;
  record: { readonly id: string; readonly name: string; readonly detail?: string };
  /** What the notifications say. */
  words: { readonly deleted: string; readonly restored: string; readonly failed: string };
  /** Removes it from the cache. */
  drop: () => Promise<void>;
  refresh: () => Promise<void>;
  /** Id of the element that takes the focus of the removed row. */
  focusId: string;
  onClose: () => void;
}

/** Asks before one record of a page is moved to the trash, and offers 'Deshacer' afterwards. */
export function DeleteRecord(props: DeleteRecordProps) {
  const { opened, record, words, drop, refresh, focusId, onClose } = props;
  const undoDelete = useUndoDelete({ refresh });
  const failure = useFailureToast();
  const deleting = useMutation({
    onMutate: failure.clear,
    mutationFn: ({ key, reason }: { key: string; reason: string | undefined }) =>
      api.trash.delete(
        { idUsers: [record.id], ...(reason !== undefined && { reason }) },
        { context: { idempotencyKey: key } },
      ),
    onSuccess: async () => {
      await drop();
      document.getElementById(focusId)?.focus();
      notifyUndo(words.deleted, {
        detail: 'Se puede restaurar durante 30 días.',
        onUndo: undoDelete({ ids: [record.id], describe: () => words.restored }),
      });
    },
    onError: () => failure.tell('ocurrio un error', { detail: words.failed }),
    onSettled: refresh,
  });
  return (
    <DeletionQuestion
      opened={opened}
      count={1}
      candidates={[record]}
      deleting={deleting.isPending}
      onCancel={onClose}
      onConfirm={(reason) =>
        deleting.mutate({ key: crypto.randomUUID(), reason }, { onSettled: onClose })
      }
    />
  );
}
