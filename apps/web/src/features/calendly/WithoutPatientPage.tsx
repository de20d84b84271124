import { Checkbox, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AppointmentWithoutPatient } from '@simiente/contract/calendly/calls';
import type { ClinicSettings } from '@simiente/contract/clinic/calls';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { focusRowOrTitle } from '../../ui/focus.ts';
import {
  SettingsDialog,
  type SettingsFormProps,
  useSettingsForm,
} from '../clinic-settings/public.ts';
import { InboxNotice } from '../inbox/public.ts';
import { patientsCrumb } from '../patients/public.ts';
import { defineFields, RecordModal } from '../record-form/public.ts';
import { listQuery, pageInput, RecordsPage, useListPages } from '../records/public.ts';
import { Can, useCan } from '../session/public.ts';
import AssignPatientModal from './AssignPatientModal.tsx';
import { appointmentLayout } from './columns.tsx';
import { useAttention } from './WithoutPatientNotice.tsx';
import { withoutPatientList } from './without-patient-list.ts';

/** /pacientes/citas-sin-paciente: Calendly bookings without a matching patient. */
export function WithoutPatientPage() {
  const list = useListPages(
    withoutPatientList,
    listQuery(queries.calendly.withoutPatient, pageInput({}, '')),
  );
  const { rows, total } = list;
  const [opened, modal] = useDisclosure(false);
  const [assigning, setAssigning] = useState<AppointmentWithoutPatient | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const position = useRef(0);
  const mayEdit = useCan()('patients.edit');

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
        layout={appointmentLayout(mayEdit ? assign : undefined)}
        loaded={list}
        failure="No se pudieron cargar las citas"
        {...(mayEdit && { onRowOpen: assign })}
        empty="Aquí aparecen las citas de Calendly cuyo correo no corresponde a ningún paciente."
        create={{ label: 'Ver todos los pacientes', link: <Link to="/pacientes" /> }}
      />
      {assigning && (
        <AssignPatientModal
          opened={opened}
          appointment={assigning}
          onClose={modal.close}
          onAssigned={() => focusRowOrTitle(page.current, position.current)}
        />
      )}
    </div>
  );
}

/** Button and dialog for the event types of Calendly that are prescriptions. */
function EventTypesButton() {
  const [opened, dialog] = useDisclosure(false);
  return (
    <Can capability="clinic.manage">
      <Button kind="default" aria-haspopup="dialog" onClick={dialog.open}>
        Tipos de evento
      </Button>
      {opened && <SettingsDialog Form={EventTypes} onClosed={dialog.close} />}
    </Can>
  );
}

const fields = defineFields<ClinicSettings>()({
  prescriptions: {
    label: 'Son validaciones de receta',
    initial: [] as readonly string[],
    from: (settings) => listTypes(settings).filter((type) => !settings.visitTypes.includes(type)),
    show: (types) => types.join(', ') || 'Ninguno',
  },
});

const listTypes = ({ knownTypes, visitTypes }: ClinicSettings) =>
  [...new Set([...knownTypes, ...visitTypes])].toSorted((first, second) =>
    first.localeCompare(second, 'es'),
  );

function EventTypes({ settings, onClosed }: SettingsFormProps) {
  const form = useSettingsForm({
    settings,
    fields,
    toSettings: ({ prescriptions }, base) => ({
      visitTypes: listTypes(base).filter((type) => !prescriptions.includes(type)),
    }),
    savedTitle: 'Tipos de evento guardados',
  });
  const types = listTypes(settings);
  return (
    <RecordModal
      form={form}
      title="Tipos de evento de Calendly"
      submitLabel="Guardar"
      onClosed={onClosed}
    >
      {types.length === 0 ? (
        <p>
          Aún no hay citas de Calendly. Aquí elegirás cuáles de tus tipos de evento son recetas.
        </p>
      ) : (
        <Checkbox.Group
          label={fields.prescriptions.label}
          description="Los demás son citas médicas de su anfitrión. El cambio se aplica a las citas próximas."
          value={[...form.values.prescriptions]}
          onChange={(prescriptions) => form.edit({ prescriptions })}
        >
          <Stack gap="sm" mt="sm">
            {types.map((type) => (
              <Checkbox key={type} value={type} label={type} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </RecordModal>
  );
}
