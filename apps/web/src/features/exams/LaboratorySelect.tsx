import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Laboratory } from '@simiente/contract/exams';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/api/client.ts';

interface LaboratorySelectProps {
  label?: string;
  /** An option of its own that stands for no choice; without one the field can be emptied. */
  noneLabel?: string;
  value: Laboratory | null;
  readOnly?: boolean;
  onChange: (laboratory: Laboratory | null) => void;
}

/** Milliseconds without typing after which the search is asked for. */
const PAUSE = 250;
/** The value of the option for no choice; no id is empty. */
const NONE = '';

/** One of the laboratories, or none. */
export function LaboratorySelect({
  label = 'Laboratorio (opcional)',
  noneLabel,
  value,
  readOnly = false,
  onChange,
}: LaboratorySelectProps) {
  const shown = value?.name ?? noneLabel ?? '';
  const [typed, setTyped] = useState(shown);
  const [search] = useDebouncedValue(typed === shown ? '' : typed.trim(), PAUSE);
  const found = useQuery(
    queries.exams.laboratories.queryOptions({
      input: search === '' ? {} : { search },
      select: ({ data }) => data.laboratories,
      placeholderData: keepPreviousData,
    }),
  );
  const laboratories = found.data ?? [];
  // What is chosen stays an option, whatever the search has found since.
  const options =
    value && !laboratories.some(({ idPartner }) => idPartner === value.idPartner)
      ? [value, ...laboratories]
      : laboratories;
  return (
    <Select
      label={label}
      searchable
      clearable={noneLabel === undefined}
      allowDeselect={noneLabel === undefined}
      readOnly={readOnly}
      data={[
        ...(noneLabel === undefined ? [] : [{ value: NONE, label: noneLabel }]),
        ...options.map(({ idPartner, name }) => ({ value: idPartner, label: name })),
      ]}
      value={value?.idPartner ?? (noneLabel === undefined ? null : NONE)}
      searchValue={typed}
      // The server has searched, without regard to accents.
      filter={({ options: all }) => all}
      nothingFoundMessage={
        found.error ? 'No se pudieron cargar los laboratorios' : 'Ningún laboratorio con ese nombre'
      }
      onSearchChange={setTyped}
      onChange={(id) => onChange(options.find(({ idPartner }) => idPartner === id) ?? null)}
    />
  );
}
