import { Skeleton } from '@mantine/core';
import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { IconArrowLeft, IconPrinter, IconSparkles } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { ChartPageArt } from '../../ui/illustrations/report-art.tsx';
import { NoResultsArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { type FailedQuery, LoadError } from '../../ui/page/LoadError.tsx';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { patientsCrumb, useMedicalHistory } from '../patients/public.ts';
import { useSession } from '../session/public.ts';
import { PageCrumbs } from '../shell/public.ts';
import classes from './ReportPage.module.css';
import { reportParagraphs } from './strip-report.ts';

const TITLE = 'Mi Test de Fertilidad';
const NOTICE =
  'El siguiente análisis ha sido generado con inteligencia artificial y es supervisado por médicos expertos en fertilidad.';

/** `actuality` is the report on the exams, `fertility-test` the first medical report. */
type ReportKind = 'actuality' | 'fertility-test';

/** Distinguishes the two pages below their common title. */
const kindOf: Record<ReportKind, string> = {
  actuality: 'Actualidad: informe de sus exámenes',
  'fertility-test': 'Test de Fertilidad: primer informe médico',
};

const messageOf: Record<ReportKind, (history: MedicalHistory) => string | undefined> = {
  actuality: ({ MedicalReportData }) => MedicalReportData?.examReportIA.message,
  'fertility-test': ({ MedicalReportData }) => MedicalReportData?.firstMedicalReport.message,
};

/** Page of a report. Open without a session, but then it sends no request and shows no data. */
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
              <span>
                {name} · {kindOf[report]}
              </span>
            </>
          )}
        </p>
      )}
      <div className={classes.notice} role="note">
        <IconSparkles className={classes.noticeIcon} size={19} stroke={1.7} aria-hidden />
        <p className={classes.noticeText}>{NOTICE}</p>
      </div>
      {!isAuthenticated && <SignInToRead />}
      {isAuthenticated && history.isPending && <ReportLoading />}
      {history.error && (
        <ReportFailure isUnknown={isUnknownRecord(history.error)} history={history} />
      )}
      {history.data && message === undefined && <ReportWithheld />}
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
              { label: TITLE },
            ]),
      ]}
    />
  );
}

/** The report as plain paragraphs. */
function ReportBody({ message }: { message: string }) {
  // Paragraphs never change order and may repeat, so the index is the key.
  const paragraphs = useMemo(
    () => reportParagraphs(message).map((text, index) => ({ index, text })),
    [message],
  );
  return (
    <div className={classes.body} data-testid="report">
      {paragraphs.map(({ index, text }) => (
        <p key={index}>{text}</p>
      ))}
    </div>
  );
}

/** Shown without a session: a link to the login that returns here. */
function SignInToRead() {
  const href = useLocation({ select: (location) => location.href });
  return (
    <section className={classes.card}>
      <EmptyState
        illustration={<ChartPageArt />}
        title="Inicia sesión para ver este informe."
        action={
          <LinkButton link={(props) => <Link to="/login" search={{ next: href }} {...props} />}>
            Iniciar sesión
          </LinkButton>
        }
      />
    </section>
  );
}

function ReportLoading() {
  return (
    <div className={classes.body} aria-busy="true">
      <p className={classes.loading} role="status">
        Cargando...
      </p>
      {['98%', '92%', '96%', '64%'].map((width) => (
        <Skeleton key={width} height={16} mb={14} width={width} />
      ))}
    </div>
  );
}

function ReportMissing() {
  return (
    <section className={classes.card}>
      <EmptyState illustration={<NoResultsArt />} title="Todavía no hay un informe.">
        Aparecerá aquí en cuanto esté listo.
      </EmptyState>
    </section>
  );
}

/** Without data, for an account that may not read reports. */
function ReportWithheld() {
  return (
    <section className={classes.card}>
      <EmptyState illustration={<NoResultsArt />} title="No tienes permiso para ver informes">
        Si necesitas acceso, solicítalo a administración.
      </EmptyState>
    </section>
  );
}

interface ReportFailureProps {
  isUnknown: boolean;
  history: FailedQuery;
}

function ReportFailure({ isUnknown, history }: ReportFailureProps) {
  return (
    <section className={classes.card}>
      {isUnknown ? (
        <EmptyState
          role="alert"
          illustration={<NoResultsArt />}
          title="No encontramos este paciente"
          action={
            <LinkButton kind="default" link={(props) => <Link to="/pacientes" {...props} />}>
              Ver todos los pacientes
            </LinkButton>
          }
        >
          Puede que se haya eliminado o que la dirección esté mal escrita.
        </EmptyState>
      ) : (
        <LoadError title="Error al cargar el informe" queries={[history]} />
      )}
    </section>
  );
}
