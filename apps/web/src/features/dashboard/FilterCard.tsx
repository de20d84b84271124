import { TextInput, type TextInputProps } from '@mantine/core';
import { FIRST_DAY, LAST_DAY } from '@simiente/contract/common/days';
import { IconCalendar } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { Period, PeriodFilter } from '../../lib/period/period.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { LaboratorySelect } from '../exams/public.ts';
import classes from './FilterCard.module.css';
import { useFilterForm } from './use-filter-form.ts';

interface FilterCardProps {
  filter: PeriodFilter;
  /** What clearing leads back to. */
  defaultPeriod: Period;
  onApply: (chosen: PeriodFilter) => void;
  onClear: () => void;
}

/** Fecha de inicio, Fecha de fin and Laboratorio; they take effect with 'Aplicar filtros'. */
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
