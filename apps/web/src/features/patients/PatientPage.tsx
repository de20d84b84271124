import { isUnknownRecord } from '../../lib/api/failure.ts';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { AccessesButton, AccessesPanel } from '../audit/public.ts';
import { OrderList } from '../exam-orders/public.ts';
import { ExamList } from '../exams/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { AppointmentLists } from './AppointmentLists.tsx';
import { EditPatient } from './EditPatient.tsx';
import { ExportRecord } from './ExportRecord.tsx';
import { PatientHead } from './PatientHead.tsx';
import { PatientLoading } from './PatientLoading.tsx';
import classes from './PatientPage.module.css';
import { patientsCrumb } from './patients-crumb.tsx';
import { ReportCards } from './ReportCards.tsx';
import { UnknownPatient } from './UnknownPatient.tsx';
import { useMedicalHistory, usePatient } from './use-patient.ts';

interface PatientPageProps {
  idUser: string;
  /** The panel of who opened the record. */
  accesses: { isOpen: boolean; toggle: () => void };
}

/** /pacientes/{id}: who they are, their reports, appointments and studies. */
export function PatientPage({ idUser, accesses }: PatientPageProps) {
  const patient = usePatient(idUser);
  const history = useMedicalHistory(idUser);
  const error = patient.error ?? history.error;

  if (isUnknownRecord(error)) return <UnknownPatient />;
  // A refresh that failed takes nothing away that is there already.
  if (error && !(patient.data && history.data)) {
    return (
      <>
        <PageCrumbs crumbs={[patientsCrumb]} />
        <section className={classes.card}>
          <LoadError
            title="Error al cargar el paciente"
            message={error.message}
            onRetry={() => {
              void patient.refetch();
              void history.refetch();
            }}
          />
        </section>
      </>
    );
  }
  if (!patient.data || !history.data) return <PatientLoading />;

  const name = patient.data.userData.test.userName ?? patient.data.name;
  return (
    <>
      <PageTitle>Paciente</PageTitle>
      <PageCrumbs crumbs={[patientsCrumb, { label: name }]} />
      <PatientHead
        patient={patient.data}
        actions={
          <>
            <AccessesButton isOpen={accesses.isOpen} onToggle={accesses.toggle} />
            <ExportRecord idUser={idUser} />
            <EditPatient patient={patient.data} />
          </>
        }
      />
      <div className={classes.columns}>
        <ReportCards idUser={idUser} reports={history.data.MedicalReportData} />
        <AppointmentLists
          idUser={idUser}
          name={patient.data.name}
          appointments={history.data.appointments}
        />
      </div>
      <ExamList idUser={idUser} exams={history.data.allExamns.exams} />
      <OrderList key={idUser} patient={patient.data} />
      {accesses.isOpen && <AccessesPanel idUser={idUser} name={name} onClose={accesses.toggle} />}
    </>
  );
}
