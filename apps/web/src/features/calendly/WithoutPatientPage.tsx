import { Checkbox, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AppointmentWithoutPatient } from '@simiente/contract/calendly/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api, cache, queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { focusRowOrTitle } from '../../ui/focus.ts';
import { FormActions } from '../../ui/form/FormPage.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { InboxNotice } from '../inbox/public.ts';
import { patientsCrumb } from '../patients/public.ts';
import { byCursor, pageInput, RecordsPage, useListPages } from '../records/public.ts';
import { May, useClinicTimeZone, useMay } from '../session/public.ts';
import { AssignPatientModal } from './AssignPatientModal.tsx';
import { appointmentLayout } from './columns.tsx';
import { useAttention } from './WithoutPatientNotice.tsx';
import { withoutPatientList } from './without-patient-list.ts';

/** /pacientes/citas-sin-paciente: Calendly appointments without a known patient. */
export function WithoutPatientPage() {
  const timeZone = useClinicTimeZone();
  const list = useListPages(
    withoutPatientList,
    queries.calendly.withoutPatient.infiniteOptions({ ...byCursor, input: pageInput({}, '') }),
  );
  const { rows, total } = list;
  const [opened, modal] = useDisclosure(false);
  const [assigning, setAssigning] = useState<AppointmentWithoutPatient | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const position = useRef(0);
  const mayEdit = useMay()('patients.edit');

  function assign(row: AppointmentWithoutPatient) {
    position.current = rows.indexOf(row);
    setAssigning(row);
    modal.open();
  }

  return (
    <div ref={page}>
      <RecordsPage
        title="Citas sin paciente"
        action={<EventTypesButton />}
        above={[patientsCrumb]}
        file={{
          request: { list: 'appointmentsWithoutPatient', filters: {} },
          noun: ['cita sin paciente', 'citas sin paciente'],
        }}
        count={total !== undefined && pluralize(total, ['cita por asignar', 'citas por asignar'])}
        countExtra={<InboxNotice count={useAttention()?.failedDeliveries} />}
        list={withoutPatientList}
        layout={appointmentLayout(timeZone, mayEdit ? assign : undefined)}
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
        onClose={modal.close}
        onAssigned={() => focusRowOrTitle(page.current, position.current)}
      />
    </div>
  );
}

/** Button and dialog for the event types of Calendly that are prescriptions. */
function EventTypesButton() {
  const [opened, dialog] = useDisclosure(false);
  return (
    <May capability="clinic.manage">
      <LockButton kind="default" aria-haspopup="dialog" onClick={dialog.open}>
        Tipos de evento
      </LockButton>
      <Modal opened={opened} onClose={dialog.close} title="Tipos de evento de Calendly" size={520}>
        {opened && <EventTypes onDone={dialog.close} />}
      </Modal>
    </May>
  );
}

function EventTypes({ onDone }: { onDone: () => void }) {
  const query = useQuery({
    ...queries.clinic.settings.queryOptions({ input: {}, select: ({ data }) => data }),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<string[]>();
  const settings = query.data;
  const types = [
    ...new Set([...(settings?.knownTypes ?? []), ...(settings?.visitTypes ?? [])]),
  ].toSorted((first, second) => first.localeCompare(second, 'es'));
  const prescriptions = chosen ?? types.filter((type) => !settings?.visitTypes.includes(type));
  const saving = useMutation({
    mutationFn: () =>
      api.clinic.update({
        visitTypes: types.filter((type) => !prescriptions.includes(type)),
        ...(settings && { version: settings.version }),
      }),
    onSuccess: () => {
      void cache.invalidateQueries();
      notifySuccess('Tipos de evento guardados');
      onDone();
    },
    onError: () => void query.refetch(),
  });
  if (settings === undefined) {
    return <LoadError title="No se pudieron cargar los tipos de evento" queries={[query]} />;
  }
  if (types.length === 0) {
    return (
      <p>Aún no hay citas de Calendly. Aquí elegirás cuáles de tus tipos de evento son recetas.</p>
    );
  }
  return (
    <Stack gap="md">
      <Checkbox.Group
        label="Son validaciones de receta"
        description="Los demás son citas médicas de su anfitrión. El cambio se aplica a las citas próximas."
        value={prescriptions}
        onChange={setChosen}
      >
        <Stack gap="sm" mt="sm">
          {types.map((type) => (
            <Checkbox key={type} value={type} label={type} />
          ))}
        </Stack>
      </Checkbox.Group>
      <FormAlert message={saving.error?.message} />
      <FormActions onCancel={onDone}>
        <LockButton loading={saving.isPending} onClick={() => saving.mutate()}>
          Guardar
        </LockButton>
      </FormActions>
    </Stack>
  );
}
