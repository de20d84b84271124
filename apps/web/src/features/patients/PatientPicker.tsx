import { Combobox, Select, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useDidUpdate } from '@mantine/hooks';
import type { PatientSummary } from '@simiente/contract/patients/calls';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import type { Crumb } from '../../ui/layout/Breadcrumb.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import classes from './PatientPicker.module.css';

/** The fields that identify a patient. */
export type PickablePatient = Pick<PatientSummary, 'idUser' | 'name' | 'email' | 'phone'>;

interface Offered extends PickablePatient {
  /** Why this patient is suggested. */
  readonly note?: string;
  /** Below the name, instead of e-mail or phone. */
  readonly detail?: ReactNode;
}

interface PatientPickerProps {
  value: PickablePatient | null;
  /** Null once the text has changed, because only a shown patient can be selected. */
  onChange: (patient: PickablePatient | null) => void;
  /** Suggested before anything is typed. */
  suggestions: readonly Offered[];
  readOnly: boolean;
  /** Escape in the input must not close the dialog around it. */
  onEscape: () => void;
}

/** Few enough for a glance; typing more finds others. */
const MOST_FOUND = 6;

/** Finds one patient by name, e-mail or phone. Arrow keys and Enter select without leaving the input. */
export function PatientPicker(props: PatientPickerProps) {
  const { value, onChange, suggestions, readOnly, onEscape } = props;
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
            label="Paciente"
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

function PatientOption({ patient, chosen }: { patient: Offered; chosen: boolean }) {
  const { idUser, name, email, phone, note, detail } = patient;
  return (
    <Combobox.Option
      className={classes.option}
      value={idUser}
      active={chosen}
      aria-selected={chosen}
    >
      <PersonCell name={name} detail={detail ?? email ?? phone ?? undefined} />
      <span className={classes.aside}>
        {note}
        {chosen && <IconCheck className={classes.check} size={17} stroke={1.9} aria-hidden />}
      </span>
    </Combobox.Option>
  );
}

/** Always open; new options are never active until an arrow key is pressed. */
function useRestingCombobox(offered: readonly PickablePatient[], onEscape: () => void) {
  const store = useCombobox({ opened: true, onDropdownClose: onEscape });
  const ids = offered.map(({ idUser }) => idUser).join();
  useDidUpdate(() => store.resetSelectedOption(), [ids]);
  return store;
}

/** Patients that match the debounced text. */
function useFoundPatients(typed: string) {
  const [paused] = useDebouncedValue(typed.trim(), 250);
  // A cleared field shows the suggestions again without the debounce.
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
  if (state.isBusy) return 'Buscando…';
  if (state.count === 0)
    return 'Sin coincidencias. Prueba con el apellido, el correo o el teléfono.';
  return state.count < MOST_FOUND ? '' : 'Hay más resultados; escribe para acotar la búsqueda.';
}

type NamedPatient = Pick<PickablePatient, 'idUser' | 'name'>;

interface PatientSelectProps {
  label: string;
  value: NamedPatient | null;
  onChange: (patient: NamedPatient | null) => void;
  /** The option for no choice. */
  none?: string;
}

/** The value of the option for no choice; ids are never empty. */
const NONE = '';

/** A filter by one patient, with a search by name, e-mail or phone, or by no patient. */
export function PatientSelect({ label, value, onChange, none = 'todos' }: PatientSelectProps) {
  const shown = value?.name ?? none;
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
        ...(text === '' ? [{ value: NONE, label: none }] : []),
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

/** The crumb that links to a patient's page. */
export function patientCrumb(idUser: string, name: string): Crumb {
  return {
    label: name,
    link: (props) => <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />,
  };
}
