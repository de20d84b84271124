import type { Laboratory } from '@simiente/contract/exams/calls';
import { keepPreviousData } from '@tanstack/react-query';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { RecordSelect, useTypedText } from '../../ui/form/SearchSelect.tsx';
import classes from './LaboratoryFilter.module.css';

interface LaboratorySelectProps {
  label?: string;
  /** Whether only screen readers get the label, as in a toolbar. */
  hidesLabel?: boolean;
  /** Whether to offer partners of every type, because an order may also go to a clinic or hospital. */
  everyType?: boolean;
  /** Label of the option for no laboratory; without this option the field can be cleared. */
  noneLabel?: string;
  value: Laboratory | null;
  readOnly?: boolean;
  required?: boolean;
  error?: string | undefined;
  onChange: (laboratory: Laboratory | null) => void;
}

export function LaboratorySelect(props: LaboratorySelectProps) {
  const { label = 'Laboratorio (opcional)', hidesLabel, everyType, ...field } = props;
  const { noneLabel, value, required = false } = field;
  const { text, setTyped } = useTypedText(value?.name ?? noneLabel);
  const { data, error } = useAnswer(queries.exams.laboratories, {
    input: { ...(text !== '' && { search: text }), ...(everyType && { everyType }) },
    select: ({ laboratories }) => laboratories,
    placeholderData: keepPreviousData,
  });
  const isClearable = noneLabel === undefined && !required;
  return (
    <RecordSelect
      {...(hidesLabel ? { 'aria-label': label } : { label })}
      {...field}
      clearable={isClearable}
      allowDeselect={isClearable}
      withAsterisk={false}
      typing={{ text, setTyped }}
      items={data}
      toOption={({ idPartner, name }) => ({ value: idPartner, label: name })}
      nothingFoundMessage={
        error ? 'No se pudieron cargar los laboratorios' : 'No hay laboratorios con ese nombre'
      }
    />
  );
}

interface LaboratoryFilterProps {
  everyType?: boolean;
  /** The laboratory in the URL, if any. */
  id: string | undefined;
  /** Laboratory from the list's answer; undefined before the answer. */
  laboratory: Laboratory | null | undefined;
  onChange: (id: string | undefined) => void;
}

export function LaboratoryFilter({ everyType, id, laboratory, onChange }: LaboratoryFilterProps) {
  return (
    <div className={classes.filter}>
      <LaboratorySelect
        hidesLabel
        everyType={everyType}
        label="Laboratorio"
        noneLabel="Laboratorio: todos"
        value={id === undefined ? null : (laboratory ?? null)}
        onChange={(chosen) => onChange(chosen?.idPartner)}
      />
    </div>
  );
}
