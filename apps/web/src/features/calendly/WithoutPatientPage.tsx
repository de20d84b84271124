import { useDisclosure } from '@mantine/hooks';
import type { AppointmentWithoutPatient } from '@simiente/contract/calendly/calls';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { focusRowOrTitle } from '../../ui/focus.ts';
import { InboxNotice } from '../inbox/public.ts';
import { patientsCrumb } from '../patients/public.ts';
import { RecordsPage } from '../records/public.ts';
import { useClinicTimeZone, useMay } from '../session/public.ts';
import { AssignPatientModal } from './AssignPatientModal.tsx';
import { appointmentLayout } from './columns.tsx';
import { EventTypesButton } from './EventTypesButton.tsx';
import {
  appointmentsToAssign,
  TITLE,
  useWithoutPatient,
  withoutPatientList,
} from './use-without-patient.ts';
import { useAttention } from './WithoutPatientNotice.tsx';

/** /pacientes/citas-sin-paciente: Calendly appointments without a known patient. */
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
      <RecordsPage
        title={TITLE}
        action={<EventTypesButton />}
        above={[patientsCrumb]}
        file={{
          request: { list: 'appointmentsWithoutPatient', filters: {} },
          noun: ['cita sin paciente', 'citas sin paciente'],
        }}
        count={total !== undefined && appointmentsToAssign(total)}
        countExtra={<InboxNotice count={useAttention()?.failedDeliveries} />}
        list={withoutPatientList}
        layout={layout}
        loaded={list}
        failure="No se pudieron cargar las citas"
        {...(mayEdit && { onRowOpen: assign })}
        empty="Aquí aparecen las citas de Calendly cuyo correo no corresponde a ningún paciente."
        create={{
          label: 'Ver todos los pacientes',
          link: (props) => <Link to="/pacientes" {...props} />,
        }}
      />
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
