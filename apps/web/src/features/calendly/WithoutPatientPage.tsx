import { useDisclosure } from '@mantine/hooks';
import type { AppointmentWithoutPatient } from '@simiente/contract/calendly';
import { useCallback, useMemo, useRef, useState } from 'react';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { patientsCrumb } from '../patients/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { AssignPatientModal } from './AssignPatientModal.tsx';
import { appointmentColumns, appointmentMobileRow, inviteeName } from './columns.tsx';
import { FailedDeliveries } from './FailedDeliveries.tsx';
import { focusRowOrTitle } from './focus.ts';
import { useWithoutPatient } from './use-without-patient.ts';
import { NobodyWaits } from './WithoutPatientStates.tsx';
import { appointmentsToAssign, TITLE } from './words.ts';

const getRowId = (row: AppointmentWithoutPatient) => row.idAppointment;

/** /pacientes/citas-sin-paciente: what Calendly announced for people whom we do not know. */
export function WithoutPatientPage() {
  const timeZone = useClinicTimeZone();
  const { query, rows, total } = useWithoutPatient();
  const [opened, modal] = useDisclosure(false);
  const [assigning, setAssigning] = useState<AppointmentWithoutPatient | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const place = useRef(0);

  const assign = useCallback(
    (row: AppointmentWithoutPatient) => {
      place.current = rows.indexOf(row);
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
      <PageHead title={TITLE} context={total !== undefined && appointmentsToAssign(total)} />
      <DataTable
        label={TITLE}
        columns={columns}
        rows={rows}
        getRowId={getRowId}
        getRowName={inviteeName}
        mobileRow={(row) => appointmentMobileRow(row, timeZone, assign)}
        onRowOpen={assign}
        total={total}
        hasMore={query.hasNextPage}
        onLoadMore={() => void query.fetchNextPage()}
        loadingMore={query.isFetchingNextPage}
        loadMoreError={query.isFetchNextPageError ? query.error.message : undefined}
        loading={query.isPending}
        error={
          query.isError && rows.length === 0 ? (
            <LoadError
              title="Error al cargar las citas"
              message={query.error.message}
              onRetry={() => void query.refetch()}
            />
          ) : undefined
        }
        empty={<NobodyWaits />}
      />
      <FailedDeliveries />
      <AssignPatientModal
        opened={opened}
        appointment={assigning}
        timeZone={timeZone}
        onClose={modal.close}
        onAssigned={() => focusRowOrTitle(page.current, place.current)}
      />
    </div>
  );
}
