import { IconCalendarWeek, IconList } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { pluralize } from '../../lib/format/numbers.ts';
import { FilterButton, FilterGroup, Toolbar } from '../../ui/list/FilterButton.tsx';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { type ListView, RecordsPage, useListView } from '../records/public.ts';
import { useMay } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { ClinicDayPage } from './clinic/ClinicDayPage.tsx';
import { describeUpcoming, doctorLayout } from './columns.tsx';
import { DoctorForm, type DoctorRequest } from './DoctorForm.tsx';
import { doctorList, doctorsInput, useDoctors } from './doctor-list.ts';
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
  const mayEdit = useMay()('directory.edit');

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
        list={doctorList}
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
  if (text !== '') return pluralize(total, ['resultado', 'resultados'], totalIsCapped);
  const doctors = pluralize(
    total,
    search.estado === 'retirados'
      ? ['médico inactivo', 'médicos inactivos']
      : ['médico', 'médicos'],
    totalIsCapped,
  );
  if (query.hasNextPage || total === 0) return doctors;
  return `${doctors} · ${describeUpcoming(rows.reduce((sum, { upcoming }) => sum + upcoming, 0))}`;
}
