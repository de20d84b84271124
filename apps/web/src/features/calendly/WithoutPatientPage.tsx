import { useDisclosure } from '@mantine/hooks';
import type { AppointmentWithoutPatient } from '@simiente/contract/calendly/calls';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { focusRowOrTitle } from '../../ui/focus/after-row.ts';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { PageHead } from '../../ui/list/PageHead.tsx';
import { CountedList } from '../list-exports/public.ts';
import { patientsCrumb } from '../patients/public.ts';
import { ListTable } from '../records/public.ts';
import { useClinicTimeZone, useMay } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { AssignPatientModal } from './AssignPatientModal.tsx';
import { appointmentLayout } from './columns.tsx';
import { FailedDeliveries } from './FailedDeliveries.tsx';
import { useWithoutPatient, withoutPatientList } from './use-without-patient.ts';
import { appointmentsToAssign, TITLE } from './words.ts';

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
  const mayEdit = useMay()('patients.edit');
  const layout = useMemo(
    () => appointmentLayout(timeZone, mayEdit ? assign : undefined),
    [timeZone, mayEdit, assign],
  );

  return (
    <div ref={page}>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[patientsCrumb, { label: TITLE }]} />
      <PageHead
        title={TITLE}
        context={
          <CountedList
            request={{ list: 'appointmentsWithoutPatient', filters: {} }}
            loaded={list}
            noun={['cita sin paciente', 'citas sin paciente']}
          >
            {total !== undefined && appointmentsToAssign(total)}
          </CountedList>
        }
      />
      <ListTable
        label={TITLE}
        list={withoutPatientList}
        layout={layout}
        loaded={list}
        failure="No se pudieron cargar las citas"
        {...(mayEdit && { onRowOpen: assign })}
        empty={
          <EmptyList
            isFiltered={false}
            create={{
              label: 'Ver todos los pacientes',
              link: (props) => <Link to="/pacientes" {...props} />,
            }}
          >
            Aquí aparecen las citas de Calendly cuyo correo no corresponde a ningún paciente.
          </EmptyList>
        }
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
