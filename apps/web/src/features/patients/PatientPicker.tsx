import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import type { PatientSummary } from '@simiente/contract/patients/calls';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { RecordSelect, useTypedText } from '../../ui/form/SearchSelect.tsx';
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
  const { typed, setTyped, searched, text } = useTypedText(undefined);
  const isTyping = text !== searched;
  const query = useMatches(text);
  const offered: readonly OfferedPatient[] = text === '' ? suggestions : (query.data ?? []);
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
              <Button kind="subtle" size="xs" onClick={() => void query.refetch()}>
                Reintentar
              </Button>
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

const useMatches = (text: string) =>
  useAnswer(queries.patients.list, {
    input: { search: text, limit: RESULT_LIMIT, sort: 'name' },
    select: ({ userData }) => userData,
    enabled: text !== '',
  });

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

/** A select of one patient or none. Patients are searched by name, e-mail or phone. */
export function PatientSelect({ noneLabel = 'todos', ...field }: PatientSelectProps) {
  const { value, onChange } = field;
  const typing = useTypedText(value?.name ?? noneLabel);
  const { data, isError, isPending } = useMatches(typing.text);
  const isBusy = isPending || typing.text !== typing.searched;
  return (
    <RecordSelect<NamedPatient & Pick<OfferedPatient, 'earlier'>>
      {...field}
      noneLabel={noneLabel}
      typing={typing}
      items={data}
      toOption={({ idUser, name, earlier }) => ({
        value: idUser,
        label: earlier ? `${name} (antes: ${earlier})` : name,
      })}
      nothingFoundMessage={
        isError ? 'No se pudieron buscar pacientes' : isBusy ? 'Buscando…' : NO_MATCHES
      }
      // The field shows the chosen patient by name alone.
      onChange={(patient) => onChange(patient && { idUser: patient.idUser, name: patient.name })}
    />
  );
}

export function patientCrumb(idUser: string, name: string): Crumb {
  return {
    label: name,
    link: <Link to="/pacientes/$idUser" params={{ idUser }} activeOptions={{ exact: true }} />,
  };
}
