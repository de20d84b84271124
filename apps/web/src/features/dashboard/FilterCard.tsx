import { TextInput, type TextInputProps } from '@mantine/core';
import { FIRST_DAY, isCalendarDay, LAST_DAY } from '@simiente/contract/common/days';
import { isPeriod } from '@simiente/contract/dashboard-filters';
import type { Laboratory } from '@simiente/contract/exams';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { Period, PeriodFilter } from '../../lib/period/period.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
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
  const form = useFilterForm(filter, onApply);
  const { period, errors, fields } = form;
  return (
    <form className={classes.card} aria-label="Filtros" noValidate onSubmit={form.submit}>
      <DayField
        label="Fecha de inicio"
        inputRef={fields.start}
        min={FIRST_DAY}
        max={period.end || LAST_DAY}
        value={period.start}
        error={errors.start}
        onChange={(event) => form.edit({ start: event.currentTarget.value })}
      />
      <DayField
        label="Fecha de fin"
        inputRef={fields.end}
        min={period.start || FIRST_DAY}
        max={LAST_DAY}
        value={period.end}
        error={errors.end}
        onChange={(event) => form.edit({ end: event.currentTarget.value })}
      />
      <div className={classes.laboratory}>
        <LaboratorySelect
          label="Laboratorio"
          noneLabel="todos"
          value={form.laboratory}
          onChange={form.choose}
        />
      </div>
      <div className={classes.actions}>
        <LockButton
          kind="subtle"
          onClick={() => {
            form.reset(defaultPeriod);
            onClear();
          }}
        >
          Limpiar filtros
        </LockButton>
        <LockButton type="submit">Aplicar filtros</LockButton>
      </div>
    </form>
  );
}

function DayField({
  inputRef,
  ...props
}: TextInputProps & { inputRef: RefObject<HTMLInputElement | null> }) {
  return (
    <TextInput
      {...props}
      ref={inputRef}
      className={classes.day}
      type="date"
      required
      withAsterisk={false}
      leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
    />
  );
}

/** State of the filter's fields. */
export function useFilterForm(filter: PeriodFilter, onApply: (chosen: PeriodFilter) => void) {
  const [period, setPeriod] = useState<DraftPeriod>({ start: filter.start, end: filter.end });
  /** Undefined until the user chooses one; until then it is the laboratory of the URL. */
  const [chosen, setChosen] = useState<Laboratory | null>();
  const [errors, setErrors] = useState<DraftErrors>({});
  const fields = { start: useRef<HTMLInputElement>(null), end: useRef<HTMLInputElement>(null) };
  const { laboratory } = useLaboratory(filter.laboratory);

  function edit(next: Partial<DraftPeriod>) {
    setPeriod((before) => ({ ...before, ...next }));
    setErrors({});
  }

  function reset(defaultPeriod: Period) {
    setPeriod(defaultPeriod);
    setChosen(null);
    setErrors({});
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = checkPeriod(period);
    setErrors(found);
    const wrong = (['start', 'end'] as const).find((name) => found[name] !== undefined);
    if (wrong !== undefined) {
      fields[wrong].current?.focus();
      return;
    }
    onApply({
      ...period,
      laboratory: chosen === undefined ? filter.laboratory : chosen?.idPartner,
    });
  }

  return {
    period,
    laboratory: chosen === undefined ? (laboratory ?? null) : chosen,
    errors,
    fields,
    edit,
    choose: setChosen,
    reset,
    submit,
  };
}

/** Values of the two date fields: 'YYYY-MM-DD', or '' while a date is incomplete. */
export interface DraftPeriod {
  readonly start: string;
  readonly end: string;
}

export type DraftErrors = Partial<Record<keyof DraftPeriod, string>>;

/** Errors of a period by field; empty if it is valid. */
export function checkPeriod({ start, end }: DraftPeriod): DraftErrors {
  const errors = {
    ...(!isCalendarDay(start) && { start: 'Elige la fecha de inicio.' }),
    ...(!isCalendarDay(end) && { end: 'Elige la fecha de fin.' }),
  };
  if (Object.keys(errors).length > 0) return errors;
  if (start > end) return { start: 'La fecha de inicio no puede ser posterior a la de fin.' };
  return isPeriod({ start, end }) ? {} : { start: 'El periodo no puede ser mayor a diez años.' };
}
