import type { Laboratory } from '@simiente/contract/exams';
import { type FormEvent, useRef, useState } from 'react';
import type { Period, PeriodFilter } from '../../lib/period/period.ts';
import { useLaboratory } from '../period/public.ts';
import { checkPeriod, type DraftErrors, type DraftPeriod } from './filter-draft.ts';

/** The filter's fields: what they hold takes effect when it is applied. */
export function useFilterForm(filter: PeriodFilter, onApply: (chosen: PeriodFilter) => void) {
  const [period, setPeriod] = useState<DraftPeriod>({ start: filter.start, end: filter.end });
  /** Undefined until somebody chooses: then it is the address's, whose name has yet to come. */
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
