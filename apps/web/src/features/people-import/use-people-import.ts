import {
  checkedPeopleData,
  type PeopleChanges,
  type PeopleColumn,
  peopleOutcomeData,
} from '@simiente/contract/people/calls';
import { isDateField, type PeopleKind, type PlacedColumn } from '@simiente/contract/people/columns';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, cache, queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { upload } from '../../lib/api/upload.ts';

export interface SentPeople {
  readonly kind: PeopleKind;
  readonly file: File;
  /** Undefined to let the server guess them. */
  readonly columns?: readonly PeopleColumn[] | undefined;
  /** Position of a sheet; undefined to let the server find it. */
  readonly sheet?: number | undefined;
  readonly headingLine?: number | undefined;
  readonly changes?: PeopleChanges;
}

/** The columns that are imported. */
export const placeColumns = (columns: readonly PeopleColumn[]): PlacedColumn[] =>
  columns.flatMap(({ index, field, order, century, statuses }) =>
    field === null
      ? []
      : [
          {
            index,
            field,
            ...(isDateField(field) && { order: order ?? undefined, century: century ?? undefined }),
            ...(statuses.length > 0 && {
              values: Object.fromEntries(
                statuses.flatMap(({ text, status }) => (status === '' ? [] : [[text, status]])),
              ),
            }),
          },
        ],
  );

function send<Answer>(
  call: 'check' | 'import',
  { kind, file, columns, sheet, headingLine, changes }: SentPeople,
  read: (data: unknown) => Answer,
  more: Readonly<Record<string, string>> = {},
) {
  const fields = {
    kind,
    columns: columns && JSON.stringify(placeColumns(columns)),
    sheet: sheet === undefined ? undefined : String(sheet + 1),
    headingLine: headingLine?.toString(),
    ...more,
  };
  const decisions = changes && new File([JSON.stringify(changes)], 'changes.json');
  return upload({
    path: `/v1/people/${call}-file`,
    fields,
    files: { file, changes: decisions },
    idempotencyKey: crypto.randomUUID(),
    read,
  });
}

/** Milliseconds. */
const PROGRESS_EVERY = 1000;

/** Checks a spreadsheet, imports it with its progress, and undoes imports. */
export function usePeopleImport(kind: PeopleKind) {
  const [running, setRunning] = useState<string | null>(null);
  const refresh = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: queries[kind].key() }),
      // An import that was just undone stays visible, with the kept records.
      cache.invalidateQueries({ queryKey: queries.people.list.key(), refetchType: 'none' }),
    ]);
  const checking = useMutation({
    mutationFn: (sent: SentPeople) =>
      send('check', sent, (data) => checkedPeopleData.parse(data).checked),
  });
  const importing = useMutation({
    mutationFn: (sent: SentPeople) => {
      const idImport = `imp_${crypto.randomUUID()}`;
      setRunning(idImport);
      return send('import', sent, (data) => peopleOutcomeData.parse(data).outcome, { idImport });
    },
    onSettled: () => {
      setRunning(null);
      return refresh();
    },
  });
  const progress = useQuery({
    ...queries.people.progress.queryOptions({ input: { idImport: running ?? '' } }),
    enabled: running !== null,
    refetchInterval: PROGRESS_EVERY,
  });
  const cancelling = useMutation({
    mutationFn: (idImport: string) => api.people.cancel({ idImport }),
  });
  const undoing = useMutation({
    mutationFn: (idImport: string) => api.people.undo({ idImport }).then(({ data }) => data),
    onSettled: refresh,
  });
  const { total, written } = progress.data?.data.import ?? { total: 0, written: 0 };
  return {
    checking,
    importing,
    undoing,
    share: total === 0 ? 0 : written / total,
    cancel: () => running !== null && cancelling.mutate(running),
  };
}

/** Why a file was rejected, with an instruction. */
export function describeFailure(error: Error | null): string | undefined {
  const [issue] = error instanceof ApiFailure ? error.issues : [];
  return issue?.message ?? error?.message;
}
