import { isCalendarDay } from '@simiente/contract/common/days';
import { isPeriod } from '@simiente/contract/dashboard/period';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { useState } from 'react';
import type { Period, PeriodFilter } from '../../lib/period/period.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DateRange, type PeriodErrors } from '../../ui/dates/DateRange.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useFocusInvalid } from '../../ui/form/FormPage.tsx';
import { LaboratorySelect } from '../exams/public.ts';
import { useLaboratory } from '../period/public.ts';
import classes from './FilterCard.module.css';

interface FilterCardProps {
  filter: PeriodFilter;
  defaultPeriod: Period;
  onApply: (chosen: PeriodFilter) => void;
  onClear: () => void;
}

/** Start, end and laboratory; they take effect with 'Aplicar filtros'. */
export function FilterCard({ filter, defaultPeriod, onApply, onClear }: FilterCardProps) {
  const [period, setPeriod] = useState<Period>({ start: filter.start, end: filter.end });
  // Undefined until the user chooses a laboratory, in place of the URL's.
  const [chosen, setChosen] = useState<Laboratory | null>();
  const [errors, setErrors] = useState<PeriodErrors>({});
  const form = useFocusInvalid(errors);
  const { laboratory } = useLaboratory(filter.laboratory);

  const laboratoryId = chosen === undefined ? filter.laboratory : chosen?.idPartner;

  function submit() {
    const periodErrors = checkPeriod(period);
    setErrors(periodErrors);
    if (Object.keys(periodErrors).length === 0) onApply({ ...period, laboratory: laboratoryId });
  }

  return (
    <Form ref={form} className={classes.card} aria-label="Filtros" onSubmit={submit}>
      <DateRange
        labels={{ start: 'Fecha de inicio', end: 'Fecha de fin' }}
        value={period}
        errors={errors}
        onType={(next) => {
          setPeriod(next);
          setErrors({});
        }}
        // Unlike typed days, a named period takes effect immediately.
        onChoose={(next) => onApply({ ...next, laboratory: laboratoryId })}
      />
      <div className={classes.laboratory}>
        <LaboratorySelect
          label="Laboratorio"
          noneLabel="todos"
          value={chosen === undefined ? (laboratory ?? null) : chosen}
          onChange={setChosen}
        />
      </div>
      <div className={classes.actions}>
        <LockButton
          kind="subtle"
          onClick={() => {
            setPeriod(defaultPeriod);
            setChosen(null);
            setErrors({});
            onClear();
          }}
        >
          Limpiar filtros
        </LockButton>
        <LockButton type="submit">Aplicar filtros</LockButton>
      </div>
    </Form>
  );
}

/** Errors of a period by field; empty if it is valid. */
export function checkPeriod({ start, end }: Period): PeriodErrors {
  const errors = {
    ...(!isCalendarDay(start) && { start: 'Elige la fecha de inicio.' }),
    ...(!isCalendarDay(end) && { end: 'Elige la fecha de fin.' }),
  };
  if (Object.keys(errors).length > 0) return errors;
  if (start > end) return { start: 'La fecha de inicio no puede ser posterior a la de fin.' };
  return isPeriod({ start, end }) ? {} : { start: 'El periodo no puede ser mayor a diez años.' };
}
