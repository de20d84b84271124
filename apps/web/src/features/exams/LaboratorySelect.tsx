import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import classes from './LaboratoryFilter.module.css';

interface LaboratorySelectProps {
  label?: string;
  /** Whether only screen readers get the label, as in a toolbar. */
  hidesLabel?: boolean;
  /** Whether to offer partners of every type, because an order may also go to a clinic or hospital. */
  everyType?: boolean;
  /** Label of the option for no laboratory; without it the field can be cleared. */
  noneLabel?: string;
  value: Laboratory | null;
  readOnly?: boolean;
  required?: boolean;
  error?: string | undefined;
  onChange: (laboratory: Laboratory | null) => void;
}

const SEARCH_DELAY_MS = 250;

/** Value of the option for no laboratory; ids are never empty. */
const NONE = '';

export function LaboratorySelect(props: LaboratorySelectProps) {
  const { label = 'Laboratorio (opcional)', hidesLabel = false, everyType = false } = props;
  const { noneLabel, value, readOnly = false, required = false, error, onChange } = props;
  const shown = value?.name ?? noneLabel ?? '';
  const [typed, setTyped] = useState(shown);
  const [search] = useDebouncedValue(typed === shown ? '' : typed.trim(), SEARCH_DELAY_MS);
  const query = useQuery(
    queries.exams.laboratories.queryOptions({
      input: { ...(search !== '' && { search }), ...(everyType && { everyType }) },
      select: ({ data }) => data.laboratories,
      placeholderData: keepPreviousData,
    }),
  );
  const laboratories = query.data ?? [];
  // The chosen laboratory stays an option, also when it does not match the search.
  const options =
    value && !laboratories.some(({ idPartner }) => idPartner === value.idPartner)
      ? [value, ...laboratories]
      : laboratories;
  return (
    <Select
      {...(hidesLabel ? { 'aria-label': label } : { label })}
      searchable
      clearable={noneLabel === undefined && !required}
      allowDeselect={noneLabel === undefined && !required}
      readOnly={readOnly}
      required={required}
      withAsterisk={false}
      error={error}
      data={[
        ...(noneLabel === undefined ? [] : [{ value: NONE, label: noneLabel }]),
        ...options.map(({ idPartner, name }) => ({ value: idPartner, label: name })),
      ]}
      value={value?.idPartner ?? (noneLabel === undefined ? null : NONE)}
      searchValue={typed}
      // The server has already filtered, ignoring accents.
      filter={({ options: all }) => all}
      nothingFoundMessage={
        query.error
          ? 'No se pudieron cargar los laboratorios'
          : 'No hay laboratorios con ese nombre'
      }
      onSearchChange={setTyped}
      onChange={(id) => onChange(options.find(({ idPartner }) => idPartner === id) ?? null)}
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
