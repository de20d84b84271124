import type { MedicalHistory } from '@simiente/contract/patients';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { ReadingNotice } from '../../ui/page/ReadingNotice.tsx';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { patientsCrumb, useMedicalHistory } from '../patients/public.ts';
import { useSession } from '../session/public.ts';
import { PageCrumbs } from '../shell/public.ts';
import { ReportBody } from './ReportBody.tsx';
import classes from './ReportPage.module.css';
import { ReportFailure, ReportLoading, ReportMissing, SignInToRead } from './ReportStates.tsx';

const TITLE = 'Mi Test de Fertilidad';
const NOTICE =
  'El siguiente análisis ha sido generado con inteligencia artificial y es supervisado por médicos expertos en fertilidad.';

/** `actuality` is the report on the exams, `fertility-test` the first medical report. */
export type ReportKind = 'actuality' | 'fertility-test';

const messageOf: Record<ReportKind, (history: MedicalHistory) => string> = {
  actuality: ({ MedicalReportData }) => MedicalReportData.examReportIA.message,
  'fertility-test': ({ MedicalReportData }) => MedicalReportData.firstMedicalReport.message,
};

/** The reading page. Open without a session: then its frame is all there is, and nothing is asked for. */
export function ReportPage({ idUser, report }: { idUser: string; report: ReportKind }) {
  const { isAuthenticated } = useSession();
  const history = useMedicalHistory(idUser, { enabled: isAuthenticated });
  const name = history.data?.userData.test.userName ?? history.data?.name;
  const message = history.data && messageOf[report](history.data);

  return (
    <article className={classes.page}>
      {isAuthenticated && <ReportCrumbs idUser={idUser} name={name} />}
      <header className={classes.head}>
        <Link
          to="/pacientes/$idUser"
          params={{ idUser }}
          className={classes.back}
          aria-label="Volver al paciente"
        >
          <IconArrowLeft size={20} stroke={1.7} aria-hidden />
        </Link>
        <h1 className={classes.title}>{TITLE}</h1>
        {message && (
          <div className={classes.print}>
            <LockButton
              kind="default"
              icon={<IconPrinter size={17} stroke={1.7} aria-hidden />}
              onClick={() => print()}
            >
              Imprimir
            </LockButton>
          </div>
        )}
      </header>
      {isAuthenticated && !history.error && (
        <p className={classes.person}>
          {name && (
            <>
              <PersonAvatar name={name} size={26} />
              <span>{name}</span>
            </>
          )}
        </p>
      )}
      <ReadingNotice>{NOTICE}</ReadingNotice>
      {!isAuthenticated && <SignInToRead />}
      {isAuthenticated && history.isPending && <ReportLoading />}
      {history.error && (
        <ReportFailure
          isUnknown={isUnknownRecord(history.error)}
          message={history.error.message}
          onRetry={() => void history.refetch()}
        />
      )}
      {message !== undefined &&
        (message.trim() ? <ReportBody message={message} /> : <ReportMissing />)}
    </article>
  );
}

function ReportCrumbs({ idUser, name }: { idUser: string; name: string | undefined }) {
  return (
    <PageCrumbs
      crumbs={[
        patientsCrumb,
        ...(name === undefined
          ? []
          : [
              {
                label: name,
                link: (props: object) => (
                  <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />
                ),
              },
            ]),
        { label: TITLE },
      ]}
    />
  );
}
