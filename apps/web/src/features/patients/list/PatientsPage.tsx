import { Box } from '@mantine/core';
import { patientTitles as titles } from '@simiente/contract/common/column-titles';
import { MAX_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import type { PatientPage, PatientSummary } from '@simiente/contract/patients/calls';
import {
  type StatusFilter,
  type UpcomingSpan,
  upcomingSpans,
} from '@simiente/contract/patients/filters';
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarEvent,
  IconClock,
  IconId,
  IconProgressCheck,
} from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { cache, queries } from '../../../lib/api/client.ts';
import { type Noun, pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse, useOnceTrue } from '../../../lib/lazy-on-use.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { ContactMenu } from '../../../ui/contact/ContactMenu.tsx';
import {
  FilterButton,
  FilterGroup,
  LabelledFilterGroup,
  Toolbar,
} from '../../../ui/list/FilterButton.tsx';
import { SelectionBarTool } from '../../../ui/list/SelectionBar.tsx';
import { useMenuButton } from '../../../ui/menu/use-menu-button.ts';
import { DateText } from '../../../ui/page/DateText.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { type MobileRow, type RowLink, toColumns } from '../../../ui/table/table-types.ts';
import { useToastMutation } from '../../../ui/toasts/notify.tsx';
import { WithoutPatientNotice } from '../../calendly/public.ts';
import { PeriodChips } from '../../period/public.ts';
import {
  EditTool,
  type ListView,
  RecordSelection,
  RecordsPage,
  type RowLayout,
  useListView,
} from '../../records/public.ts';
import { useCan } from '../../session/public.ts';
import { LazyPatientForm } from '../form/LazyPatientForm.tsx';
import type { PatientRequest } from '../form/PatientForm.tsx';
import { patientList, patientsInput, usePatients } from '../patient-list.ts';
import { patientStatus, statusButtons } from '../patient-status.ts';
import classes from './columns.module.css';
import { type PatientsSearch, patientsSearch } from './patients-search.ts';

const ChangeStatus = lazyOnUse(() => import('./ChangeStatus.tsx'));

/** 'Cambiar estatus', whose menu is loaded when it first opens. */
function StatusTool({ chosen }: { chosen: readonly PatientSummary[] }) {
  const menu = useMenuButton();
  const isMenuNeeded = useOnceTrue(menu.isOpen);
  const [isBusy, setBusy] = useState(false);
  return (
    <Box pos="relative">
      <SelectionBarTool
        {...menu.buttonProps}
        icon={IconProgressCheck}
        onClick={() => !isBusy && menu.open()}
      >
        {isBusy ? 'Cargando...' : 'Cambiar estatus'}
      </SelectionBarTool>
      {isMenuNeeded && (
        <ChangeStatus
          chosen={chosen}
          opened={menu.isOpen}
          onClose={menu.close}
          onBusyChange={setBusy}
        />
      )}
    </Box>
  );
}

const patientLink: RowLink<PatientSummary> = ({ idUser }) => (
  <Link to="/pacientes/$idUser" params={{ idUser }} />
);

export function PatientsPage() {
  const view = useListView(patientsSearch, useSearch({ from: '/_shell/_guarded/pacientes/' }));
  const loaded = usePatients(view);
  const navigate = useNavigate();
  const [requested, setRequested] = useState<PatientRequest | null>(null);
  const { citas, orden } = view.search;
  const layout = useMemo(() => choosePatientLayout(citas, orden), [citas, orden]);
  const can = useCan();
  const mayMerge = can('patients.merge');
  const opening = useToastMutation('No se pudieron cargar los datos del paciente', {
    mutationFn: (idUser: string) =>
      cache.fetchQuery({
        ...queries.patients.getOne.queryOptions({ input: { idUser } }),
        staleTime: 0,
      }),
    retry: false,
    // A row of the list lacks the identification, which the form edits.
    onSuccess: ({ data }) => setRequested({ record: data }),
  });

  return (
    <>
      <RecordsPage
        title="Pacientes"
        file={{
          request: { list: 'patients', filters: patientsInput(view)(undefined) },
          noun: ['paciente', 'pacientes'],
        }}
        count={
          loaded.total !== undefined &&
          pluralize(loaded.total, totalNoun(view), { isCapped: loaded.totalIsCapped })
        }
        countExtra={
          <>
            <WithoutPatientNotice />
            {mayMerge && <Link to="/pacientes/duplicados">Posibles duplicados</Link>}
          </>
        }
        searchLabel="Buscar paciente"
        action={
          can('people.import') && (
            <LinkButton kind="default" link={<Link to="/pacientes/importar" />}>
              Importar
            </LinkButton>
          )
        }
        layout={layout}
        loaded={loaded}
        view={view}
        failure="No se pudieron cargar los pacientes"
        rowLink={patientLink}
        empty="Aquí aparecerán los pacientes que se registren, importes o agregues."
        create={
          can('patients.edit')
            ? { label: 'Crear paciente', onClick: () => setRequested({ record: null }) }
            : undefined
        }
        bar={(selection) => (
          <RecordSelection
            list={patientList}
            loaded={loaded}
            selection={selection}
            describe={({ name, status }) => ({ name, detail: patientStatus(status).tag })}
            tools={(chosen) => (
              <>
                <EditTool chosen={chosen} onEdit={({ idUser }) => opening.mutate(idUser)} />
                <StatusTool chosen={chosen} />
              </>
            )}
          />
        )}
      >
        <Toolbar right={<OtherFilters view={view} />}>
          <FilterGroup label="Filtrar por estatus">
            {statusButtons.map(({ value, label, dot }) => (
              <FilterButton
                key={value}
                label={label}
                pressed={view.search.estatus === value}
                onToggle={() => view.change({ estatus: value })}
                count={loaded.newest ? getCount(loaded.newest, value) : null}
                countIsCapped={loaded.newest?.countsAreCapped ?? false}
                {...(dot !== undefined && { dot })}
              />
            ))}
          </FilterGroup>
        </Toolbar>
        <PeriodChips name="Creación" search={view.search} onChange={view.change} />
      </RecordsPage>
      <LazyPatientForm
        requested={requested}
        // Under these filters a new patient might not be listed.
        onOpen={(idUser) => void navigate({ to: '/pacientes/$idUser', params: { idUser } })}
      />
    </>
  );
}

function totalNoun({ search, text }: ListView<PatientsSearch>): Noun {
  if (text !== '' || search.estatus !== 0) return ['resultado', 'resultados'];
  if (search.citas) return ['paciente con cita próxima', 'pacientes con cita próxima'];
  if (search.sinAviso) return ['paciente sin el aviso vigente', 'pacientes sin el aviso vigente'];
  if (search.incompleta) {
    return ['paciente con ficha incompleta', 'pacientes con ficha incompleta'];
  }
  return ['paciente registrado', 'pacientes registrados'];
}

function getCount({ counts, countsAreCapped }: PatientPage, status: StatusFilter): number {
  if (status !== 0) return counts[status];
  return countsAreCapped ? MAX_SEARCHED_TOTAL : counts[1] + counts[2] + counts[3] + counts[4];
}

/** The order after another press of 'Último Acceso': from newest to oldest first, then to the list's default. */
const nextOrder = {
  '-lastConnection': 'lastConnection',
  lastConnection: patientsSearch.initial.orden,
} as const;

const spanNames: Readonly<Record<UpcomingSpan, string>> = {
  today: 'Hoy',
  tomorrow: 'Mañana',
  week: 'Semana',
};

function OtherFilters({ view }: { view: ListView<PatientsSearch> }) {
  const { orden, citas, dia, incompleta, sinAviso } = view.search;
  const order = orden === 'lastConnection' || orden === '-lastConnection' ? orden : undefined;
  const Arrow = order === 'lastConnection' ? IconArrowUp : IconArrowDown;
  const direction = order === 'lastConnection' ? 'más antiguo primero' : 'más reciente primero';
  return (
    <LabelledFilterGroup label="Otros filtros">
      <FilterButton
        strong
        label="Citas"
        icon={<IconCalendarEvent size={17} stroke={1.7} aria-hidden />}
        pressed={citas}
        onToggle={() =>
          view.change(
            citas
              ? { citas: false, dia: undefined, orden: patientsSearch.initial.orden }
              : { citas: true, orden: 'nextAppointment' },
          )
        }
      />
      {citas &&
        upcomingSpans.map((span) => (
          <FilterButton
            key={span}
            label={spanNames[span]}
            pressed={dia === span}
            onToggle={() => view.change({ dia: dia === span ? undefined : span })}
          />
        ))}
      <FilterButton
        strong
        label="Último Acceso"
        icon={<IconClock size={17} stroke={1.7} aria-hidden />}
        pressed={order !== undefined}
        mark={order && <Arrow size={17} stroke={1.9} aria-hidden />}
        {...(order && { 'aria-label': `Último Acceso, ${direction}` })}
        onToggle={() => view.change({ orden: order ? nextOrder[order] : '-lastConnection' })}
      />
      <FilterButton
        strong
        label="Ficha incompleta"
        icon={<IconId size={17} stroke={1.7} aria-hidden />}
        pressed={incompleta}
        onToggle={() => view.change({ incompleta: !incompleta })}
      />
      {sinAviso && (
        <FilterButton
          strong
          label="Sin aviso de privacidad"
          pressed
          onToggle={() => view.change({ sinAviso: false })}
        />
      )}
    </LabelledFilterGroup>
  );
}

function PatientPill({ status }: { status: number | null }) {
  const { tone, tag } = patientStatus(status);
  return <StatusPill tone={tone} label={tag} />;
}

const NextAppointment = lazyOnUse(() => import('./NextAppointment.tsx'));

const columns = toColumns<PatientSummary>(titles, {
  name: {
    sorts: 'asc',
    skeleton: 'person',
    cell: ({ name, email, earlier }) => (
      <PersonCell name={name} detail={earlier ? `antes: ${earlier}` : email} />
    ),
  },
  nextAppointment: {
    sorts: 'asc',
    width: 'max(184px, 15vw)',
    // Rows of the previous filters, which stay until the answer, have no `nextAppointment`.
    cell: ({ nextAppointment: instant, nextPlace: place = null }) =>
      instant && <NextAppointment instant={instant} place={place} />,
  },
  createDate: {
    sorts: 'desc',
    width: 'max(144px, 14vw)',
    cell: ({ createDate }) => <DateText value={createDate} />,
  },
  lastConnection: {
    sorts: 'desc',
    width: 'max(144px, 14vw)',
    cell: ({ lastConnection }) => <DateText value={lastConnection} />,
  },
  status: {
    sorts: 'asc',
    width: 'max(140px, 11.5vw)',
    skeleton: 'pill',
    cell: ({ status }) => <PatientPill status={status} />,
  },
});

function mobileRow(row: PatientSummary): MobileRow {
  const {
    name,
    phone,
    email,
    status,
    createDate,
    lastConnection,
    nextAppointment: next,
    nextPlace = null,
  } = row;
  return {
    title: name,
    aside: <PatientPill status={status} />,
    facts: row.earlier ? (
      `antes: ${row.earlier}`
    ) : next ? (
      <NextAppointment instant={next} place={nextPlace} />
    ) : (
      <>
        <span className={classes.fact}>
          Creado <DateText value={createDate} /> ·
        </span>{' '}
        <span className={classes.fact}>
          {lastConnection === null ? (
            'Sin acceso registrado'
          ) : (
            <>
              Acceso <DateText value={lastConnection} />
            </>
          )}
        </span>
      </>
    ),
    contact: <ContactMenu name={name} phone={phone} email={email} />,
  };
}

const patientLayout: RowLayout<PatientSummary> = {
  columns: columns.filter(({ id }) => id !== 'nextAppointment'),
  mobileRow,
  getRowName: ({ name }) => name,
  rowActions: ({ name, phone, email }) => <ContactMenu name={name} phone={phone} email={email} />,
};

/** 'Citas' adds the next appointment. A narrow table hides the creation date, and the last access unless it sorts. */
function choosePatientLayout(citas: boolean, orden: string): RowLayout<PatientSummary> {
  if (!citas) return patientLayout;
  const narrower = columns.map((column) => {
    if (column.id === 'createDate') return { ...column, hideBelow: 'lg' as const };
    if (column.id === 'lastConnection' && !orden.endsWith('lastConnection')) {
      return { ...column, hideBelow: 'md' as const };
    }
    return column;
  });
  return { ...patientLayout, columns: narrower };
}
