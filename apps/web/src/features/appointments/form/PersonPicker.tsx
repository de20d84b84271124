import type { OfferedDoctor } from '@simiente/contract/appointments/calls';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { formatClinicTime } from '@simiente/contract/format/dates';
import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { hasEveryWord } from '../../../lib/fold.ts';
import { describeResults, SearchSelect, useTypedText } from '../../../ui/form/SearchSelect.tsx';
import { type PersonAvatarProps, PersonCell } from '../../../ui/status/person.tsx';
import type { RecordForm } from '../../record-form/public.ts';
import { type AppointmentValues, parseDateTime, toDateTime } from './appointment-fields.tsx';

interface PersonPickerProps {
  label: string;
  placeholder: string;
  tone?: NonNullable<PersonAvatarProps['tone']>;
  value: Choice | null;
  error: string | undefined;
  readOnly: boolean;
  /** Whether the dialog opens with the focus here. */
  takesFocus?: boolean;
  useSearch: UsePersonSearch;
  soughtTime?: SoughtTime;
  /** Whether an unknown name may be chosen, for a new patient. */
  mayCreate?: boolean;
  onChange: (choice: Choice) => void;
}

export function PersonPicker(props: PersonPickerProps) {
  const { tone = 'neutral', useSearch, soughtTime, mayCreate = false, ...field } = props;
  const { isOpen, setOpen, setTyped, searched, text } = useTypedText(field.value?.name);
  const { data, error, isFetching } = useSearch(text, isOpen, soughtTime);
  const isBusy = isFetching || text !== searched;
  const choices = data?.choices ?? [];
  // While a request is pending, the people who do not match the typed text are removed from the earlier answer.
  const matches = choices.filter(
    ({ name, detail }) => !isBusy || hasEveryWord(`${name} ${detail ?? ''}`, searched),
  );
  // A single word that matches a patient is more likely a search than a new name.
  const isUnknown = matches.length === 0 || searched.includes(' ');
  const isName = mayCreate && !isBusy && !error && isUnknown && /^[^@\d]{2,}$/.test(searched);
  const newPatients: readonly Choice[] = isName ? [{ id: NEW_PATIENT, name: searched }] : [];
  const { value } = field;
  const isMissing = value !== null && text === '' && !matches.some(({ id }) => id === value.id);
  return (
    <SearchSelect
      {...field}
      items={[
        ...(data?.anyDoctor && !isBusy ? [data.anyDoctor] : []),
        ...(isMissing ? [value] : []),
        ...matches,
        ...newPatients,
      ]}
      toOption={({ id, name }) => ({ value: id, label: name })}
      more={data?.isPartial ? 'Hay más resultados; escribe para acotar la búsqueda.' : null}
      search={{
        isOpen,
        setOpen,
        setTyped,
        // An unknown name counts as an option too.
        only: isBusy || error || matches.length > 1 ? undefined : (matches[0] ?? newPatients[0]),
        summary: describeResults(matches.length, {
          error,
          isBusy,
          none: 'Sin coincidencias. Prueba con el apellido, el correo o el teléfono.',
        }),
      }}
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

/** The choice 'Cualquiera', which stands for a free doctor and one of the doctor's free hours. */
interface AnyDoctor extends Choice {
  readonly doctor: Choice;
  readonly freeAt: string;
}

interface SoughtTime {
  readonly timeZone: string;
  /** ISO instant from which hours are offered. */
  readonly from: string;
  /** Whether `from` is the chosen hour instead of the beginning of a search. */
  readonly isHour: boolean;
  /** The appointment that is edited. */
  readonly idAppointment?: string | undefined;
}

interface SearchResult {
  readonly anyDoctor?: AnyDoctor | undefined;
  readonly choices: readonly Choice[];
  /** Whether the server has more matches. */
  readonly isPartial: boolean;
}

type PersonSearch = Pick<UseQueryResult<SearchResult>, 'data' | 'error' | 'isFetching'>;

/** Searches persons by text; sends no request unless `isNeeded`. */
type UsePersonSearch = (text: string, isNeeded: boolean, soughtTime?: SoughtTime) => PersonSearch;

/** Matches shown before the user has to narrow the search. */
const MAX_MATCHES = 20;

interface DoctorFieldProps {
  form: Pick<
    RecordForm<AppointmentValues & { readonly doctor: Choice | null }, unknown>,
    'values' | 'errors' | 'isSaving' | 'edit' | 'forgetFailure'
  >;
  timeZone: string;
  /** ISO instant from which free hours are offered while the form has no time. */
  from: string;
  takesFocus?: boolean;
  idAppointment?: string | undefined;
}

/** The doctor of an appointment, offered with the next free hour. */
export function DoctorField(props: DoctorFieldProps) {
  const { form, from, timeZone, takesFocus = true, ...moved } = props;
  const reading = parseDateTime(form.values.when, timeZone);
  const hour = 'instant' in reading && reading.instant >= from ? reading.instant : undefined;
  return (
    <PersonPicker
      label="Médico"
      placeholder="Nombre, correo o especialidad"
      tone="staff"
      takesFocus={takesFocus}
      value={form.values.doctor}
      error={form.errors.doctor}
      readOnly={form.isSaving}
      useSearch={useDoctorSearch}
      soughtTime={{ timeZone, from: hour ?? from, isHour: hour !== undefined, ...moved }}
      onChange={(choice) => {
        form.edit(
          isAnyDoctor(choice)
            ? { doctor: choice.doctor, when: toDateTime(choice.freeAt, timeZone) }
            : { doctor: choice },
        );
        // The last rejection was about another doctor.
        form.forgetFailure();
      }}
    />
  );
}

const isAnyDoctor = (choice: Choice): choice is AnyDoctor => 'freeAt' in choice;

/** Doctors who take appointments, by name, e-mail or specialty. */
const useDoctorSearch: UsePersonSearch = (text, isNeeded, soughtTime) =>
  useAnswer(queries.appointments.nextFree, {
    input: {
      from: soughtTime?.from ?? '',
      idAppointment: soughtTime?.idAppointment,
      ...(text !== '' && { search: text }),
    },
    enabled: isNeeded,
    placeholderData: keepPreviousData,
    select: ({ doctors, moreDoctors }) => ({
      choices: doctors.map((doctor) => toChoice(doctor, soughtTime)),
      anyDoctor: findAnyDoctor(doctors, soughtTime),
      isPartial: moreDoctors,
    }),
  });

function toChoice(doctor: OfferedDoctor, soughtTime: SoughtTime | undefined): Choice {
  const { idDoctor: id, name, email, specialties, isFree, nextFree } = doctor;
  const next = nextFree && `Próximo: ${formatClinicTime(nextFree, soughtTime?.timeZone ?? 'UTC')}`;
  const free =
    soughtTime?.isHour && isFree ? 'Libre a esa hora' : (next ?? 'Sin horarios disponibles');
  return { id, name, detail: `${specialties[0] ?? email ?? 'Médico'} · ${free}` };
}

/** The first doctor who is free at the chosen hour, otherwise the one with the earliest free hour. */
function findAnyDoctor(doctors: readonly OfferedDoctor[], soughtTime: SoughtTime | undefined) {
  if (doctors.length < 2 || soughtTime === undefined) return undefined;
  const { from, isHour, timeZone } = soughtTime;
  const [earliest] = doctors
    .flatMap((doctor) => {
      const freeAt = isHour && doctor.isFree ? from : doctor.nextFree;
      return freeAt === null ? [] : [{ doctor, freeAt }];
    })
    .toSorted((first, second) => Date.parse(first.freeAt) - Date.parse(second.freeAt));
  if (!earliest) return undefined;
  const { doctor, freeAt } = earliest;
  return {
    id: 'any doctor',
    name: 'Cualquiera',
    freeAt,
    detail: `${doctor.name} · ${formatClinicTime(freeAt, timeZone)}`,
    doctor: { id: doctor.idDoctor, name: doctor.name },
  };
}

/** Patients, by name, e-mail or digits of the phone. */
export function usePatientSearch(text: string, isNeeded: boolean): PersonSearch {
  return useAnswer(queries.patients.list, {
    input: { sort: 'name', limit: MAX_MATCHES, ...(text !== '' && { search: text }) },
    enabled: isNeeded,
    placeholderData: keepPreviousData,
    select: ({ userData, nextCursor }) => ({
      choices: userData.map(({ idUser, name, email, phone }) => ({
        id: idUser,
        name,
        detail: email ?? phone ?? undefined,
      })),
      isPartial: nextCursor !== null,
    }),
  });
}

export function useDoctor(idDoctor: string | undefined, isNeeded: boolean): Doctor | undefined {
  return useAnswer(queries.doctors.getOne, {
    input: { idDoctor: idDoctor ?? '' },
    enabled: isNeeded && idDoctor !== undefined,
  }).data;
}
