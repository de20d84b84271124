import { Link } from '@tanstack/react-router';
import { ApiFailure } from '../../lib/api/failure.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { NotFoundPage } from '../../ui/page/NotFoundPage.tsx';
import { PageCrumbs } from '../shell/public.ts';
import { AppointmentLists } from './AppointmentLists.tsx';
import { ExamList } from './ExamList.tsx';
import { PatientHead } from './PatientHead.tsx';
import { PatientLoading } from './PatientLoading.tsx';
import classes from './PatientPage.module.css';
import { PatientsError } from './PatientsStates.tsx';
import { patientsCrumb } from './patients-crumb.tsx';
import { ReportCards } from './ReportCards.tsx';
import { useMedicalHistory, usePatient } from './use-patient.ts';

/** /pacientes/{id}: who they are, their reports, appointments and studies. */
export function PatientPage({ idUser }: { idUser: string }) {
  const patient = usePatient(idUser);
  const history = useMedicalHistory(idUser);
  const error = patient.error ?? history.error;

  if (error instanceof ApiFailure && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) {
    return <UnknownPatient />;
  }
  if (error) {
    return (
      <>
        <PageCrumbs crumbs={[patientsCrumb]} />
        <section className={classes.card}>
          <PatientsError
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
      <PageCrumbs crumbs={[patientsCrumb, { label: name }]} />
      <PatientHead patient={patient.data} />
      <div className={classes.columns}>
        <ReportCards idUser={idUser} reports={history.data.MedicalReportData} />
        <AppointmentLists idUser={idUser} appointments={history.data.appointments} />
      </div>
      <ExamList exams={history.data.allExamns.exams} />
    </>
  );
}

function UnknownPatient() {
  return (
    <>
      <PageCrumbs crumbs={[patientsCrumb, { label: 'No encontrado' }]} />
      <NotFoundPage
        title="No encontramos este paciente"
        action={
          <LinkButton kind="default" link={(props) => <Link to="/pacientes" {...props} />}>
            Ver todos los pacientes
          </LinkButton>
        }
      >
        Puede que se haya eliminado o que la dirección esté mal escrita.
      </NotFoundPage>
    </>
  );
}
