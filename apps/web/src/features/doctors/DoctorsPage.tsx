import { doctorTitles as titles } from '@simiente/contract/common/column-titles';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconCalendarWeek, IconList } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';
import { EmailContact } from '../../ui/contact/Contact.tsx';
import { ContactMenu } from '../../ui/contact/ContactMenu.tsx';
import { FilterButton, FilterGroup, Toolbar } from '../../ui/list/FilterButton.tsx';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import { type ListView, RecordsPage, type RowLayout, useListView } from '../records/public.ts';
import { useCan } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { ClinicDayPage } from './clinic/ClinicDayPage.tsx';
import columnClasses from './columns.module.css';
import { DoctorForm, type DoctorRequest } from './DoctorForm.tsx';
import { doctorsInput, useDoctors } from './doctor-list.ts';
import { type DoctorsSearch, doctorsSearch } from './doctors-search.ts';

const TITLE = 'Médicos';

const states = [
  ['activos', 'Activos'],
  ['retirados', 'Inactivos'],
  ['todos', 'Todos'],
] as const;

const views = [
  { value: 'lista', label: 'Lista', icon: IconList },
  { value: 'agenda', label: 'Agenda', icon: IconCalendarWeek },
] as const;

/** /medicos: the list of doctors, or the agenda of all doctors. */
export function DoctorsPage() {
  const view = useListView(doctorsSearch, useSearch({ from: '/_shell/_guarded/medicos/' }));
  const { vista } = view.search;
  const viewSwitch = (
    <ViewSwitch
      label="Vista"
      views={views}
      value={vista}
      onChange={(next) => view.change({ vista: next })}
    />
  );
  if (vista === 'lista') return <DoctorList view={view} viewSwitch={viewSwitch} />;
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[{ label: TITLE }]} />
      <ClinicDayPage view={view} viewSwitch={viewSwitch} />
    </>
  );
}

interface DoctorListProps {
  view: ListView<DoctorsSearch>;
  /** List or agenda. */
  viewSwitch: ReactNode;
}

function DoctorList({ view, viewSwitch }: DoctorListProps) {
  const loaded = useDoctors(view);
  const navigate = useNavigate();
  const [requested, setRequested] = useState<DoctorRequest | null>(null);
  const mayEdit = useCan()('directory.edit');

  return (
    <>
      <RecordsPage
        title={TITLE}
        file={{
          request: { list: 'doctors', filters: doctorsInput(view)(undefined) },
          noun: ['médico', 'médicos'],
        }}
        count={loaded.total !== undefined && describeList(loaded, view)}
        searchLabel="Buscar médico"
        layout={doctorLayout}
        loaded={loaded}
        view={view}
        failure="No se pudieron cargar los médicos"
        rowLink={({ idDoctor }) => <Link to="/medicos/$idDoctor" params={{ idDoctor }} />}
        empty="Aquí aparecerán los médicos que agregues o importes."
        create={
          mayEdit
            ? { label: 'Crear médico', onClick: () => setRequested({ record: null }) }
            : undefined
        }
      >
        <Toolbar right={viewSwitch}>
          <FilterGroup label="Filtrar por estado">
            {states.map(([estado, label]) => (
              <FilterButton
                key={estado}
                label={label}
                pressed={view.search.estado === estado}
                onToggle={() => view.change({ estado })}
              />
            ))}
          </FilterGroup>
        </Toolbar>
      </RecordsPage>
      <DoctorForm
        requested={requested}
        onOpen={({ idDoctor }) => void navigate({ to: '/medicos/$idDoctor', params: { idDoctor } })}
      />
    </>
  );
}

/** '8 médicos · 82 citas próximas', without the appointments until every doctor has loaded. */
function describeList(
  { total = 0, totalIsCapped, rows, query }: ReturnType<typeof useDoctors>,
  { search, text }: ListView<DoctorsSearch>,
): string {
  if (text !== '')
    return pluralize(total, ['resultado', 'resultados'], { isCapped: totalIsCapped });
  const doctors = pluralize(
    total,
    search.estado === 'retirados'
      ? ['médico inactivo', 'médicos inactivos']
      : ['médico', 'médicos'],
    { isCapped: totalIsCapped },
  );
  if (query.hasNextPage || total === 0) return doctors;
  return `${doctors} · ${describeUpcoming(rows.reduce((sum, { upcoming }) => sum + upcoming, 0))}`;
}

const NOTHING = '—';

const getTitledName = ({ name }: Doctor) => titledName(name);

const columns = toColumns<Doctor>(titles, {
  name: {
    sorts: 'asc',
    skeleton: 'person',
    cell: (doctor) => (
      <PersonCell
        name={getTitledName(doctor)}
        tone="staff"
        detail={doctor.retiredAt === null ? undefined : 'Inactivo'}
      />
    ),
  },
  specialties: {
    sorts: 'asc',
    width: 'max(21vw, 232px)',
    cell: ({ specialties }) => <CellLine isLong text={specialties.join(', ')} />,
  },
  email: {
    sorts: 'asc',
    width: '25%',
    hideBelow: 'lg',
    cell: ({ name, email }) =>
      email ? <EmailContact inRow email={email} name={titledName(name)} /> : NOTHING,
  },
  upcoming: {
    sorts: 'desc',
    width: 'max(132px, 12vw)',
    align: 'right',
    cell: ({ upcoming }) => <span className={columnClasses.upcoming}>{formatCount(upcoming)}</span>,
  },
});

function Contact({ doctor }: { doctor: Doctor }) {
  return <ContactMenu name={getTitledName(doctor)} phone={null} email={doctor.email} />;
}

export function describeUpcoming(upcoming: number): string {
  return pluralize(upcoming, ['cita próxima', 'citas próximas']);
}

export const doctorLayout: RowLayout<Doctor> = {
  columns,
  mobileRow: (doctor) => ({
    title: getTitledName(doctor),
    aside: doctor.retiredAt !== null && <span className={columnClasses.retired}>Inactivo</span>,
    facts: `${describeUpcoming(doctor.upcoming)} · ${doctor.specialties.join(', ') || NOTHING}`,
    contact: <Contact doctor={doctor} />,
  }),
  getRowName: ({ name }) => name,
  rowActions: (doctor) => (
    <span className={columnClasses.contact}>
      <Contact doctor={doctor} />
    </span>
  ),
};
