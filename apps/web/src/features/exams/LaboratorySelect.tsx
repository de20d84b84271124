import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Laboratory } from '@simiente/contract/exams';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/api/client.ts';

interface LaboratorySelectProps {
  value: Laboratory | null;
  readOnly?: boolean;
  onChange: (laboratory: Laboratory | null) => void;
}

/** Milliseconds without typing after which the search is asked for. */
const PAUSE = 250;

/** Which laboratory made an exam; nobody has to say. */
export function LaboratorySelect({ value, readOnly = false, onChange }: LaboratorySelectProps) {
  const [typed, setTyped] = useState(value?.name ?? '');
  const [search] = useDebouncedValue(typed === value?.name ? '' : typed.trim(), PAUSE);
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
      label="Laboratorio (opcional)"
      searchable
      clearable
      readOnly={readOnly}
      data={options.map(({ idPartner, name }) => ({ value: idPartner, label: name }))}
      value={value?.idPartner ?? null}
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
