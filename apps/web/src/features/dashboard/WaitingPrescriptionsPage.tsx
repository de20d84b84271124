import { waitingPrescriptionTitles as titles } from '@simiente/contract/common/column-titles';
import type {
  WaitingPrescription,
  WaitingPrescriptionPage,
} from '@simiente/contract/dashboard/calls';
import { Link } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { PhoneContact } from '../../ui/contact/Contact.tsx';
import { ContactMenu } from '../../ui/contact/ContactMenu.tsx';
import { AppointmentTime } from '../../ui/page/AppointmentTime.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import { homeCrumb } from '../period/public.ts';
import {
  listQuery,
  pageInput,
  RecordsPage,
  type RowLayout,
  useListPages,
} from '../records/public.ts';

const TITLE = 'Recetas por validar';

const waitingPrescriptionList = {
  getRows: (page: WaitingPrescriptionPage) => page.recipes,
  getId: ({ id }: WaitingPrescription) => id,
};

/** /home/recetas: the appointments without a prescription that the card 'Hoy' counts, oldest first. */
export function WaitingPrescriptionsPage() {
  const loaded = useListPages(
    waitingPrescriptionList,
    listQuery(queries.dashboard.waitingRecipes, pageInput({}, '')),
  );
  return (
    <RecordsPage
      title={TITLE}
      above={[homeCrumb({})]}
      file={{ request: { list: 'waitingRecipes', filters: {} }, noun: ['receta', 'recetas'] }}
      count={loaded.total !== undefined && describe(loaded.total)}
      layout={prescriptionLayout}
      loaded={loaded}
      failure="No se pudieron cargar las recetas por validar"
      rowLink={({ patient: { idUser } }) => (
        <Link to="/pacientes/$idUser/recipe-appointments" params={{ idUser }} />
      )}
      empty="Aquí aparecen las citas pendientes cuya receta aún no se sube."
      create={{ label: 'Ir a Inicio', link: <Link to="/home" /> }}
    />
  );
}

/** Text such as '54 citas sin receta, la más antigua primero', which fits one line of a phone. */
function describe(total: number): string {
  const waiting = `${pluralize(total, ['cita', 'citas'])} sin receta`;
  return total > 1 ? `${waiting}, la más antigua primero` : waiting;
}

const prescriptionLayout: RowLayout<WaitingPrescription> = {
  columns: toColumns<WaitingPrescription>(titles, {
    patient: {
      skeleton: 'person',
      cell: ({ patient: { name, phone } }) => (
        <PersonCell
          name={name}
          detail={phone && <PhoneContact inRow phone={phone} name={name} />}
        />
      ),
    },
    type: {
      width: 'max(150px, 14vw)',
      hideBelow: 'md',
      cell: ({ type }) => type ?? '—',
    },
    when: {
      width: '210px',
      cell: ({ startsAt }) => <AppointmentTime isInList instant={startsAt} />,
    },
    since: {
      width: 'max(130px, 10vw)',
      hideBelow: 'md',
      cell: ({ createDate }) => <DateText value={createDate} />,
    },
  }),
  mobileRow: ({ patient, startsAt }) => ({
    title: patient.name,
    facts: <AppointmentTime isInList instant={startsAt} />,
    contact: <ContactMenu name={patient.name} phone={patient.phone} email={null} />,
  }),
  getRowName: ({ patient }) => patient.name,
};
