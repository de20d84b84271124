import { doctorTitles as titles } from '@simiente/contract/common/column-titles';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';
import { EmailContact } from '../../ui/contact/Contact.tsx';
import { ContactMenu } from '../../ui/contact/ContactMenu.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import type { RowLayout } from '../records/public.ts';
import classes from './columns.module.css';

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
    cell: ({ upcoming }) => <span className={classes.upcoming}>{formatCount(upcoming)}</span>,
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
    aside: doctor.retiredAt !== null && <span className={classes.retired}>Inactivo</span>,
    facts: `${describeUpcoming(doctor.upcoming)} · ${doctor.specialties.join(', ') || NOTHING}`,
    contact: <Contact doctor={doctor} />,
  }),
  getRowName: ({ name }) => name,
  rowActions: (doctor) => (
    <span className={classes.contact}>
      <Contact doctor={doctor} />
    </span>
  ),
};
