import type { Report } from '@simiente/contract/reports/calls';
import { reportPdfName, reportPdfPath } from '@simiente/contract/reports/paper-calls';
import type { ReportKind } from '@simiente/contract/reports/states';
import type { VersionSummary } from '@simiente/contract/reports/version';
import type { ReportReview } from '@simiente/contract/reports/working-copy';
import { IconAlertTriangle, IconDownload, IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, cache, queries } from '../../../lib/api/client.ts';
import { download } from '../../../lib/api/download.ts';
import { describeFailure } from '../../../lib/api/failure.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { Confirmation } from '../../../ui/questions/Confirmation.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { notifySuccess, notifyWarning, useToastMutation } from '../../../ui/toasts/notify.tsx';
import { DeliverVersion } from '../../deliveries/public.ts';
import { useCan } from '../../session/public.ts';
import pageClasses from '../ReportPage.module.css';
import { describeOrigin, reportPages, statePill, versionName } from '../report-words.ts';
import { refreshReports } from '../use-reports.ts';
import type { ActionRequest } from './ActionDialog.tsx';
import actionClasses from './VersionActions.module.css';
import classes from './VersionRail.module.css';

interface VersionRailProps extends Omit<VersionPanelProps, 'report'> {
  query: UseQueryResult<Report | undefined>;
  mayDraft: boolean;
}

/** Panel beside the text: the report's versions, their actions, and a button for a new draft. */
export function VersionRail({ query, mayDraft, ...panel }: VersionRailProps) {
  const report = query.data;
  const hasVersions = report !== undefined && report.versions.length > 0;
  return (
    <>
      {report && (hasVersions || mayDraft) && (
        <aside className={pageClasses.rail}>
          {hasVersions && <VersionPanel {...panel} report={report} />}
          {mayDraft && <CreateDraft idUser={panel.idUser} />}
        </aside>
      )}
      {query.error && (
        <aside className={pageClasses.rail}>
          <LoadError title="No se pudieron cargar las versiones" queries={[query]} />
        </aside>
      )}
    </>
  );
}

/** 'Crear borrador': writes a rule-based draft, and offers to rephrase it if a language model is configured. */
function CreateDraft({ idUser }: { idUser: string }) {
  const rephrasing = useToastMutation('No se pudo redactar el borrador', {
    mutationFn: (idVersion: string, options) => api.reports.wordDraft({ idVersion }, options),
    retry: false,
    onSuccess: ({ data: { outcome, message } }) => {
      if (outcome === 'drafted') notifySuccess('Borrador redactado', { detail: message });
      else notifyWarning('Se conservó el borrador automático', { detail: message });
    },
    onSettled: () => refreshReports(idUser),
  });
  const writing = useToastMutation('No se pudo crear el borrador', {
    describe: describeFailure,
    mutationFn: (id: string, options) => api.reports.writeDraft({ idUser: id }, options),
    retry: false,
    onSuccess: ({ data: { draft, languageModel } }) => {
      notifySuccess(`Borrador creado: versión ${draft.number}`, {
        detail: 'Se generó automáticamente a partir de sus resultados.',
        ...(languageModel && {
          action: {
            label: `Redactar con ${languageModel.name}`,
            onClick: () => rephrasing.mutate(draft.idVersion),
          },
        }),
      });
    },
    onSettled: () => refreshReports(idUser),
  });
  return (
    <Button
      kind="default"
      fullWidth
      icon={IconPlus}
      loading={writing.isPending || rephrasing.isPending}
      loadingLabel={rephrasing.isPending ? 'Redactando…' : 'Creando borrador…'}
      onClick={() => writing.mutate(idUser)}
    >
      Crear borrador
    </Button>
  );
}

interface VersionPanelProps {
  idUser: string;
  name: string;
  report: Report;
  /** Id of the shown version, or 'review' for the working copy. */
  shown: string | undefined;
  onReview: (idDraft?: string) => void;
  onDiscard: () => void;
}

/** The versions of a report, newest first, below the current review. */
function VersionPanel(props: VersionPanelProps) {
  const { idUser, name, report, shown, onReview, onDiscard } = props;
  const { versions, review, inForce, basis } = report;
  const toLink = (version: string, children: ReactNode) => (
    <Link
      to={`/pacientes/$idUser/${reportPages[report.kind]}`}
      params={{ idUser }}
      // The text in force is at the address of the page itself.
      search={
        version === 'review' ? { lectura: 'revisar' } : version === inForce ? {} : { version }
      }
      resetScroll={false}
      className={classes.link}
      {...(version === shown && { 'aria-current': 'page' })}
    >
      {children}
    </Link>
  );
  return (
    <section className={classes.panel} aria-labelledby="versions">
      <h2 id="versions" className={classes.title}>
        Versiones
      </h2>
      <ol className={classes.list}>
        {review && (
          <li className={classes.item} data-shown={shown === 'review' || undefined}>
            {toLink('review', <InReview review={review} />)}
            {shown === 'review' && review.isMine && (
              <DropReview
                idUser={idUser}
                kind={report.kind}
                review={review}
                onDiscard={onDiscard}
              />
            )}
          </li>
        )}
        {versions.map((version) => {
          const { idVersion } = version;
          const isShown = idVersion === shown;
          const hasNewData = basis !== null && version.inForce;
          return (
            <li key={idVersion} className={classes.item} data-shown={isShown || undefined}>
              {toLink(idVersion, <Version version={version} hasNewData={hasNewData} />)}
              {isShown && (
                <VersionActions
                  idUser={idUser}
                  name={name}
                  report={report}
                  version={version}
                  onReview={onReview}
                />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function InReview({ review: { number, reviewer, savedAt } }: { review: ReportReview }) {
  return (
    <>
      <span className={classes.header}>
        <span className={classes.name}>{versionName(number)}</span>
        <StatusPill {...statePill('in_review')} />
      </span>
      <span className={classes.detail}>{reviewer.name}</span>
      <span className={classes.detail}>
        <DateText value={savedAt} hour />
      </span>
    </>
  );
}

function Version({ version, hasNewData }: { version: VersionSummary; hasNewData: boolean }) {
  const { number, state, signer, arrivedAt } = version;
  const outcome = describeOutcome(version);
  return (
    <>
      <span className={classes.header}>
        <span className={classes.name}>{versionName(number)}</span>
        <StatusPill {...statePill(state)} />
      </span>
      <span className={classes.detail}>{signer?.fullName ?? describeOrigin(version)}</span>
      <span className={classes.detail}>
        <DateText value={arrivedAt} hour />
      </span>
      {outcome && <span className={classes.fate}>{outcome}</span>}
      {hasNewData && (
        <span className={classes.changed} data-tone="amber">
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden /> Cambió un dato
        </span>
      )}
    </>
  );
}

function describeOutcome(version: VersionSummary): string | undefined {
  const { inForce, supersededBy, signedAs, withdrawal, discard, signer, sealed } = version;
  if (withdrawal) return `Motivo: ${withdrawal.reason ?? 'sin motivo'}`;
  if (discard) return `Motivo: ${discard.reason ?? 'sin motivo'}`;
  if (supersededBy !== null) return `Sustituido por la versión ${supersededBy}`;
  if (signedAs !== null) return `Firmado como la versión ${signedAs}`;
  if (signer === null) return undefined;
  if (!sealed) return 'Se está sellando';
  return inForce ? 'Vigente' : undefined;
}

const ActionDialog = lazyOnUse(() => import('./ActionDialog.tsx'));

interface VersionActionsProps {
  idUser: string;
  name: string;
  report: Report;
  version: VersionSummary;
  /** Opens the review. A new review begins with the draft `idDraft`, by default with the newest draft. */
  onReview: (idDraft?: string) => void;
}

/** The actions of this account on a version: deliver, download, amend, withdraw, review, discard. */
export function VersionActions(props: VersionActionsProps) {
  const { idUser, name, report, version, onReview } = props;
  const can = useCan();
  const { state, inForce, idVersion, signer, sealed } = version;
  const isFree = report.review === null;
  const needsItsSigner = can('reports.sign') && report.basis?.mayConfirm === false;
  const mayAmend = can('reports.review') && signer !== null && inForce && isFree && !needsItsSigner;
  const mayWithdraw = can('reports.sign') && signer !== null && inForce;
  const mayDiscard =
    can('reports.review') && state === 'draft' && version.signedAs === null && isFree;
  const [requested, setRequested] = useState<ActionRequest | null>(null);
  const open = (action: ActionRequest['action']) => setRequested({ action, record: null });
  const mayDeliver = can('reports.deliver') && signer !== null && inForce && sealed;
  const mayDownload = can('reports.read') && signer !== null && sealed && !version.ofAnother;
  if (!mayAmend && !mayWithdraw && !mayDiscard && !mayDeliver && !mayDownload) return null;
  return (
    <div className={actionClasses.actions}>
      {mayDeliver && (
        <DeliverVersion
          idUser={idUser}
          name={name}
          idVersion={idVersion}
          isStopped={report.basis !== null}
        />
      )}
      {mayDownload && <DownloadPdf version={version} />}
      {mayAmend && (
        <>
          <Button kind="default" size="compact-sm" onClick={() => open('correction')}>
            Corregir
          </Button>
          <Button kind="default" size="compact-sm" onClick={() => open('addition')}>
            Agregar
          </Button>
        </>
      )}
      {mayWithdraw && (
        <Button kind="subtle" size="compact-sm" onClick={() => open('withdraw')}>
          Retirar
        </Button>
      )}
      {mayDiscard && (
        <>
          <Button
            kind="default"
            size="compact-sm"
            onClick={() => onReview(report.pending === idVersion ? undefined : idVersion)}
          >
            Revisar
          </Button>
          <Button kind="subtle" size="compact-sm" onClick={() => open('discard')}>
            Descartar
          </Button>
        </>
      )}
      {requested && (
        <ActionDialog
          key={requested.action}
          idUser={idUser}
          idVersion={idVersion}
          about={`${versionName(version.number)} · ${name}`}
          requested={requested}
          onReview={() => onReview()}
          onClose={() => setRequested(null)}
        />
      )}
    </div>
  );
}

function DownloadPdf({ version }: { version: VersionSummary }) {
  const { idVersion, number } = version;
  const downloading = useToastMutation('No se pudo descargar el PDF', {
    mutationFn: () => download(reportPdfPath(idVersion), { fileName: reportPdfName(number) }),
    // Each download is audited, so the user decides about another attempt.
    retry: false,
    offersRetry: true,
  });
  return (
    <Button
      kind="default"
      size="compact-sm"
      icon={IconDownload}
      loading={downloading.isPending}
      loadingLabel="PDF"
      aria-label={`Descargar el PDF de la versión ${number}`}
      onClick={() => downloading.mutate()}
    >
      PDF
    </Button>
  );
}

interface DropReviewProps {
  idUser: string;
  kind: ReportKind;
  review: ReportReview;
  onDiscard: () => void;
}

/** Ends the user's own review without a signature. It asks for confirmation, because the changes are lost. */
export function DropReview({ idUser, kind, review, onDiscard }: DropReviewProps) {
  const [isAsking, setAsking] = useState(false);
  const { idWorkingCopy, version, base } = review;
  const dropping = useToastMutation('No se pudo dejar la revisión', {
    mutationFn: () => {
      // The copy may have been saved after the report was loaded.
      const saved = cache.getQueryData(
        queries.reports.getWorkingCopy.queryKey({ input: { idUser, kind } }),
      )?.data.workingCopy;
      return api.reports.dropWorkingCopy({
        idWorkingCopy,
        version: Math.max(version, saved?.version ?? 0),
      });
    },
    retry: false,
    onSuccess: () => {
      notifySuccess('Revisión terminada sin firmar');
      onDiscard();
    },
    onSettled: () => {
      setAsking(false);
      return refreshReports(idUser);
    },
  });
  return (
    <div className={actionClasses.actions}>
      <Button kind="subtle" size="compact-sm" onClick={() => setAsking(true)}>
        Dejar la revisión
      </Button>
      <Confirmation
        opened={isAsking}
        title="¿Dejar la revisión?"
        question={`Se perderán los cambios de tu copia de trabajo. La versión ${base.number} no cambia.`}
        confirmLabel="Dejar la revisión"
        kind="danger"
        busy={dropping.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => dropping.mutate()}
      />
    </div>
  );
}
