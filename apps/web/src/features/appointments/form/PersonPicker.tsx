import type { Doctor } from '@simiente/contract/doctors/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api/client.ts';
import { hasEveryWord } from '../../../lib/fold.ts';
import { describeFound, SearchSelect, useTypedText } from '../../../ui/form/SearchSelect.tsx';
import { type PersonAvatarProps, PersonCell } from '../../../ui/status/person.tsx';

interface PersonPickerProps {
  label: string;
  placeholder: string;
  tone?: NonNullable<PersonAvatarProps['tone']>;
  value: Choice | null;
  error: string | undefined;
  readOnly: boolean;
  /** Whether the dialog opens with the focus here. */
  isFirst?: boolean;
  useSearch: UsePersonSearch;
  /** Whether an unknown name may be chosen, of a patient to be created. */
  mayCreate?: boolean;
  onChange: (choice: Choice) => void;
}

/** Search field for a patient or doctor. */
export function PersonPicker(props: PersonPickerProps) {
  const { tone = 'neutral', useSearch, mayCreate = false, ...field } = props;
  const { choices, isPartial, ...search } = usePickerSearch(field.value, useSearch, mayCreate);
  return (
    <SearchSelect
      {...field}
      items={choices}
      toOption={({ id, name }) => ({ value: id, label: name })}
      more={isPartial ? 'Hay más resultados; escribe para acotar la búsqueda.' : null}
      search={search}
      renderItem={({ id, name, detail }) =>
        id === NEW_PATIENT ? (
          <span>Crear paciente «{name}»</span>
        ) : (
          <PersonCell name={name} detail={detail} tone={tone} />
        )
      }
    />
  );
}

/** The id of the choice to create a patient; no record has an id with a space. */
export const NEW_PATIENT = 'new patient';

/** A patient or doctor to choose. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Distinguishes patients or doctors of the same name. */
  readonly detail?: string | undefined;
}

interface Found {
  readonly choices: readonly Choice[];
  /** The server has more matches. */
  readonly isPartial: boolean;
}

interface PersonSearch {
  readonly data: Found | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
}

/** Searches persons by text; sends no request unless `isNeeded`. */
type UsePersonSearch = (text: string, isNeeded: boolean) => PersonSearch;

/** State of the search field and its matches. */
function usePickerSearch(value: Choice | null, useSearch: UsePersonSearch, mayCreate: boolean) {
  const { isOpen, setOpen, setTyped, wanted, text } = useTypedText(value?.name);
  const { data, error, isFetching } = useSearch(text, isOpen);
  const isBusy = isFetching || text !== wanted;
  const answered = data?.choices ?? [];
  // While a request is pending, non-matching people are removed at once, so that the answer moves no option.
  const found = isBusy ? answered.filter((choice) => matches(choice, wanted)) : answered;
  // One word that matches a patient is more likely a search than the name of a new one.
  const isUnknown = found.length === 0 || wanted.includes(' ');
  const isName = mayCreate && !isBusy && !error && isUnknown && /^[^@\d]{2,}$/.test(wanted);
  const created: readonly Choice[] = isName ? [{ id: NEW_PATIENT, name: wanted }] : [];
  const isMissing = value !== null && text === '' && !found.some(({ id }) => id === value.id);
  return {
    isOpen,
    setOpen,
    setTyped,
    choices: [...(isMissing ? [value] : []), ...found, ...created],
    isPartial: data?.isPartial ?? false,
    /** The only match, or an unknown name. */
    only: isBusy || error || found.length > 1 ? undefined : (found[0] ?? created[0]),
    summary: describeFound(found.length, {
      error,
      isBusy,
      none: 'Sin coincidencias. Prueba con el apellido, el correo o el teléfono.',
    }),
  };
}

function matches({ name, detail = '' }: Choice, wanted: string): boolean {
  return hasEveryWord(`${name} ${detail}`, wanted);
}

/** Matches shown before the user has to narrow the search. */
const LIMIT = 20;

/** Doctors who take appointments, by name or e-mail. */
export function useDoctorSearch(text: string, isNeeded: boolean): PersonSearch {
  return useQuery(
    queries.doctors.list.queryOptions({
      input: { state: 'active', limit: LIMIT, ...toSearch(text) },
      enabled: isNeeded,
      placeholderData: keepPreviousData,
      select: ({ data: { doctors, nextCursor } }) => ({
        choices: doctors.map(({ idDoctor, name, specialties, email }) => ({
          id: idDoctor,
          name,
          detail: specialties[0] ?? email ?? undefined,
        })),
        isPartial: nextCursor !== null,
      }),
    }),
  );
}

/** Patients, by name, e-mail or digits of the phone. */
export function usePatientSearch(text: string, isNeeded: boolean): PersonSearch {
  return useQuery(
    queries.patients.list.queryOptions({
      input: { sort: 'name', limit: LIMIT, ...toSearch(text) },
      enabled: isNeeded,
      placeholderData: keepPreviousData,
      select: ({ data: { userData, nextCursor } }) => ({
        choices: userData.map(({ idUser, name, email, phone }) => ({
          id: idUser,
          name,
          detail: email ?? phone ?? undefined,
        })),
        isPartial: nextCursor !== null,
      }),
    }),
  );
}

function toSearch(text: string) {
  return text === '' ? {} : { search: text };
}

/** The chosen doctor's record. */
export function useDoctor(idDoctor: string | undefined, isNeeded: boolean): Doctor | undefined {
  return useQuery(
    queries.doctors.getOne.queryOptions({
      input: { idDoctor: idDoctor ?? '' },
      enabled: isNeeded && idDoctor !== undefined,
      select: ({ data }) => data,
    }),
  ).data;
}
