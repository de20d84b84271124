import type { ClinicDay } from '@simiente/contract/doctors/calls';
import { MAX_DAY_DOCTORS } from '@simiente/contract/doctors/filters';
import { shortName, titledName } from '@simiente/contract/doctors/titled-name';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { PageHeader } from '../../../ui/list/PageHeader.tsx';
import { ViewSwitch } from '../../../ui/list/ViewSwitch.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import {
  AppointmentForm,
  type AppointmentRequest,
  NewAppointmentButton,
  toDateTime,
} from '../../appointments/public.ts';
import type { ListView } from '../../records/public.ts';
import { useCan, useClinicTimeZone } from '../../session/public.ts';
import { PRESCRIPTIONS } from '../agenda/agenda-events.ts';
import { agendaViews, longDay, rangeTitle } from '../agenda/agenda-view.ts';
import { AgendaCard } from '../agenda/grid/AgendaCard.tsx';
import {
  type DoctorColumn,
  type DoctorColumns,
  END_OF_DAY,
  MIDNIGHT,
} from '../agenda/grid/doctor-columns.ts';
import { getSlotMinutes } from '../agenda/use-agenda-state.ts';
import type { DoctorsSearch } from '../doctors-search.ts';
import classes from './ClinicDayPage.module.css';
import { DayButton, DoctorChips, DoctorFilter, StatusFilter } from './DayFilters.tsx';
import {
  type ClinicDayState,
  countActive,
  getColumn,
  PRESCRIPTIONS_COLUMN,
  useClinicDay,
} from './use-clinic-day.ts';

interface ClinicDayPageProps {
  view: ListView<DoctorsSearch>;
  /** List or agenda. */
  viewSwitch: ReactNode;
}

/** /medicos, as an agenda: a day of all doctors side by side, or their week. */
export function ClinicDayPage({ view, viewSwitch }: ClinicDayPageProps) {
  const timeZone = useClinicTimeZone();
  const day = useClinicDay(view, timeZone);
  const mayEdit = useCan()('patients.edit');
  const { url, agenda, doctors, visibleDoctors } = day;
  const [requested, setRequested] = useState<AppointmentRequest | null>(null);
  const columns = useColumns(day);

  function createAt(startsAt: string, columnId: string | undefined) {
    const when = toDateTime(startsAt, timeZone);
    const isWeek = url.view === 'semana';
    // The columns of a week are days, so the form asks for the doctor unless only one is visible.
    const [first, second] = visibleDoctors;
    if (isWeek && (!first || second)) return setRequested({ record: null, start: { when } });
    const columnDoctor = visibleDoctors.find(({ idDoctor }) => idDoctor === columnId);
    const doctor = isWeek ? first : columnDoctor;
    if (doctor === undefined || doctor.retiredAt !== null) return;
    const { idDoctor: id, name } = doctor;
    setRequested({ record: null, start: { doctor: { id, name }, when } });
  }

  const isEmpty = agenda.query.data !== undefined && doctors.length === 0;
  return (
    <>
      <PageHeader
        title="Médicos"
        context={describeDay(day)}
        action={
          <div className={classes.actions}>
            {url.view !== 'lista' && (
              <ViewSwitch
                label="Vista de la agenda"
                views={VIEWS}
                value={url.view}
                onChange={(view) => url.show({ view })}
              />
            )}
            {viewSwitch}
            <NewAppointmentButton day={url.date} />
          </div>
        }
      />
      {isEmpty ? (
        <section className={classes.empty}>
          <EmptyList
            isFiltered={false}
            create={{ label: 'Ver la lista de médicos', link: <Link to="/medicos" /> }}
          >
            Aquí aparecerán los médicos que agregues o importes.
          </EmptyList>
        </section>
      ) : (
        <>
          {url.view === 'lista' && <DoctorChips day={day} />}
          <AgendaCard
            agenda={agenda}
            {...(url.view !== 'semana' && { doctors: columns })}
            onCreateAt={mayEdit ? createAt : undefined}
            title={(days) => (
              <DayButton day={url.date} title={days} onPick={(date) => url.show({ date })} />
            )}
            legend={<StatusFilter value={day.status} onChange={day.filterStatus} />}
          >
            {url.view !== 'lista' && <DoctorFilter day={day} />}
          </AgendaCard>
          {(day.moreDoctors || day.page > 0) && <DoctorPages day={day} />}
        </>
      )}
      <AppointmentForm requested={requested} />
    </>
  );
}

/** Navigation between pages of doctors, if they do not fit in one answer. */
function DoctorPages({ day }: { day: ClinicDayState }) {
  const { page, doctors, moreDoctors, showPage } = day;
  const first = page * MAX_DAY_DOCTORS + 1;
  return (
    <nav className={classes.more} aria-label="Más médicos">
      Médicos {first} a {first + doctors.length - 1}
      <Button kind="default" size="xs" disabled={page === 0} onClick={() => showPage(page - 1)}>
        Anteriores
      </Button>
      <Button kind="default" size="xs" disabled={!moreDoctors} onClick={() => showPage(page + 1)}>
        Siguientes
      </Button>
    </nav>
  );
}

const VIEWS = agendaViews.filter(({ value }) => value === 'dia' || value === 'semana');

/** 'Lunes 23 de noviembre de 2026 · 5 médicos, 20 citas' */
function describeDay({ url, agenda, visibleDoctors, events }: ClinicDayState): string {
  const day =
    url.view === 'semana'
      ? `semana del ${rangeTitle('semana', url.date, url.range, agenda.withSundays)}`
      : `${longDay(url.date)} de ${url.date.slice(0, 4)}`;
  const date = day.charAt(0).toUpperCase() + day.slice(1);
  if (agenda.query.data === undefined) return date;
  const doctorCount = pluralize(visibleDoctors.length, ['médico', 'médicos']);
  return `${date} · ${doctorCount}, ${pluralize(countActive(events), ['cita', 'citas'])}`;
}

function useColumns(day: ClinicDayState): DoctorColumns {
  const { url, visibleDoctors, events, isAllSelected, partsByDoctor } = day;
  const { date } = url;
  return useMemo(() => {
    const listEvents = (id: string) => events.filter((event) => getColumn(event) === id);
    const columns: DoctorColumn[] = visibleDoctors.map((doctor) => ({
      id: doctor.idDoctor,
      name: doctor.name,
      header: (
        <DoctorHeader
          doctor={doctor}
          hasNamesake={visibleDoctors.some(
            (other) => other !== doctor && isNamesake(other, doctor),
          )}
          count={countActive(listEvents(doctor.idDoctor))}
        />
      ),
      parts: partsByDoctor.get(doctor.idDoctor) ?? [],
      slotMinutes: getSlotMinutes(doctor),
    }));
    const prescriptions = listEvents(PRESCRIPTIONS_COLUMN);
    if (isAllSelected && prescriptions.length > 0) {
      columns.push({
        id: PRESCRIPTIONS_COLUMN,
        name: null,
        header: <ColumnHeader name={PRESCRIPTIONS} count={countActive(prescriptions)} />,
        parts: [{ date, from: MIDNIGHT, to: END_OF_DAY, blockedBy: null }],
        slotMinutes: null,
      });
    }
    return { date, columns, getColumn };
  }, [date, visibleDoctors, events, isAllSelected, partsByDoctor]);
}

type DayDoctor = ClinicDay['doctors'][number];

const isNamesake = (one: DayDoctor, other: DayDoctor) =>
  shortName(one.name)[2] === shortName(other.name)[2];

interface DoctorHeaderProps {
  doctor: DayDoctor;
  /** Whether another column has the same surname. */
  hasNamesake: boolean;
  count: number;
}

function DoctorHeader({ doctor, hasNamesake, count }: DoctorHeaderProps) {
  const { idDoctor, name, specialties, retiredAt } = doctor;
  const [title, firstName, surname] = shortName(name);
  return (
    <Link to="/medicos/$idDoctor" params={{ idDoctor }} className={classes.doctor}>
      <PersonAvatar name={name} tone="staff" size={32} />
      <ColumnHeader
        name={
          <>
            {title}{' '}
            <span className={surname === '' || hasNamesake ? undefined : classes.given}>
              {firstName}{' '}
            </span>
            {surname}
          </>
        }
        title={titledName(name)}
        detail={retiredAt === null ? specialties[0] : 'Inactivo'}
        count={count}
      />
    </Link>
  );
}

interface ColumnHeaderProps {
  name: ReactNode;
  title?: string;
  detail?: string | undefined;
  count: number;
}

function ColumnHeader({ name, title, detail, count }: ColumnHeaderProps) {
  return (
    <span className={classes.words} title={title}>
      <span className={classes.name}>{name}</span>{' '}
      <span className={classes.facts}>
        {detail && <span className={classes.detail}>{detail}</span>}
        <span className={classes.count}>
          {detail && ' · '}
          {pluralize(count, ['cita', 'citas'])}
        </span>
      </span>
    </span>
  );
}
