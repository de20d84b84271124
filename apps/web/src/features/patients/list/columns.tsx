import { patientTitles as titles } from '@simiente/contract/column-titles';
import type { PatientSummary } from '@simiente/contract/patients';
import { ContactMenu } from '../../../ui/contact/ContactMenu.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { PersonCell } from '../../../ui/status/PersonCell.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import type { DataTableColumn, MobileRow } from '../../../ui/table/table-types.ts';
import type { RowLook } from '../../records/public.ts';
import { patientStatus } from '../patient-status.ts';
import classes from './columns.module.css';

function PatientPill({ status }: { status: number | null }) {
  const { tone, tag } = patientStatus(status);
  return <StatusPill tone={tone} label={tag} />;
}

const columns: readonly DataTableColumn<PatientSummary>[] = [
  {
    id: 'name',
    header: titles.name,
    sortKey: 'name',
    firstDirection: 'asc',
    skeleton: 'person',
    cell: ({ name, email }) => <PersonCell name={name} detail={email ?? undefined} />,
  },
  {
    id: 'createDate',
    header: titles.createDate,
    sortKey: 'createDate',
    firstDirection: 'desc',
    width: 'max(144px, 14vw)',
    cell: ({ createDate }) => <DateText value={createDate} />,
  },
  {
    id: 'lastConnection',
    header: titles.lastConnection,
    sortKey: 'lastConnection',
    firstDirection: 'desc',
    width: 'max(144px, 14vw)',
    cell: ({ lastConnection }) => <DateText value={lastConnection} />,
  },
  {
    id: 'status',
    header: titles.status,
    sortKey: 'status',
    firstDirection: 'asc',
    width: 'max(140px, 11.5vw)',
    skeleton: 'pill',
    cell: ({ status }) => <PatientPill status={status} />,
  },
];

function mobileRow({ name, status, createDate, lastConnection }: PatientSummary): MobileRow {
  return {
    title: name,
    aside: <PatientPill status={status} />,
    facts: (
      <>
        <span className={classes.fact}>
          Creado <DateText value={createDate} /> ·
        </span>{' '}
        <span className={classes.fact}>
          Acceso <DateText value={lastConnection} />
        </span>
      </>
    ),
  };
}

export const patientLook: RowLook<PatientSummary> = {
  columns,
  mobileRow,
  nameOf: ({ name }) => name,
  actions: ({ name, phone, email }) => <ContactMenu name={name} phone={phone} email={email} />,
};
