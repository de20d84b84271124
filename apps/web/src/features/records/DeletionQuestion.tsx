import { TextInput } from '@mantine/core';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { formatClinicTime } from '@simiente/contract/format/dates';
import type { DeletionConsequences } from '@simiente/contract/trash/calls';
import { useState } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { formatCount, type Noun, pluralize } from '../../lib/format/numbers.ts';
import ConfirmationDialog, {
  type ConfirmationProps,
} from '../../ui/questions/ConfirmationDialog.tsx';
import { useClinicTimeZone } from '../session/public.ts';

interface DeletionQuestionProps
  extends Required<Pick<ConfirmationProps, 'opened' | 'count' | 'candidates' | 'onCancel'>> {
  deleting?: boolean;
  /** Confirms, with the reason if a study has results. */
  onConfirm: (reason?: string) => void;
}

/**
 * The specification's confirmation of a deletion, with the included records and the released times. Records in the
 * trash can be restored for 30 days.
 */
export default function DeletionQuestion(props: DeletionQuestionProps) {
  const { deleting = false, onConfirm, ...question } = props;
  const [reason, setReason] = useState('');
  const timeZone = useClinicTimeZone();
  const ids = question.candidates.map(({ id }) => id);
  const { data, isLoading } = useAnswer(queries.trash.consequences, {
    input: { ids },
    enabled: question.opened && ids.length > 0,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <ConfirmationDialog
      {...question}
      title="Confirmar eliminación"
      question={`Estás seguro que deseas eliminar ${formatCount(question.count)} elemento(s) seleccionado(s)?`}
      details={data ? describeConsequences(data, timeZone) : []}
      note={
        question.count === 1
          ? 'Pasa a la Papelera y se puede restaurar durante 30 días.'
          : 'Pasan a la Papelera y se pueden restaurar durante 30 días.'
      }
      waiting={isLoading}
      isIncomplete={data?.needsReason === true && reason.trim() === ''}
      confirmLabel="Eliminar"
      kind="danger"
      busy={deleting}
      onConfirm={() => onConfirm(data?.needsReason ? reason : undefined)}
    >
      {data?.needsReason && (
        <TextInput
          mt={12}
          label="Motivo"
          maxLength={500}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      )}
    </ConfirmationDialog>
  );
}

/** Sentences such as 'También se elimina 1 cita próxima y su horario queda libre: Dr. Vega (…).' */
function describeConsequences(consequences: DeletionConsequences, timeZone: string): string[] {
  const { branches, appointments, validations, results } = consequences;
  const times = appointments.first.map(
    ({ doctorName, startsAt }) =>
      `${titledName(doctorName)} (${formatClinicTime(startsAt, timeZone)})`,
  );
  const freed =
    appointments.total === 1 ? ' y su horario queda libre' : ' y sus horarios quedan libres';
  const studies = results.first.map(
    ({ examType, validated }) => `${examTypeLabel(examType)}${validated ? ' (validado)' : ''}`,
  );
  return [
    describeRemoved(
      branches.total,
      ['sucursal', 'sucursales'],
      branches.first.map(({ name }) => name),
    ),
    describeRemoved(appointments.total, ['cita próxima', 'citas próximas'], times, freed),
    describeRemoved(validations.total, [
      'validación de receta próxima',
      'validaciones de receta próximas',
    ]),
    validations.inCalendly > 0 ? 'Las citas agendadas en Calendly se deben cancelar allá.' : '',
    describeRemoved(results.total, ['estudio con resultados', 'estudios con resultados'], studies),
  ].filter(Boolean);
}

/** Text such as 'También se eliminan 7 sucursales: a, b, c y 4 más.'; empty without records. */
function describeRemoved(count: number, nouns: Noun, first: readonly string[] = [], effect = '') {
  if (count === 0) return '';
  const others = count - first.length;
  const names =
    first.length === 0 ? '' : `: ${first.join(', ')}${others > 0 ? ` y ${others} más` : ''}`;
  return `También se ${count === 1 ? 'elimina' : 'eliminan'} ${pluralize(count, nouns)}${effect}${names}.`;
}
