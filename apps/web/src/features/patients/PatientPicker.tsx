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

export type PickablePatient = Pick<PatientSummary, 'idUser' | 'name' | 'email' | 'phone'>;

interface OfferedPatient extends PickablePatient {
  /** Why this patient is suggested. */
  readonly note?: string;
  /** Shown below the name, instead of e-mail or phone. */
  readonly detail?: ReactNode;
  /** An earlier name, e-mail or phone that the search matched, from before a merge. */
  readonly earlier?: string | undefined;
}

interface PatientPickerProps {
  value: PickablePatient | null;
  /** Called with null when the typed text changes, because a patient outside the new matches must not stay selected. */
  onChange: (patient: PickablePatient | null) => void;
  suggestions?: readonly OfferedPatient[];
  readOnly?: boolean;
  /** Called on Escape. The combobox stops the event, so that the surrounding dialog does not close. */
  onEscape?: () => void;
}

/** Maximum number of patients shown for a text; a longer text finds the others. */
const RESULT_LIMIT = 6;

const NO_MATCHES = 'Sin coincidencias. Prueba con el apellido, el correo o el teléfono.';

/** Finds one patient by name, e-mail or phone. Arrow keys and Enter select without leaving the input. */
export function PatientPicker(props: PatientPickerProps) {
  const { value, onChange, suggestions = [], readOnly = false, onEscape = () => {} } = props;
  const [typed, setTyped] = useState('');
  const { query, text, isTyping } = useMatchingPatients(typed);
  const offered: readonly OfferedPatient[] =
    text === '' ? suggestions : (query.data?.data.userData ?? []);
  const store = useCombobox({ opened: true, onDropdownClose: onEscape });
  const ids = offered.map(({ idUser }) => idUser).join();
  // No option is highlighted after new results until an arrow key is pressed.
  useDidUpdate(() => store.resetSelectedOption(), [ids]);

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

function PatientOption({ patient, chosen }: { patient: OfferedPatient; chosen: boolean }) {
  const { idUser, name, email, phone, note, detail, earlier } = patient;
  return (
    <Combobox.Option
      className={classes.option}
      value={idUser}
      active={chosen}
      aria-selected={chosen}
    >
      <PersonCell
        name={name}
        detail={detail ?? (earlier ? `antes: ${earlier}` : (email ?? phone))}
      />
      <span className={classes.aside}>
        {note}
        {chosen && <IconCheck className={classes.check} size={17} stroke={1.9} aria-hidden />}
      </span>
    </Combobox.Option>
  );
}

function useMatchingPatients(typed: string) {
  const [debounced] = useDebouncedValue(typed.trim(), 250);
  // A cleared field shows the suggestions again without the debounce.
  const text = typed.trim() === '' ? '' : debounced;
  const query = useQuery({
    ...queries.patients.list.queryOptions({
      input: { search: text, limit: RESULT_LIMIT, sort: 'name' },
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
  if (state.count === 0) return NO_MATCHES;
  return state.count < RESULT_LIMIT ? '' : 'Hay más resultados; escribe para acotar la búsqueda.';
}

type NamedPatient = Pick<PickablePatient, 'idUser' | 'name'>;

interface PatientSelectProps {
  label: string;
  value: NamedPatient | null;
  onChange: (patient: NamedPatient | null) => void;
  noneLabel?: string;
}

/** The value of the option for no patient; ids are never empty. */
const NONE = '';

/** A select of one patient, searched by name, e-mail or phone, or of none. */
export function PatientSelect({ label, value, onChange, noneLabel = 'todos' }: PatientSelectProps) {
  const shown = value?.name ?? noneLabel;
  const [typed, setTyped] = useState(shown);
  const { query, text, isTyping } = useMatchingPatients(typed === shown ? '' : typed);
  const found = text === '' ? [] : (query.data?.data.userData ?? []);
  // The chosen patient stays an option, even without a match: the field shows the name of an option.
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
        ...(text === '' ? [{ value: NONE, label: noneLabel }] : []),
        ...options.map(({ idUser, name, ...patient }) => ({
          value: idUser,
          // The label of the chosen option becomes the typed text, which is searched.
          label:
            'earlier' in patient && idUser !== value?.idUser
              ? `${name} (antes: ${patient.earlier})`
              : name,
        })),
      ]}
      value={value?.idUser ?? NONE}
      searchValue={typed}
      // The server has filtered the options, without regard to accents.
      filter={({ options: all }) => all}
      nothingFoundMessage={
        query.isError
          ? 'No se pudieron buscar pacientes'
          : isTyping || query.isPending
            ? 'Buscando…'
            : NO_MATCHES
      }
      onSearchChange={setTyped}
      onChange={(id) => onChange(options.find(({ idUser }) => idUser === id) ?? null)}
    />
  );
}

export function patientCrumb(idUser: string, name: string): Crumb {
  return {
    label: name,
    link: <Link to="/pacientes/$idUser" params={{ idUser }} activeOptions={{ exact: true }} />,
  };
}
