import type { Report } from '@simiente/contract/reports/calls';
import { REPORT_TITLE, type ReportKind, reportKindWords } from '@simiente/contract/reports/states';
import { IconArrowLeft, IconPrinter, IconSparkles } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { usePrintFooter } from '../../lib/use-print-footer.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { patientCrumb, patientsCrumb, useMedicalHistory } from '../patients/public.ts';
import { useCan, useClinicTimeZone, useSession } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './ReportPage.module.css';
import {
  ReportFailure,
  ReportLoading,
  ReportText,
  SignInToRead,
  StateCard,
} from './reading/ReportStates.tsx';
import type { Reading, ReportSearch } from './report-search.ts';
import { describeSignature, fullMoment, reportPages } from './report-words.ts';
import { useIsTextBehind, useReport } from './use-reports.ts';
import { VersionRail } from './versions/VersionRail.tsx';
import { VersionReader } from './versions/VersionReader.tsx';

const BasisNotice = lazyOnUse(() => import('./basis/BasisNotice.tsx'));
const Review = lazyOnUse(() => import('./review/Review.tsx'), ReportLoading);
const Compare = lazyOnUse(() => import('./compare/Compare.tsx'), ReportLoading);

const NOTICE =
  'El siguiente análisis ha sido generado con inteligencia artificial y es supervisado por médicos expertos en fertilidad.';

interface ReportPageProps {
  idUser: string;
  kind: ReportKind;
  search: ReportSearch;
}

/** Page of a report. Without a session it opens, but sends no request and shows no data. */
export function ReportPage({ idUser, kind, search }: ReportPageProps) {
  const { isAuthenticated } = useSession();
  const can = useCan();
  const timeZone = useClinicTimeZone();
  const navigate = useNavigate();
  const history = useMedicalHistory(idUser, { enabled: isAuthenticated });
  const reportQuery = useReport(idUser, kind, { enabled: isAuthenticated && can('reports.read') });
  const report = reportQuery.data;
  const review = report?.review;
  const isTextBehind = useIsTextBehind(report?.inForce, history);
  const name = history.data?.userData.test.userName ?? history.data?.name;
  usePrintFooter(name && `${name} · ${REPORT_TITLE}`);
  const { examReportIA, firstMedicalReport } = history.data?.MedicalReportData ?? {};
  const message = (kind === 'exam_ai' ? examReportIA : firstMedicalReport)?.message;
  const readings = listReadings(report, can('reports.review'));
  const reading = readings.find(({ value }) => value === search.lectura)?.value ?? 'leer';
  // Rule-based drafts exist only for the report on exams, and not during a review.
  const mayDraft =
    kind === 'exam_ai' && report?.review === null && can('reports.review') && can('results.read');
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const [contextSlot, setContextSlot] = useState<HTMLElement | null>(null);
  const isReadingText = reading === 'leer' && search.version === undefined;
  const shown = report && findShownVersion(reading, search, report);
  // A print without a signed text is marked as a draft.
  const isSigned = report?.versions.some(
    ({ idVersion, signer }) => idVersion === shown && signer !== null,
  );

  const show = (next: Partial<ReportSearch>) =>
    void navigate({
      to: `/pacientes/$idUser/${reportPages[kind]}`,
      params: { idUser },
      search: next,
      resetScroll: false,
    });
  return (
    <article
      className={classes.page}
      data-wide={(isAuthenticated && can('reports.read')) || undefined}
      data-unsigned={!isSigned || undefined}
    >
      <ReportHeader
        idUser={idUser}
        name={name}
        showsPerson={isAuthenticated && !history.error}
        about={
          <>
            {reportKindWords[kind]}
            <span ref={setContextSlot} />
            {reading !== 'revisar' && (
              <span role="status">
                {review &&
                  (review.isMine ? ' · Lo revisas tú' : ` · Lo revisa ${review.reviewer.name}`)}
              </span>
            )}
          </>
        }
      >
        {message && isReadingText && !isTextBehind && (
          <div className={classes.print}>
            <Button kind="default" icon={IconPrinter} onClick={() => print()}>
              Imprimir
            </Button>
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
        {/* The review renders 'Firmar' here. */}
        <div ref={setActionSlot} className={classes.slot} />
      </ReportHeader>
      {report?.basis && name !== undefined && (
        <BasisNotice
          idUser={idUser}
          name={name}
          report={report}
          basis={report.basis}
          onReview={() => show({ lectura: 'revisar' })}
        />
      )}
      <div className={classes.notice} role="note">
        <IconSparkles className={classes.noticeIcon} size={19} stroke={1.7} aria-hidden />
        <p className={classes.noticeText}>{NOTICE}</p>
      </div>
      {report && isReadingText && !isTextBehind && (
        <SignatureStatus report={report} timeZone={timeZone} />
      )}
      {!isAuthenticated && <SignInToRead />}
      {isAuthenticated && history.isPending && <ReportLoading />}
      {history.error && <ReportFailure history={history} />}
      {history.data && message === undefined && (
        <StateCard title="No tienes permiso para ver informes">
          Si necesitas acceso, solicítalo al administrador.
        </StateCard>
      )}
      {message !== undefined && (
        <div className={classes.columns}>
          <div className={classes.reading}>
            {isReadingText ? (
              isTextBehind ? (
                !history.error && <ReportLoading />
              ) : (
                <ReportText
                  message={message}
                  isWithdrawn={report?.state === 'withdrawn'}
                  marked={report?.basis?.sentences ?? []}
                />
              )
            ) : reading === 'leer' && search.version !== undefined ? (
              report && (
                <VersionReader key={search.version} report={report} idVersion={search.version} />
              )
            ) : (
              report &&
              (reading === 'revisar' ? (
                <Review
                  idUser={idUser}
                  report={report}
                  idDraft={search.version}
                  slots={{ action: actionSlot, context: contextSlot }}
                  onSigned={() => show({})}
                />
              ) : (
                <Compare
                  report={report}
                  before={search.antes}
                  after={search.despues}
                  onChange={(chosen) => show({ lectura: 'comparar', ...chosen })}
                />
              ))
            )}
          </div>
          <VersionRail
            idUser={idUser}
            name={name ?? ''}
            query={reportQuery}
            shown={shown}
            mayDraft={mayDraft}
            onReview={(version) => show({ lectura: 'revisar', version })}
            onDiscard={() => show({})}
          />
        </div>
      )}
    </article>
  );
}

/** Views of a report: its text; with versions, the review for reviewers; with two versions, the comparison. */
function listReadings(report: Report | undefined, mayReview: boolean): readonly NamedReading[] {
  const readings: NamedReading[] = [{ value: 'leer', label: 'Leer' }];
  const count = report?.versions.length ?? 0;
  if (mayReview && count > 0) readings.push({ value: 'revisar', label: 'Revisar' });
  if (count > 1) readings.push({ value: 'comparar', label: 'Comparar' });
  return readings;
}

/** Id of the shown version, or 'review' for the working copy; undefined for a comparison. */
function findShownVersion(
  reading: Reading,
  search: ReportSearch,
  report: Report,
): string | undefined {
  if (reading === 'revisar') return 'review';
  if (reading === 'comparar') return undefined;
  return search.version ?? report.inForce ?? undefined;
}

/** The line below the notice: the signature of the text in force and its confirmations (R12, R13). */
function SignatureStatus({ report, timeZone }: { report: Report; timeZone: string }): ReactNode {
  const words = describeSignature(report, timeZone);
  const inForce = report.versions.find(({ idVersion }) => idVersion === report.inForce);
  return (
    words !== undefined && (
      <p className={classes.signatureStatus} data-testid="signature-status">
        {words}
        {inForce?.confirmations.map(({ at, by, reason }) => (
          <span key={at} className={classes.confirmed}>
            {` ${by ?? 'El médico que lo firmó'} confirmó el ${fullMoment(at, timeZone)} que sigue siendo válido aunque cambió un dato que cita. Motivo: ${reason}`}
          </span>
        ))}
      </p>
    )
  );
}

interface NamedReading {
  readonly value: Reading;
  readonly label: string;
}

interface ReportHeaderProps {
  idUser: string;
  name: string | undefined;
  showsPerson: boolean;
  /** Facts about the report, behind the patient's name. */
  about: ReactNode;
  /** Buttons right of the title. */
  children: ReactNode;
}

function ReportHeader({ idUser, name, showsPerson, about, children }: ReportHeaderProps) {
  return (
    <>
      <PageTitle>{REPORT_TITLE}</PageTitle>
      {showsPerson && (
        <PageCrumbs
          crumbs={[
            patientsCrumb,
            ...(name === undefined ? [] : [patientCrumb(idUser, name), { label: REPORT_TITLE }]),
          ]}
        />
      )}
      <header className={classes.header}>
        <Link
          to="/pacientes/$idUser"
          params={{ idUser }}
          className={classes.back}
          aria-label="Volver al paciente"
        >
          <IconArrowLeft size={20} stroke={1.7} aria-hidden />
        </Link>
        <h1 className={classes.title}>{REPORT_TITLE}</h1>
        <div className={classes.actions}>{children}</div>
      </header>
      {showsPerson && (
        <p className={classes.person}>
          {name && (
            <>
              <PersonAvatar name={name} size={26} />
              <span>
                {name} <span className={classes.facts}>· {about}</span>
              </span>
            </>
          )}
        </p>
      )}
    </>
  );
}
