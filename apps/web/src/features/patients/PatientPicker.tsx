import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { PatientSummary } from '@simiente/contract/patients';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import classes from './PatientPicker.module.css';

/** What of a patient is needed to tell them from others. */
export type PickablePatient = Pick<PatientSummary, 'idUser' | 'name' | 'email' | 'phone'>;

interface PatientPickerProps {
  label: string;
  value: PickablePatient | null;
  /** Null once something else is typed: who is chosen is always one of those that are shown. */
  onChange: (patient: PickablePatient | null) => void;
  /** Offered before anything is typed, each with what speaks for it. */
  suggestions?: readonly (PickablePatient & { readonly note: string })[];
  readOnly?: boolean;
}

/** Few enough to be read at a glance; who is not among them is found by typing more. */
const MOST_FOUND = 6;

/** Finds one patient by name, e-mail or phone. The arrows and Enter choose without leaving the box. */
export function PatientPicker({
  label,
  value,
  onChange,
  suggestions = [],
  readOnly = false,
}: PatientPickerProps) {
  const [typed, setTyped] = useState('');
  const store = useCombobox({ opened: true });
  const { query, text, isTyping } = useFoundPatients(typed);
  const offered =
    text === ''
      ? suggestions
      : (query.data?.data.userData ?? []).map((one) => ({ ...one, note: '' }));

  const rest = useEffectEvent(() => store.resetSelectedOption());
  const ids = offered.map(({ idUser }) => idUser).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, and nothing of it is pointed at.
  useEffect(() => rest(), [ids]);

  return (
    <Combobox
      store={store}
      onOptionSubmit={(idUser) => {
        const picked = offered.find((patient) => patient.idUser === idUser);
        if (picked && !readOnly) onChange(picked);
      }}
    >
      <div>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            label={label}
            placeholder="Nombre, correo o teléfono"
            value={typed}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            readOnly={readOnly}
            leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              onChange(null);
            }}
          />
        </Combobox.EventsTarget>
        <div className={classes.found} aria-busy={isTyping || query.isFetching || undefined}>
          {text === '' && suggestions.length > 0 && <p className={classes.title}>Sugerencias</p>}
          <Combobox.Options className={classes.options} aria-label="Pacientes">
            {offered.map((patient) => (
              <Combobox.Option
                key={patient.idUser}
                className={classes.option}
                value={patient.idUser}
                active={patient.idUser === value?.idUser}
                selected={patient.idUser === value?.idUser}
              >
                <PersonCell
                  name={patient.name}
                  detail={patient.email ?? patient.phone ?? undefined}
                />
                <span className={classes.aside}>
                  {patient.note}
                  {patient.idUser === value?.idUser && (
                    <IconCheck className={classes.check} size={17} stroke={1.9} aria-hidden />
                  )}
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {query.isError ? (
            <p className={classes.words} role="alert">
              {query.error.message}{' '}
              <LockButton kind="subtle" size="xs" onClick={() => void query.refetch()}>
                Reintentar
              </LockButton>
            </p>
          ) : (
            <p className={classes.words} role="status">
              {describe({ text, isBusy: isTyping || query.isPending, count: offered.length })}
            </p>
          )}
        </div>
      </div>
    </Combobox>
  );
}

/** Patients found by what was typed, once typing has paused. */
function useFoundPatients(typed: string) {
  const [paused] = useDebouncedValue(typed.trim(), 250);
  // Emptied, the box shows the suggestions again without a pause.
  const text = typed.trim() === '' ? '' : paused;
  const query = useQuery({
    ...queries.patients.list.queryOptions({
      input: { search: text, limit: MOST_FOUND, sort: 'name' },
    }),
    enabled: text !== '',
  });
  return { query, text, isTyping: typed.trim() !== text };
}

function describe(state: { text: string; isBusy: boolean; count: number }): string {
  if (state.text === '') {
    return state.count > 0 ? '' : 'Escribe parte del nombre, el correo o el teléfono.';
  }
  if (state.isBusy) return 'Buscando...';
  if (state.count === 0) return 'Ningún paciente coincide.';
  return state.count < MOST_FOUND ? '' : 'Escribe más para ver a otros.';
}
