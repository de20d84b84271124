import { Skeleton, TextInput } from '@mantine/core';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ReadingBasis } from '@simiente/contract/results/states';
import { formatUnit, formatValueName, listFacts } from '@simiente/contract/results/words';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useRequestKey } from '../../../lib/api/request-key.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { UnsavedModal } from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { showSet } from '../result-cache.ts';
import { WrittenValues } from '../WrittenValues.tsx';
import classes from './SecondReadingDialog.module.css';
import { ReadingBasisField } from './ValidationDialog.tsx';

/** A stable function, which React calls once for an element. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus();

interface SecondReadingDialogProps {
  set: ResultSet;
  name: string;
  onClose: () => void;
}

/** 'Segunda lectura': confirms values that another account typed; their author types three of them again. */
export default function SecondReadingDialog({ set, name, onClose }: SecondReadingDialogProps) {
  const timeZone = useClinicTimeZone();
  const { idResultSet, version } = set;
  const { keyFor } = useRequestKey();
  const [basis, setBasis] = useState<ReadingBasis | null>(null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const asked = useQuery(
    queries.results.secondReading.queryOptions({
      input: { idResultSet },
      select: ({ data }) => data,
      gcTime: 0,
    }),
  );
  const fields = asked.data?.fields ?? [];
  const confirming = useMutation({
    mutationFn: async (basis: ReadingBasis) => {
      const retyped = fields.map(({ idValue }) => ({ idValue, value: typed[idValue] ?? '' }));
      const input = { idResultSet, version, basis, ...(retyped.length > 0 && { retyped }) };
      return (await api.results.confirm(input, { context: { idempotencyKey: keyFor(input) } })).data
        .set;
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
    if (asked.data === undefined || confirming.isPending || basis === null) return;
    confirming.mutate(basis);
  }

  return (
    <UnsavedModal
      opened
      title="Segunda lectura"
      // Facts by which the reader recognizes the right paper.
      lead={[name, examTypeLabel(set.examType), ...listFacts(set, timeZone)].join(' · ')}
      isUnsaved={Object.values(typed).some((value) => value.trim() !== '')}
      isBusy={confirming.isPending}
      onClose={onClose}
    >
      {(close) =>
        asked.data === undefined ? (
          asked.isError ? (
            <LoadError title="No se pudo preparar la segunda lectura" queries={[asked]} />
          ) : (
            <Skeleton height={120} />
          )
        ) : (
          <DialogForm onSubmit={submit}>
            <FormAlert message={error?.message} />
            <p className={classes.words}>
              {asked.data.way === 'other'
                ? 'Compara cada valor con el reporte del laboratorio. Al confirmar queda tu nombre como segunda lectura.'
                : 'Tú capturaste estos resultados. Escribe otra vez estos valores, leyéndolos del reporte del laboratorio.'}
            </p>
            <ReadingBasisField set={set} basis={basis} onChange={setBasis} />
            {asked.data.way === 'other' && (
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
                  // They appear after the dialog has opened, which focuses only elements that exist then.
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
