import { Skeleton } from '@mantine/core';
import { dayIn } from '@simiente/contract/common/days';
import { recordFileName, recordPath } from '@simiente/contract/patient-record/calls';
import type { Patient } from '@simiente/contract/patients/calls';
import { IconDownload, IconPencil } from '@tabler/icons-react';
import {
  Link,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { download } from '../../../lib/api/download.ts';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import { usePrintFooter } from '../../../lib/use-print-footer.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { notifySuccess, useToastMutation } from '../../../ui/toasts/notify.tsx';
import { AccessesButton, AccessesPanel } from '../../audit/public.ts';
import { DeliverySection } from '../../deliveries/public.ts';
import { EmergencyAccess, OpenEmergencyAccess } from '../../emergency-access/public.ts';
import { OrderList } from '../../exam-orders/public.ts';
import { ExamList } from '../../exams/public.ts';
import { NoteSection, PinnedNote, useNotes } from '../../notes/public.ts';
import { PendingRecord } from '../../records/public.ts';
import { ResultSection } from '../../results/public.ts';
import { useCan, useClinicTimeZone } from '../../session/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { LazyPatientForm } from '../form/LazyPatientForm.tsx';
import type { PatientRequest } from '../form/PatientForm.tsx';
import { useMedicalHistory, usePatient } from '../patient-list.ts';
import { patientsCrumb, patientWords } from '../patient-status.ts';
import { AppointmentLists } from './AppointmentLists.tsx';
import { PatientHeader, PatientStrip } from './PatientHeader.tsx';
import classes from './PatientPage.module.css';
import { ReportCards } from './ReportCards.tsx';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Id of the merged record whose address led to this page. */
    mergedId?: string;
  }
}

const from = '/_shell/_guarded/pacientes/$idUser/';

/** /pacientes/{id}: the patient's data, reports, appointments and studies. */
export function PatientPage() {
  const { idUser } = useParams({ from });
  const { accesos: showsAccesses } = useSearch({ from });
  const navigate = useNavigate({ from: '/pacientes/$idUser/' });
  const toggleAccesses = () =>
    void navigate({ search: { accesos: !showsAccesses }, replace: true, resetScroll: false });
  const patient = usePatient(idUser);
  const history = useMedicalHistory(idUser);
  const notes = useNotes(idUser);
  const mergedId = useLocation({ select: ({ state }) => state.mergedId });
  const can = useCan();
  const [requested, setRequested] = useState<PatientRequest | null>(null);
  const isUnknown = isUnknownRecord(patient.error ?? history.error);
  const [wasCached] = useState(patient.data !== undefined && history.data !== undefined);

  usePrintFooter(patient.data && (patient.data.userData.test.userName ?? patient.data.name));

  // The page waits until the notes load or fail, because a pinned note that appears later would move the page.
  const isNoteDue = notes.isPending && notes.failureCount === 0;
  if (isUnknown || !patient.data || !history.data || isNoteDue) {
    return (
      <PendingRecord words={patientWords} queries={[patient, history]}>
        <Skeleton className={classes.actionsShape ?? ''} radius={8} />
        <Skeleton className={classes.stripShape ?? ''} radius={12} />
        <div className={classes.columns}>
          {['actuality', 'prescriptions', 'test', 'doctors'].map((card) => (
            <Skeleton key={card} height={176} radius={12} />
          ))}
        </div>
      </PendingRecord>
    );
  }

  // The id of a merged record refers to the kept record.
  const { idUser: keptId } = patient.data;
  if (keptId !== idUser)
    return (
      <Navigate
        to="/pacientes/$idUser"
        params={{ idUser: keptId }}
        state={{ mergedId: idUser }}
        replace
      />
    );
  const { merges = [] } = history.data;
  const merged = merges.find(({ other }) => other.idUser === mergedId)?.other.name;

  const isOwn = history.data.isOwnPatient === true;
  const mayReadAccesses = can('accesses.readAll') || (can('accesses.read') && isOwn);
  const mayExport = can('records.exportAll') || (can('records.export') && isOwn);
  const name = patient.data.userData.test.userName ?? patient.data.name;
  return (
    <>
      <PageTitle>Paciente</PageTitle>
      <PageCrumbs crumbs={[patientsCrumb, { label: name }]} />
      <PatientHeader
        patient={patient.data}
        appointments={history.data.appointments}
        merge={can('patients.merge') ? merges.find(({ canUndo }) => canUndo) : undefined}
        actions={
          <>
            {mayReadAccesses && <AccessesButton isOpen={showsAccesses} onToggle={toggleAccesses} />}
            {mayExport && <ExportRecord idUser={idUser} />}
            {can('patients.merge') && (
              <LinkButton
                kind="default"
                link={<Link to="/pacientes/$idUser/fusionar" params={{ idUser }} />}
              >
                Fusionar
              </LinkButton>
            )}
            {can('patients.edit') && (
              <Button
                kind="default"
                icon={IconPencil}
                onClick={() => setRequested({ record: patient.data })}
              >
                Editar
              </Button>
            )}
          </>
        }
      />
      {mergedId !== undefined && (
        <p role="status" className={classes.merged}>
          El expediente {merged === undefined ? 'que abriste' : `de ${merged}`} se fusionó con este,
          que es el que se conservó.
        </p>
      )}
      <PinnedNote idUser={idUser} />
      <PatientStrip
        patient={patient.data}
        onComplete={
          can('patients.edit') ? (focus) => setRequested({ record: patient.data, focus }) : null
        }
      />
      {history.data.emergencyAccess && (
        <OpenEmergencyAccess idUser={idUser} {...history.data.emergencyAccess} />
      )}
      <LazyPatientForm requested={requested} />
      <div className={classes.columns}>
        {history.data.MedicalReportData && (
          <ReportCards idUser={idUser} reports={history.data.MedicalReportData} />
        )}
        <AppointmentLists
          idUser={idUser}
          name={patient.data.name}
          appointments={history.data.appointments}
        />
      </div>
      <DeferredSections isImmediate={wasCached}>
        <NoteSection key={`notes ${idUser}`} patient={patient.data} />
        <ExamList
          idUser={idUser}
          exams={history.data.allExamns.exams}
          mayOpen={can('exams.open') || history.data.emergencyAccess !== undefined}
        />
        {(can('results.read') || history.data.emergencyAccess !== undefined) && (
          <ResultSection idUser={idUser} />
        )}
        <OrderList key={idUser} patient={patient.data} />
        <DeliverySection idUser={idUser} name={patient.data.name} />
        <EmergencyAccess
          idUser={idUser}
          name={patient.data.name}
          isOpen={history.data.emergencyAccess !== undefined}
        />
      </DeferredSections>
      {showsAccesses && mayReadAccesses && (
        <AccessesPanel idUser={idUser} name={name} onClose={toggleAccesses} />
      )}
    </>
  );
}

/** The sections below the cards: half of the work for a new page, so they are deferred. */
function DeferredSections({ isImmediate, children }: DeferredSectionsProps) {
  const isDeferred = useDeferredValue(false, !isImmediate);
  return isDeferred ? null : children;
}

interface DeferredSectionsProps {
  /** True with cached records: the router then restores the scroll position, which needs the whole page. */
  isImmediate: boolean;
  children: ReactNode;
}

function ExportRecord({ idUser }: Pick<Patient, 'idUser'>) {
  const timeZone = useClinicTimeZone();
  const exporting = useToastMutation('No se pudo exportar el expediente', {
    mutationFn: () => {
      const today = dayIn(timeZone, new Date());
      return download(recordPath(idUser), { fileName: recordFileName(idUser, today) });
    },
    // Each fetch is audited and may take long, so the user decides about another attempt.
    retry: false,
    onSuccess: () =>
      notifySuccess('Expediente exportado', {
        detail: 'Tiene datos de salud: guárdalo en un lugar seguro.',
      }),
    offersRetry: true,
  });
  return (
    <Button
      kind="default"
      icon={IconDownload}
      loading={exporting.isPending}
      loadingLabel="Exportar expediente"
      onClick={() => exporting.mutate()}
    >
      Exportar expediente
    </Button>
  );
}
