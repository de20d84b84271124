import type { AppointmentWithoutPatient } from '@simiente/contract/calendly';
import { useMemo, useRef, useState } from 'react';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { patientsCrumb } from '../patients/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { AssignPatientModal } from './AssignPatientModal.tsx';
import { appointmentColumns, appointmentMobileRow, inviteeName } from './columns.tsx';
import { FailedDeliveries } from './FailedDeliveries.tsx';
import { focusRowOrHead } from './focus-row.ts';
import { useWithoutPatient } from './use-without-patient.ts';
import { ListFailure, NobodyWaits } from './WithoutPatientStates.tsx';
import { appointmentsToAssign, TITLE } from './words.ts';

const getRowId = (row: AppointmentWithoutPatient) => row.idAppointment;

/** /pacientes/citas-sin-paciente: what Calendly announced for people whom we do not know. */
export function WithoutPatientPage() {
  const timeZone = useClinicTimeZone();
  const { query, rows, total } = useWithoutPatient();
  const [assigning, setAssigning] = useState<AppointmentWithoutPatient | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => appointmentColumns(timeZone, setAssigning), [timeZone]);
  const place = rows.findIndex((row) => row.idAppointment === assigning?.idAppointment);

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
        mobileRow={(row) => appointmentMobileRow(row, timeZone, setAssigning)}
        onRowOpen={setAssigning}
        total={total}
        hasMore={query.hasNextPage}
        onLoadMore={() => void query.fetchNextPage()}
        loadingMore={query.isFetchingNextPage}
        loadMoreError={query.isFetchNextPageError ? query.error.message : undefined}
        loading={query.isPending}
        error={
          query.isError && rows.length === 0 ? (
            <ListFailure message={query.error.message} onRetry={() => void query.refetch()} />
          ) : undefined
        }
        empty={<NobodyWaits />}
      />
      <FailedDeliveries />
      {assigning && (
        <AssignPatientModal
          key={assigning.idAppointment}
          appointment={assigning}
          timeZone={timeZone}
          onClosed={(isAssigned) => {
            setAssigning(null);
            if (isAssigned) focusRowOrHead(page.current, place);
          }}
        />
      )}
    </div>
  );
}
