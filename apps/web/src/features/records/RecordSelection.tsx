import { useDisclosure } from '@mantine/hooks';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { formatClinicTime } from '@simiente/contract/format/dates';
import type { MergedDetails } from '@simiente/contract/patients/merges';
import type { MissingParents, RestoreOverlap } from '@simiente/contract/trash/calls';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, invalidate } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import type { RequestOptions } from '../../lib/api/request-key.ts';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';
import { SelectionBar, SelectionBarAction, SelectionBarTool } from '../../ui/list/SelectionBar.tsx';
import { lazyQuestion } from '../../ui/questions/Confirmation.tsx';
import {
  notifyError,
  notifySuccess,
  notifyUndo,
  useFailureToast,
  useToastMutation,
} from '../../ui/toasts/notify.tsx';
import { useCan, useClinicTimeZone } from '../session/public.ts';
import type { Selection } from './ListTable.tsx';
import {
  deletingKey,
  dropHiddenLists,
  type ListPage,
  type LoadedList,
  type RecordList,
} from './record-list.ts';

/** Maximum of records in one deletion, and therefore of selected rows. */
const MAX_SELECTION_SIZE = 1000;

interface ListSelectionProps<Page extends ListPage, Row> {
  list: RecordList<Page, Row>;
  loaded: LoadedList<Page, Row>;
  selection: Selection;
}

interface RecordSelectionProps<Page extends ListPage, Row> extends ListSelectionProps<Page, Row> {
  /** A record's name in the question, and a detail that distinguishes it from namesakes. */
  describe: (row: Row) => { readonly name: string; readonly detail?: string };
  tools?: (chosen: readonly Row[]) => ReactNode;
}

/** The selection bar of a list, and the confirmation of deletions. */
export function RecordSelection<Page extends ListPage, Row>(
  props: RecordSelectionProps<Page, Row>,
) {
  const { list, loaded, selection, describe, tools } = props;
  const [isAsking, question] = useDisclosure(false);
  const deletion = useDeleteRecords(list, selection.remove);
  const chosen = chosenRows(props);
  const [first] = chosen;
  const ids = chosen.map((row) => list.getId(row));
  const can = useCan();
  const mayDelete = can('trash.putMany') || (ids.length === 1 && can('trash.put'));

  function confirm() {
    question.close();
    deletion.mutate({ ids, name: first ? describe(first).name : '', key: crypto.randomUUID() });
  }

  return (
    <>
      <SelectionBar
        count={ids.length}
        {...(mayDelete && { onDelete: question.open })}
        onClear={selection.clear}
        tools={tools?.(chosen)}
        extra={<SelectEverything list={list} loaded={loaded} selection={selection} />}
      />
      <DeletionQuestion
        opened={isAsking}
        count={ids.length}
        candidates={chosen.map((row) => ({ id: list.getId(row), ...describe(row) }))}
        onCancel={question.close}
        onConfirm={() => confirm()}
      />
    </>
  );
}

interface EditToolProps<Row> {
  chosen: readonly Row[];
  onEdit: (row: Row) => void;
}

/** 'Editar' in the selection bar, for a single selected row. */
export function EditTool<Row>({ chosen, onEdit }: EditToolProps<Row>) {
  const [only] = chosen;
  if (only === undefined || chosen.length > 1) return null;
  return (
    <SelectionBarTool icon={IconPencil} onClick={() => onEdit(only)}>
      Editar
    </SelectionBarTool>
  );
}

/** The selected rows that are still in the list, because an action must not change rows that the user cannot see. */
export function chosenRows<Page extends ListPage, Row>({
  list,
  loaded,
  selection,
}: ListSelectionProps<Page, Row>): readonly Row[] {
  return loaded.rows
    .filter((row) => selection.selected.has(list.getId(row)))
    .slice(0, MAX_SELECTION_SIZE);
}

/** Loads and selects all rows of a list, up to the maximum. Shown once all loaded rows are selected and more follow. */
export function SelectEverything<Page extends ListPage, Row>({
  list,
  loaded: { query, rows, total, totalIsCapped },
  selection: { selected, select },
}: ListSelectionProps<Page, Row>) {
  const [loading, setLoading] = useState(false);
  const isEveryRowSelected = rows.length > 0 && rows.every((row) => selected.has(list.getId(row)));
  if (!isEveryRowSelected || !query.hasNextPage || rows.length >= MAX_SELECTION_SIZE) return null;

  async function loadAndSelect() {
    setLoading(true);
    let loadedRows = rows;
    let canLoad = true;
    while (canLoad && loadedRows.length < MAX_SELECTION_SIZE) {
      const { data, hasNextPage, isError } = await query.fetchNextPage();
      loadedRows = data?.pages.flatMap((page) => list.getRows(page.data)) ?? loadedRows;
      canLoad = hasNextPage && !isError;
    }
    select(new Set(loadedRows.slice(0, MAX_SELECTION_SIZE).map((row) => list.getId(row))));
    setLoading(false);
  }

  return (
    <SelectionBarAction onClick={() => !loading && void loadAndSelect()}>
      {loading ? 'Cargando...' : `Seleccionar ${describeAll(total, totalIsCapped)} resultados`}
    </SelectionBarAction>
  );
}

function describeAll(total: number | undefined, isCapped: boolean): string {
  const limit = formatCount(Math.min(total ?? MAX_SELECTION_SIZE, MAX_SELECTION_SIZE));
  // The total is not counted, or not loaded yet.
  if (total === undefined) return `hasta ${limit}`;
  return total > MAX_SELECTION_SIZE || isCapped ? `los primeros ${limit}` : `los ${limit}`;
}

const DeletionQuestion = lazyQuestion(() => import('./DeletionQuestion.tsx'));

interface DeleteRecordProps {
  opened: boolean;
  record: { readonly id: string; readonly name: string; readonly detail?: string };
  words: { readonly deleted: string; readonly restored: string; readonly failed: string };
  /** Refetches the page, which then lacks the record. */
  refresh: () => Promise<void>;
  /** Id of the element that gets the focus after the deletion. */
  focusId: string;
  onClose: () => void;
}

/** Asks for confirmation before moving one record of a page to the trash, and offers 'Deshacer' afterwards. */
export function DeleteRecord(props: DeleteRecordProps) {
  const { opened, record, words, refresh, focusId, onClose } = props;
  const undoDelete = useUndoDelete(refresh);
  const deleting = useToastMutation('ocurrio un error', {
    describe: () => words.failed,
    mutationFn: (reason: string | undefined, options) =>
      api.trash.delete({ idUsers: [record.id], ...(reason !== undefined && { reason }) }, options),
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
      onConfirm={(reason) => deleting.mutate(reason, { onSettled: onClose })}
    />
  );
}

interface Deletion {
  readonly ids: string[];
  /** Name of the first record, for the notification about a single record. */
  readonly name: string;
  readonly key: string;
}

/**
 * Moves records to the trash. `useListPages` hides them until the lists are refetched. 'Deshacer' restores them.
 * @param onDeleted called with the ids once the server has deleted the records
 */
function useDeleteRecords<Page extends ListPage, Row>(
  list: RecordList<Page, Row>,
  onDeleted: (ids: readonly string[]) => void,
) {
  const refresh = () => invalidate(list.listsKey);

  const undoDelete = useUndoDelete(refresh);
  const failure = useFailureToast();

  return useMutation({
    mutationKey: deletingKey,
    mutationFn: ({ ids, key }: Deletion) =>
      api.trash.delete({ idUsers: ids }, { context: { idempotencyKey: key } }),
    onMutate: failure.clear,
    onError: (error) => {
      // Without an answer of the server, the records may have been deleted.
      const isRejected = error instanceof ApiFailure && error.source === 'answer';
      const detail = isRejected ? 'No se eliminó ningún elemento.' : error.message;
      failure.show('ocurrio un error', { detail });
      // The refetch is not awaited, because the rows are hidden while the mutation is pending.
      void refresh();
    },
    onSuccess: ({ data }, { ids, name }) => {
      onDeleted(ids);
      dropHiddenLists(list);
      notifyUndo(pluralize(data.deleted, ['elemento eliminado', 'elementos eliminados']), {
        detail:
          data.deleted === 1
            ? `${name} se puede restaurar durante 30 días.`
            : 'Se pueden restaurar durante 30 días.',
        onUndo: undoDelete({
          ids,
          describe: (count) => pluralize(count, ['elemento restaurado', 'elementos restaurados']),
        }),
      });
      return refresh();
    },
  });
}

interface UndoableChange {
  readonly ids: string[];
  /** Text of the notification after the undo, from the number of records. */
  readonly describe: (undone: number) => string;
}

/**
 * Undoes a deletion or a restoration.
 * @param send makes the call, and returns the number of records
 * @returns a function that gives a change its idempotency key, and returns the function that undoes it
 */
export function useUndo(
  send: (ids: string[], options: RequestOptions) => Promise<number>,
  refresh: () => Promise<void>,
) {
  const timeZone = useClinicTimeZone();
  const undoing = useMutation({
    mutationFn: ({ ids, key }: UndoableChange & { key: string }) =>
      send(ids, { context: { idempotencyKey: key } }),
    onSuccess: (undone, { describe }) => notifySuccess(describe(undone)),
    onError: (error, undo) =>
      notifyError('No se pudo deshacer', {
        detail: describeRestoreFailure(error, timeZone),
        onRetry: () => undoing.mutate(undo),
      }),
    onSettled: refresh,
  });
  return (change: UndoableChange) => {
    const undo = { ...change, key: crypto.randomUUID() };
    return () => undoing.mutate(undo);
  };
}

function useUndoDelete(refresh: () => Promise<void>) {
  return useUndo(
    async (ids, options) => (await api.trash.restore({ ids }, options)).data.restored,
    refresh,
  );
}

/** The reason why records were not restored, with the name of the conflicting record. */
export function describeRestoreFailure(error: Error, timeZone: string): string {
  if (!(error instanceof ApiFailure)) return error.message;
  if (error.code === 'RESTORE_OVERLAP') {
    const taken = (error.details as RestoreOverlap | undefined)?.taken;
    if (taken === undefined) return error.message;
    const when = formatClinicTime(taken.startsAt, timeZone);
    return `${titledName(taken.doctorName)} ya tiene cita con ${taken.patientName} (${when}), a la hora de una de este paciente. Reprográmala y vuelve a intentarlo.`;
  }
  if (error.code === 'CURP_TAKEN') {
    const { name } = error.details as MergedDetails;
    return `${name} tiene ahora la misma CURP. Corrígela en su ficha y vuelve a intentarlo.`;
  }
  if (error.code === 'RESTORE_PARENT_DELETED') {
    const [first, ...others] = (error.details as MissingParents | undefined)?.parents ?? [];
    if (first === undefined || others.length > 0) return error.message;
    const owner = first.kind === 'patient' ? 'al paciente' : 'el partner';
    return `También está en la Papelera ${first.name}: restaura primero ${owner}, o los dos juntos.`;
  }
  return error.message;
}
