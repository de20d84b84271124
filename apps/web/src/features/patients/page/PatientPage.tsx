import { Skeleton } from '@mantine/core';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import { AccessesButton, AccessesPanel } from '../../audit/public.ts';
import { OrderList } from '../../exam-orders/public.ts';
import { ExamList } from '../../exams/public.ts';
import { PendingRecord } from '../../records/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { patientsCrumb, patientWords } from '../patient-words.ts';
import { useMedicalHistory, usePatient } from '../use-patient.ts';
import { AppointmentLists } from './AppointmentLists.tsx';
import { EditPatient } from './EditPatient.tsx';
import { ExportRecord } from './ExportRecord.tsx';
import { PatientContact, PatientHead } from './PatientHead.tsx';
import classes from './PatientPage.module.css';
import { ReportCards } from './ReportCards.tsx';

interface PatientPageProps {
  idUser: string;
  /** The panel of who opened the record. */
  accesses: { isOpen: boolean; toggle: () => void };
}

/** /pacientes/{id}: who they are, their reports, appointments and studies. */
export function PatientPage({ idUser, accesses }: PatientPageProps) {
  const patient = usePatient(idUser);
  const history = useMedicalHistory(idUser);
  const isUnknown = isUnknownRecord(patient.error ?? history.error);

  // A failed refetch keeps the shown data.
  if (isUnknown || !patient.data || !history.data) {
    return (
      <PendingRecord words={patientWords} queries={[patient, history]}>
        <div className={classes.columns}>
          {['actuality', 'recipes', 'test', 'doctors'].map((card) => (
            <Skeleton key={card} height={176} radius={12} />
          ))}
        </div>
      </PendingRecord>
    );
  }

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
      <PatientContact patient={patient.data} />
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
