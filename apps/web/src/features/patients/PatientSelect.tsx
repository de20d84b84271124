import { Select } from '@mantine/core';
import { useState } from 'react';
import { type PickablePatient, useFoundPatients } from './PatientPicker.tsx';

type NamedPatient = Pick<PickablePatient, 'idUser' | 'name'>;

interface PatientSelectProps {
  label: string;
  value: NamedPatient | null;
  onChange: (patient: NamedPatient | null) => void;
}

/** The value of the option for no choice; no id is empty. */
const NONE = '';
const ALL = 'todos';

/** A filter by one patient, who is searched by name, e-mail or phone; or by none. */
export function PatientSelect({ label, value, onChange }: PatientSelectProps) {
  const shown = value?.name ?? ALL;
  const [typed, setTyped] = useState(shown);
  const { query, text, isTyping } = useFoundPatients(typed === shown ? '' : typed);
  const found = text === '' ? [] : (query.data?.data.userData ?? []);
  // The chosen one stays an option, also when it does not match the search.
  const options = [
    ...(value && !found.some(({ idUser }) => idUser === value.idUser) ? [value] : []),
    ...found,
  ];
  return (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      data={[
        ...(text === '' ? [{ value: NONE, label: ALL }] : []),
        ...options.map(({ idUser, name }) => ({ value: idUser, label: name })),
      ]}
      value={value?.idUser ?? NONE}
      searchValue={typed}
      // The server has searched, without regard to accents.
      filter={({ options: all }) => all}
      nothingFoundMessage={
        query.isError
          ? 'No se pudieron buscar pacientes'
          : isTyping || query.isPending
            ? 'Buscando…'
            : 'Sin coincidencias. Prueba con el apellido, el correo o el teléfono.'
      }
      onSearchChange={setTyped}
      onChange={(id) => onChange(options.find(({ idUser }) => idUser === id) ?? null)}
    />
  );
}
