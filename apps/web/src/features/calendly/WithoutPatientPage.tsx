import { useDisclosure } from '@mantine/hooks';
import type { AppointmentWithoutPatient } from '@simiente/contract/calendly';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { CountedList } from '../list-exports/public.ts';
import { patientsCrumb } from '../patients/public.ts';
import { pagesProps } from '../records/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { AssignPatientModal } from './AssignPatientModal.tsx';
import { appointmentColumns, appointmentMobileRow, inviteeName } from './columns.tsx';
import { FailedDeliveries } from './FailedDeliveries.tsx';
import { focusRowOrTitle } from './focus.ts';
import { useWithoutPatient } from './use-without-patient.ts';
import { appointmentsToAssign, TITLE } from './words.ts';

const getRowId = (row: AppointmentWithoutPatient) => row.idAppointment;

/** /pacientes/citas-sin-paciente: Calendly appointments without a known patient, and failed deliveries. */
export function WithoutPatientPage() {
  const timeZone = useClinicTimeZone();
  const list = useWithoutPatient();
  const { rows, total } = list;
  const [opened, modal] = useDisclosure(false);
  const [assigning, setAssigning] = useState<AppointmentWithoutPatient | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const position = useRef(0);

  const assign = useCallback(
    (row: AppointmentWithoutPatient) => {
      position.current = rows.indexOf(row);
      setAssigning(row);
      modal.open();
    },
    [rows, modal.open],
  );
  const columns = useMemo(() => appointmentColumns(timeZone, assign), [timeZone, assign]);

  return (
    <div ref={page}>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[patientsCrumb, { label: TITLE }]} />
      <PageHead
        title={TITLE}
        context={
          <CountedList
            request={{ list: 'appointmentsWithoutPatient', filters: {} }}
            total={total}
            noun={['cita sin paciente', 'citas sin paciente']}
          >
            {total !== undefined && appointmentsToAssign(total)}
          </CountedList>
        }
      />
      <DataTable
        label={TITLE}
        columns={columns}
        {...pagesProps(list, 'Error al cargar las citas')}
        getRowId={getRowId}
        getRowName={inviteeName}
        mobileRow={(row) => appointmentMobileRow(row, timeZone, assign)}
        onRowOpen={assign}
        empty={<NoAppointments />}
      />
      <FailedDeliveries />
      <AssignPatientModal
        opened={opened}
        appointment={assigning}
        timeZone={timeZone}
        onClose={modal.close}
        onAssigned={() => focusRowOrTitle(page.current, position.current)}
      />
    </div>
  );
}

/** Every appointment has its patient. */
function NoAppointments() {
  return (
    <EmptyState
      role="status"
      illustration={<EmptyTrayArt />}
      title="No data available"
      action={
        <LinkButton kind="default" link={(props) => <Link to="/pacientes" {...props} />}>
          Ver todos los pacientes
        </LinkButton>
      }
    >
      Aquí esperan las citas que alguien agenda en Calendly con un correo que no es de ningún
      paciente.
    </EmptyState>
  );
}
