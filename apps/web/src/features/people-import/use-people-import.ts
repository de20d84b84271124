import {
  checkedPeopleData,
  type PeopleChanges,
  type PeopleColumn,
  peopleOutcomeData,
} from '@simiente/contract/people/calls';
import { isDateField, type MappedColumn, type PeopleKind } from '@simiente/contract/people/columns';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, cache, invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import { upload } from '../../lib/api/upload.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';

/** A spreadsheet. Where the columns, the sheet or the line of headings are undefined, the server guesses them. */
export interface SentPeople {
  readonly kind: PeopleKind;
  readonly file: File;
  readonly columns?: readonly PeopleColumn[];
  /** Index of the sheet, from 0. */
  readonly sheet?: number | undefined;
  readonly headingLine?: number;
  readonly changes?: PeopleChanges;
}

/** The imported columns, in the server's form. */
export const mapColumns = (columns: readonly PeopleColumn[]): MappedColumn[] =>
  columns.flatMap(({ index, field, order, century, values }) => {
    if (field === null) return [];
    return {
      index,
      field,
      ...(isDateField(field) && { order: order ?? undefined, century: century ?? undefined }),
      ...(values.length > 0 && {
        values: Object.fromEntries(values.map(({ text, value }) => [text, value])),
      }),
    };
  });

function send<Answer>(
  call: 'check' | 'import',
  { kind, file, columns, sheet, headingLine, changes }: SentPeople,
  read: (data: unknown) => Answer,
  idImport?: string,
) {
  return upload({
    path: `/v1/people/${call}-file`,
    fields: {
      kind,
      columns: columns && JSON.stringify(mapColumns(columns)),
      sheet: sheet === undefined ? undefined : String(sheet + 1),
      headingLine: headingLine?.toString(),
      idImport,
    },
    files: { file, changes: changes && new File([JSON.stringify(changes)], 'changes.json') },
    idempotencyKey: crypto.randomUUID(),
    read,
  });
}

const refreshPeople = (kind: PeopleKind) =>
  Promise.all([
    invalidate(queries[kind].key()),
    // Not refetched at once: an import that was just undone stays visible, with the records that were kept.
    cache.invalidateQueries({ queryKey: queries.people.list.key(), refetchType: 'none' }),
  ]);

/** Undoes an import, and returns the records that stay because they have changed since. */
export function useUndoImport(kind: PeopleKind) {
  return useToastMutation('No se pudo deshacer la importación', {
    mutationFn: async (idImport: string, options) =>
      (await api.people.undo({ idImport }, options)).data,
    onSuccess: ({ undone }) => {
      notifySuccess(`Se deshizo: ${pluralize(undone, ['registro', 'registros'])}`);
    },
    onSettled: () => refreshPeople(kind),
  });
}

/** Milliseconds between two requests for the progress of an import. */
const PROGRESS_EVERY = 1000;
const MAX_CANCELLATIONS = 60;

/** Checks a spreadsheet, and imports it with its progress. */
export function usePeopleImport(kind: PeopleKind) {
  const [runningImport, setRunningImport] = useState<string | null>(null);
  const checking = useMutation({
    mutationFn: (sent: SentPeople) =>
      send('check', sent, (data) => checkedPeopleData.parse(data).checked),
  });
  const importing = useMutation({
    mutationFn: (sent: SentPeople) => {
      const idImport = `imp_${crypto.randomUUID()}`;
      cancelling.reset();
      setRunningImport(idImport);
      return send('import', sent, (data) => peopleOutcomeData.parse(data).outcome, idImport);
    },
    onSettled: () => {
      setRunningImport(null);
      return refreshPeople(kind);
    },
  });
  const progress = useAnswer(queries.people.progress, {
    input: { idImport: runningImport ?? '' },
    enabled: runningImport !== null,
    refetchInterval: PROGRESS_EVERY,
  });
  const cancelling = useMutation({
    mutationFn: (idImport: string) => api.people.cancel({ idImport }),
    // The server does not know the import before it has read the file.
    retry: MAX_CANCELLATIONS,
    retryDelay: PROGRESS_EVERY,
  });
  const { total, written } = progress.data?.import ?? { total: 0, written: 0 };
  return {
    checking,
    importing,
    share: total === 0 ? 0 : written / total,
    isCancelling: cancelling.isPending || cancelling.isSuccess,
    cancel: () => runningImport !== null && cancelling.mutate(runningImport),
  };
}
