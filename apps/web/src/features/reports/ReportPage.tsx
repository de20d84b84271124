import type { MedicalHistory } from '@simiente/contract/patients/calls';
import type { Report } from '@simiente/contract/reports/calls';
import { type ReportKind, reportKindWords } from '@simiente/contract/reports/states';
import { REPORT_TITLE } from '@simiente/contract/reports/title';
import { IconArrowLeft, IconPrinter, IconSparkles } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import type { LinkSlotProps } from '../../ui/link-slot.ts';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { patientsCrumb, useMedicalHistory } from '../patients/public.ts';
import { useClinicTimeZone, useMay, useSession } from '../session/public.ts';
import { PageCrumbs } from '../shell/public.ts';
import classes from './ReportPage.module.css';
import {
  ReportBody,
  ReportFailure,
  ReportLoading,
  ReportMissing,
  ReportWithheld,
  SignInToRead,
} from './reading/ReportStates.tsx';
import type { Reading, ReportSearch } from './report-search.ts';
import { type pageOfKind, truthOf } from './report-words.ts';
import { useIsTextBehind, useReport } from './use-reports.ts';
import { CreateDraft } from './versions/CreateDraft.tsx';
import { DropReview } from './versions/DropReview.tsx';
import { VersionActions } from './versions/VersionActions.tsx';
import { VersionPanel } from './versions/VersionPanel.tsx';
import { VersionReader } from './versions/VersionReader.tsx';

const Review = lazy(() => import('./review/Review.tsx'));
const Compare = lazy(() => import('./compare/Compare.tsx'));

const NOTICE =
  'El siguiente análisis ha sido generado con inteligencia artificial y es supervisado por médicos expertos en fertilidad.';

/** `actuality` is the report on the exams, `fertility-test` the first medical report. */
type ReportPath = (typeof pageOfKind)[ReportKind];

const kindOf: Readonly<Record<ReportPath, ReportKind>> = {
  actuality: 'exam_ai',
  'fertility-test': 'first_medical',
};

const messageOf: Readonly<Record<ReportKind, (history: MedicalHistory) => string | undefined>> = {
  exam_ai: ({ MedicalReportData }) => MedicalReportData?.examReportIA.message,
  first_medical: ({ MedicalReportData }) => MedicalReportData?.firstMedicalReport.message,
};

interface ReportPageProps {
  idUser: string;
  page: ReportPath;
  search: ReportSearch;
}

/** Page of a report. Open without a session, but then it sends no request and shows no data. */
export function ReportPage({ idUser, page, search }: ReportPageProps) {
  const { isAuthenticated } = useSession();
  const may = useMay();
  const timeZone = useClinicTimeZone();
  const navigate = useNavigate();
  const kind = kindOf[page];
  const history = useMedicalHistory(idUser, { enabled: isAuthenticated });
  const life = useReport(idUser, kind, { enabled: isAuthenticated && may('reports.read') });
  const report = life.data;
  const isTextBehind = useIsTextBehind(report?.inForce, history);
  const name = history.data?.userData.test.userName ?? history.data?.name;
  const message = history.data && messageOf[kind](history.data);
  const readings = readingsOf(report, may('reports.review'));
  const reading = readings.find(({ value }) => value === search.lectura)?.value ?? 'leer';
  // Rules write of the exams alone, and not over what somebody reviews.
  const mayDraft =
    kind === 'exam_ai' && report?.review === null && may('reports.review') && may('results.read');
  const [action, setAction] = useState<HTMLElement | null>(null);
  const [context, setContext] = useState<HTMLElement | null>(null);
  const isReadingText = reading === 'leer' && search.version === undefined;
  const to = `/pacientes/$idUser/${page}` as const;

  /** Another reading or version of this report. */
  const show = (next: Partial<ReportSearch>) =>
    void navigate({ to, params: { idUser }, search: next, resetScroll: false });
  const linkTo = (version: string, props: LinkSlotProps) => (
    <Link
      to={to}
      params={{ idUser }}
      resetScroll={false}
      search={version === 'review' ? { lectura: 'revisar' } : searchOf(version, report)}
      {...props}
    />
  );

  return (
    <article
      className={classes.page}
      data-wide={(isAuthenticated && may('reports.read')) || undefined}
    >
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
        <h1 className={classes.title}>{REPORT_TITLE}</h1>
        <div className={classes.actions}>
          {message && isReadingText && !isTextBehind && (
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
          {readings.length > 1 && (
            <ViewSwitch<Reading>
              label="Lectura"
              views={readings}
              value={reading}
              onChange={(lectura) => show({ lectura })}
            />
          )}
          <div ref={setAction} className={classes.slot} />
        </div>
      </header>
      {isAuthenticated && !history.error && (
        <p className={classes.person}>
          {name && (
            <>
              <PersonAvatar name={name} size={26} />
              <span>
                {name}{' '}
                <span className={classes.facts}>
                  · {reportKindWords[kind]}
                  <span ref={setContext} />
                  {reading !== 'revisar' && <Reviewer report={report} />}
                </span>
              </span>
            </>
          )}
        </p>
      )}
      <div className={classes.notice} role="note">
        <IconSparkles className={classes.noticeIcon} size={19} stroke={1.7} aria-hidden />
        <p className={classes.noticeText}>{NOTICE}</p>
      </div>
      {report && isReadingText && !isTextBehind && <Truth report={report} timeZone={timeZone} />}
      {!isAuthenticated && <SignInToRead />}
      {isAuthenticated && history.isPending && <ReportLoading />}
      {history.error && (
        <ReportFailure isUnknown={isUnknownRecord(history.error)} history={history} />
      )}
      {history.data && message === undefined && <ReportWithheld />}
      {message !== undefined && (
        <div className={classes.columns}>
          <div className={classes.reading}>
            {isReadingText ? (
              isTextBehind ? (
                !history.error && <ReportLoading />
              ) : (
                <ReportText message={message} report={report} />
              )
            ) : reading === 'leer' && search.version !== undefined ? (
              <VersionReader key={search.version} idVersion={search.version} />
            ) : (
              report && (
                <Suspense fallback={<ReportLoading />}>
                  {reading === 'revisar' ? (
                    <Review
                      idUser={idUser}
                      report={report}
                      slots={{ action, context }}
                      onSigned={() => show({})}
                    />
                  ) : (
                    <Compare
                      report={report}
                      before={search.antes}
                      after={search.despues}
                      onChange={(chosen) => show({ lectura: 'comparar', ...chosen })}
                    />
                  )}
                </Suspense>
              )
            )}
          </div>
          {report && (report.versions.length > 0 || mayDraft) && (
            <aside className={classes.rail}>
              {report.versions.length > 0 && (
                <VersionPanel
                  report={report}
                  shown={shownIn(reading, search, report)}
                  link={linkTo}
                  actions={(version) => (
                    <VersionActions
                      key={version.idVersion}
                      idUser={idUser}
                      name={name ?? ''}
                      report={report}
                      version={version}
                      onReview={() => show({ lectura: 'revisar' })}
                    />
                  )}
                  reviewActions={
                    report.review?.isMine && (
                      <DropReview
                        idUser={idUser}
                        kind={kind}
                        review={report.review}
                        onDropped={() => show({})}
                      />
                    )
                  }
                />
              )}
              {mayDraft && <CreateDraft idUser={idUser} />}
            </aside>
          )}
          {life.error && (
            <aside className={classes.rail}>
              <LoadError title="Error al cargar las versiones" queries={[life]} />
            </aside>
          )}
        </div>
      )}
    </article>
  );
}

/** The text in force, or why there is none. */
function ReportText({ message, report }: { message: string; report: Report | undefined }) {
  if (message.trim() !== '') return <ReportBody message={message} />;
  return <ReportMissing isWithdrawn={report?.state === 'withdrawn'} />;
}

/** What may be shown of a report: its text, the review for who may, and a comparison of two versions. */
function readingsOf(report: Report | undefined, mayReview: boolean) {
  const readings: { value: Reading; label: string }[] = [{ value: 'leer', label: 'Leer' }];
  const count = report?.versions.length ?? 0;
  if (mayReview && count > 0) readings.push({ value: 'revisar', label: 'Revisar' });
  if (count > 1) readings.push({ value: 'comparar', label: 'Comparar' });
  return readings;
}

/** The text in force is at the address of the page itself. */
function searchOf(version: string, report: Report | undefined): Partial<ReportSearch> {
  return version === report?.inForce ? {} : { version };
}

function shownIn(reading: Reading, search: ReportSearch, report: Report): string | undefined {
  if (reading === 'revisar') return 'review';
  if (reading === 'comparar') return undefined;
  return search.version ?? report.inForce ?? undefined;
}

/** The line beneath the notice: what is true of this text (R12, R13). */
function Truth({ report, timeZone }: { report: Report; timeZone: string }): ReactNode {
  const words = truthOf(report, timeZone);
  return (
    words !== undefined && (
      <p className={classes.truth} data-testid="truth">
        {words}
      </p>
    )
  );
}

/** 'Lo revisa la Dra. Núñez', as it changes. */
function Reviewer({ report }: { report: Report | undefined }): ReactNode {
  const review = report?.review;
  return (
    <span role="status">
      {review && (review.isMine ? ' · Lo revisas tú' : ` · Lo revisa ${review.reviewer.name}`)}
    </span>
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
              { label: REPORT_TITLE },
            ]),
      ]}
    />
  );
}
