import { Skeleton, TextInput } from '@mantine/core';
import type { ReadingBasis } from '@simiente/contract/results/states';
import { formatUnit, formatValueName } from '@simiente/contract/results/words';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { focusOnMount } from '../../../ui/focus.ts';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { refreshRecord, useResultSetCall } from '../result-cache.ts';
import { WrittenValues } from '../WrittenValues.tsx';
import classes from './SecondReadingDialog.module.css';
import { SetDialog, type SetDialogProps } from './SetDialog.tsx';
import { ReadingBasisField } from './ValidationDialog.tsx';

/** 'Segunda lectura': confirms the values of a set. Who entered them retypes those that the server chooses. */
export default function SecondReadingDialog({ set, name, onClose }: SetDialogProps) {
  const { idResultSet, version } = set;
  const send = useResultSetCall(api.results.confirm);
  const [basis, setBasis] = useState<ReadingBasis | null>(null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const reading = useQuery(
    queries.results.secondReading.queryOptions({
      input: { idResultSet },
      select: ({ data }) => data,
      gcTime: 0,
    }),
  );
  const fields = reading.data?.fields ?? [];
  const confirming = useMutation({
    mutationFn: (basis: ReadingBasis) => {
      const retyped = fields.map(({ idValue }) => ({ idValue, value: typed[idValue] ?? '' }));
      return send({ idResultSet, version, basis, ...(retyped.length > 0 && { retyped }) });
    },
    retry: false,
    onSuccess: async (saved) => {
      await refreshRecord(saved.idUser);
      notifySuccess('Segunda lectura registrada');
      onClose();
    },
  });
  const { error } = confirming;
  const issues = error instanceof ApiFailure ? error.issues : [];
  const findIssue = (index: number, idValue: string) =>
    issues.find(({ path }) => path.startsWith(`retyped.${index}`) || path.includes(idValue))
      ?.message;

  return (
    <SetDialog
      set={set}
      name={name}
      title="Segunda lectura"
      isUnsaved={Object.values(typed).some((value) => value.trim() !== '')}
      mutation={confirming}
      submitLabel="Confirmar"
      missing={basis === null}
      onSubmit={() => basis !== null && confirming.mutate(basis)}
      onClose={onClose}
    >
      {reading.data === undefined ? (
        reading.isError ? (
          <LoadError title="No se pudo preparar la segunda lectura" queries={[reading]} />
        ) : (
          <Skeleton height={120} />
        )
      ) : (
        <>
          <p className={classes.words}>
            {reading.data.way === 'other'
              ? 'Compara cada valor con el reporte del laboratorio. Al confirmar queda tu nombre como segunda lectura.'
              : 'Tú capturaste estos resultados. Escribe otra vez estos valores, leyéndolos del reporte del laboratorio.'}
          </p>
          <ReadingBasisField set={set} basis={basis} onChange={setBasis} />
          {reading.data.way === 'other' && (
            <WrittenValues
              values={set.values.filter(({ derived, withdrawn }) => !derived && !withdrawn)}
            />
          )}
          {fields.map((field, index) => {
            const { idValue, unit } = field;
            const words = formatUnit({ unit, value: '0', text: null });
            return (
              <TextInput
                key={idValue}
                label={
                  words === '' ? formatValueName(field) : `${formatValueName(field)} (${words})`
                }
                autoComplete="off"
                // The field appears after the dialog has opened and moved the focus.
                {...(index === 0 && { ref: focusOnMount })}
                error={findIssue(index, idValue)}
                readOnly={confirming.isPending}
                value={typed[idValue] ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  setTyped((before) => ({ ...before, [idValue]: value }))
                }
              />
            );
          })}
        </>
      )}
    </SetDialog>
  );
}
