import { patientTitles as titles } from '@simiente/contract/common/column-titles';
import type { PatientSummary } from '@simiente/contract/patients/calls';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { ContactMenu } from '../../../ui/contact/ContactMenu.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { type MobileRow, toColumns } from '../../../ui/table/table-types.ts';
import type { RowLayout } from '../../records/public.ts';
import { patientStatus } from '../patient-status.ts';
import classes from './columns.module.css';

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
export function choosePatientLayout(citas: boolean, orden: string): RowLayout<PatientSummary> {
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
