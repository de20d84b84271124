import { api } from '../../lib/api/client.ts';
import { lazyDialog } from '../../lib/lazy-dialog.ts';
import { notifyUndo, useAct } from '../../ui/toasts/notify.tsx';
import { loadToasts } from '../../ui/toasts/ToastHost.tsx';
import { useUndoDelete } from './delete-records.ts';

export const DeletionQuestion = lazyDialog(
  async () => {
    // The notifications must also work offline.
    const [question] = await Promise.all([import('./DeletionQuestion.tsx'), loadToasts()]);
    return question;
  },
  ({ opened }) => opened,
);

interface DeleteRecordProps {
  opened: boolean;
  record: { readonly id: string; readonly name: string; readonly detail?: string };
  /** Texts of the notifications. */
  words: { readonly deleted: string; readonly restored: string; readonly failed: string };
  /** Reads the page again, without the record. */
  refresh: () => Promise<void>;
  /** Id of the element that takes the focus of the removed row. */
  focusId: string;
  onClose: () => void;
}

/** Asks before one record of a page is moved to the trash, and offers 'Deshacer' afterwards. */
export function DeleteRecord(props: DeleteRecordProps) {
  const { opened, record, words, refresh, focusId, onClose } = props;
  const undoDelete = useUndoDelete({ refresh });
  const deleting = useAct('ocurrio un error', {
    describe: () => words.failed,
    mutationFn: ({ key, reason }: { key: string; reason: string | undefined }) =>
      api.trash.delete(
        { idUsers: [record.id], ...(reason !== undefined && { reason }) },
        { context: { idempotencyKey: key } },
      ),
    onSuccess: async () => {
      await refresh();
      document.getElementById(focusId)?.focus();
      notifyUndo(words.deleted, {
        detail: 'Se puede restaurar durante 30 días.',
        onUndo: undoDelete({ ids: [record.id], describe: () => words.restored }),
      });
    },
    onError: refresh,
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
