import { useDisclosure } from '@mantine/hooks';
import type { AppointmentWithoutPatient, FailedDelivery } from '@simiente/contract/calendly/calls';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { api, queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { focusRowOrTitle } from '../../ui/focus.ts';
import { FailedItemDialog } from '../../ui/list/FailedItemDialog.tsx';
import { FailedItems, ReplayButton } from '../../ui/list/FailedItems.tsx';
import { patientListsKey, patientsCrumb } from '../patients/public.ts';
import { byCursor, pageInput, RecordsPage } from '../records/public.ts';
import { May, useClinicTimeZone, useMay } from '../session/public.ts';
import { AssignPatientModal } from './AssignPatientModal.tsx';
import { appointmentLayout } from './columns.tsx';
import { EventTypesButton } from './EventTypesButton.tsx';
import {
  appointmentsToAssign,
  refreshLists,
  TITLE,
  useWithoutPatient,
  withoutPatientList,
} from './use-without-patient.ts';

const EVENTS: Readonly<Record<string, string>> = {
  'invitee.created': 'Cita nueva o modificada',
  'invitee.canceled': 'Cita cancelada',
};

const getName = ({ who }: FailedDelivery) => who?.trim() || 'Sin nombre';

const getKind = ({ event }: FailedDelivery) => EVENTS[event] ?? 'Notificación desconocida';

/** Calendly deliveries that could not be applied; hidden if all were. */
function FailedDeliveries() {
  const cache = useQueryClient();
  const query = useInfiniteQuery(
    queries.calendly.failedDeliveries.infiniteOptions({ ...byCursor, input: pageInput({}, '') }),
  );
  const deliveries = useMemo(
    () => query.data?.pages.flatMap((page) => page.data.deliveries) ?? [],
    [query.data],
  );
  const [opened, setOpened] = useState<FailedDelivery | null>(null);
  return (
    <>
      <FailedItems
        title="Notificaciones de Calendly sin procesar"
        failure="No se pudieron cargar las notificaciones."
        query={query}
        items={deliveries}
        total={query.data?.pages.at(-1)?.data.total ?? 0}
        getId={({ idDelivery }) => idDelivery}
        describe={(delivery) => ({
          ...delivery,
          name: getName(delivery),
          kind: getKind(delivery),
        })}
        action={(delivery) => (
          <May act="patients.edit">
            <LockButton
              kind="subtle"
              size="xs"
              aria-haspopup="dialog"
              aria-label={`Ver la notificación de ${getName(delivery)}`}
              onClick={() => setOpened(delivery)}
            >
              Ver
            </LockButton>
            <ReplayButton
              what={`la notificación de ${getName(delivery)}`}
              failed="La notificación no se pudo procesar"
              done="Notificación procesada"
              replay={() => api.calendly.replayDelivery({ idDelivery: delivery.idDelivery })}
              onSettled={() => {
                void cache.invalidateQueries({ queryKey: patientListsKey });
                refreshLists(cache);
              }}
            />
          </May>
        )}
      />
      {opened && (
        <FailedItemDialog
          title={`Notificación de ${getName(opened)}`}
          facts={[
            ['Tipo', getKind(opened)],
            ['Motivo', opened.reason],
          ]}
          hint="La cita no se guardará. Si Calendly la envía otra vez, se procesa de nuevo."
          discard={(reason) =>
            api.calendly.discardDelivery({ idDelivery: opened.idDelivery, reason })
          }
          discarded="Notificación descartada"
          onClose={() => setOpened(null)}
          onDiscard={() => refreshLists(cache)}
        />
      )}
    </>
  );
}

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
      <RecordsPage
        title={TITLE}
        action={<EventTypesButton />}
        above={[patientsCrumb]}
        file={{
          request: { list: 'appointmentsWithoutPatient', filters: {} },
          noun: ['cita sin paciente', 'citas sin paciente'],
        }}
        count={total !== undefined && appointmentsToAssign(total)}
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
