import { Skeleton, TextInput } from '@mantine/core';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ReadingBasis } from '@simiente/contract/results/states';
import { formatUnit, formatValueName, listFacts } from '@simiente/contract/results/words';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { UnsavedModal } from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { type SetDialogProps, showSet, useSetCall } from '../result-cache.ts';
import { WrittenValues } from '../WrittenValues.tsx';
import classes from './SecondReadingDialog.module.css';
import { ReadingBasisField } from './ValidationDialog.tsx';

/** Defined outside the component, because React calls a new ref function at every render. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus();

/** 'Segunda lectura': confirms the values of a set. Whoever typed them types three of them again. */
export default function SecondReadingDialog({ set, name, onClose }: SetDialogProps) {
  const timeZone = useClinicTimeZone();
  const { idResultSet, version } = set;
  const send = useSetCall(api.results.confirm);
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
      await showSet(saved);
      notifySuccess('Segunda lectura registrada');
      onClose();
    },
  });
  const { error } = confirming;
  const issues = error instanceof ApiFailure ? error.issues : [];
  const findIssue = (index: number, idValue: string) =>
    issues.find(({ path }) => path.startsWith(`retyped.${index}`) || path.includes(idValue))
      ?.message;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reading.data === undefined || confirming.isPending || basis === null) return;
    confirming.mutate(basis);
  }

  return (
    <UnsavedModal
      opened
      title="Segunda lectura"
      // The facts by which the reader recognises the right paper.
      lead={[name, examTypeLabel(set.examType), ...listFacts(set, timeZone)].join(' · ')}
      isUnsaved={Object.values(typed).some((value) => value.trim() !== '')}
      isBusy={confirming.isPending}
      onClose={onClose}
    >
      {(close) =>
        reading.data === undefined ? (
          reading.isError ? (
            <LoadError title="No se pudo preparar la segunda lectura" queries={[reading]} />
          ) : (
            <Skeleton height={120} />
          )
        ) : (
          <DialogForm onSubmit={submit}>
            <FormAlert message={error?.message} />
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
                  {...(index === 0 && { ref: focusOnce })}
                  error={findIssue(index, idValue)}
                  readOnly={confirming.isPending}
                  value={typed[idValue] ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    setTyped((before) => ({ ...before, [idValue]: value }))
                  }
                />
              );
            })}
            <FormActions onCancel={close} isBusy={confirming.isPending}>
              <LockButton type="submit" disabled={basis === null} loading={confirming.isPending}>
                Confirmar
              </LockButton>
            </FormActions>
          </DialogForm>
        )
      }
    </UnsavedModal>
  );
}
