import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useDidUpdate } from '@mantine/hooks';
import type { PatientSummary } from '@simiente/contract/patients';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import classes from './PatientPicker.module.css';

/** What of a patient is needed to tell them from others. */
export type PickablePatient = Pick<PatientSummary, 'idUser' | 'name' | 'email' | 'phone'>;

interface Offered extends PickablePatient {
  /** What speaks for this one. */
  readonly note?: string;
}

interface PatientPickerProps {
  label: string;
  value: PickablePatient | null;
  /** Null once something else is typed: who is chosen is always one of those that are shown. */
  onChange: (patient: PickablePatient | null) => void;
  /** Offered before anything is typed. */
  suggestions?: readonly Offered[];
  readOnly?: boolean;
  /** The box keeps Escape from the dialog around it, which may want to close. */
  onEscape?: () => void;
}

/** Few enough to be read at a glance; who is not among them is found by typing more. */
const MOST_FOUND = 6;

/** Finds one patient by name, e-mail or phone. The arrows and Enter choose without leaving the box. */
export function PatientPicker({ label, value, onChange, ...options }: PatientPickerProps) {
  const { suggestions = [], readOnly = false, onEscape = () => {} } = options;
  const [typed, setTyped] = useState('');
  const { query, text, isTyping } = useFoundPatients(typed);
  const offered: readonly Offered[] = text === '' ? suggestions : (query.data?.data.userData ?? []);
  const store = useRestingCombobox(offered, onEscape);

  function choose(idUser: string) {
    const chosen = offered.find((patient) => patient.idUser === idUser);
    if (chosen && !readOnly) onChange(chosen);
  }

  return (
    <Combobox store={store} onOptionSubmit={choose}>
      <div>
        <Combobox.EventsTarget withExpandedAttribute>
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
              <PatientOption
                key={patient.idUser}
                patient={patient}
                chosen={patient.idUser === value?.idUser}
              />
            ))}
          </Combobox.Options>
          {query.isError ? (
            <SearchFailure message={query.error.message} onRetry={() => void query.refetch()} />
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

function PatientOption({ patient, chosen }: { patient: Offered; chosen: boolean }) {
  const { idUser, name, email, phone, note } = patient;
  return (
    <Combobox.Option
      className={classes.option}
      value={idUser}
      active={chosen}
      aria-selected={chosen}
    >
      <PersonCell name={name} detail={email ?? phone ?? undefined} />
      <span className={classes.aside}>
        {note}
        {chosen && <IconCheck className={classes.check} size={17} stroke={1.9} aria-hidden />}
      </span>
    </Combobox.Option>
  );
}

function SearchFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <p className={classes.words} role="alert">
      {message}{' '}
      <LockButton kind="subtle" size="xs" onClick={onRetry}>
        Reintentar
      </LockButton>
    </p>
  );
}

/** Always open; when others are offered, none of them is pointed at until an arrow is pressed. */
function useRestingCombobox(offered: readonly PickablePatient[], onEscape: () => void) {
  const store = useCombobox({ opened: true, onDropdownClose: onEscape });
  const ids = offered.map(({ idUser }) => idUser).join();
  useDidUpdate(() => store.resetSelectedOption(), [ids]);
  return store;
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
