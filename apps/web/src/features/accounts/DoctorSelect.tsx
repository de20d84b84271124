import { Select } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { queries } from '../../lib/api/client.ts';

export interface LinkedDoctor {
  readonly idDoctor: string;
  readonly name: string;
}

interface DoctorSelectProps {
  value: LinkedDoctor | null;
  error?: ReactNode;
  readOnly: boolean;
  onChange: (doctor: LinkedDoctor | null) => void;
}

const MOST_SHOWN = 20;

/** The doctor linked to an account, found by the typed text. */
export function DoctorSelect({ value, error, readOnly, onChange }: DoctorSelectProps) {
  const [typed, setTyped] = useState('');
  const label = value === null ? '' : toLabel(value);
  const text = useDeferredValue(typed === label ? '' : typed.trim().replace(/^dr\s+/i, ''));
  const { data } = useQuery(
    queries.doctors.list.queryOptions({
      input: { limit: MOST_SHOWN, ...(text !== '' && { search: text }) },
      placeholderData: keepPreviousData,
    }),
  );
  const found: readonly LinkedDoctor[] = data?.data.doctors ?? [];
  const isListed = found.some(({ idDoctor }) => idDoctor === value?.idDoctor);
  const doctors = value === null || isListed ? found : [value, ...found];
  return (
    <Select
      label="Médico vinculado"
      description="Verá como propios a los pacientes de este médico."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder="Ninguno"
      leftSection={<IconStethoscope size={17} stroke={1.7} aria-hidden />}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar el médico' }}
      nothingFoundMessage="Sin coincidencias."
      data={doctors.map((doctor) => ({ value: doctor.idDoctor, label: toLabel(doctor) }))}
      // The server has searched, without regard to accents.
      filter={({ options }) => options}
      comboboxProps={{ withinPortal: false }}
      value={value?.idDoctor ?? null}
      error={error}
      readOnly={readOnly}
      onSearchChange={setTyped}
      onChange={(id) => onChange(doctors.find(({ idDoctor }) => idDoctor === id) ?? null)}
    />
  );
}

const toLabel = ({ name }: LinkedDoctor) => `Dr ${name}`;
