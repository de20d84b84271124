import type { Report } from '@simiente/contract/reports/calls';
import { reportPdfName, reportPdfPath } from '@simiente/contract/reports/paper-calls';
import type { ReportKind } from '@simiente/contract/reports/states';
import type { VersionSummary } from '@simiente/contract/reports/version';
import type { ReportReview } from '@simiente/contract/reports/working-copy';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api, cache, queries } from '../../../lib/api/client.ts';
import { download } from '../../../lib/api/download.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { Confirmation } from '../../../ui/questions/Confirmation.tsx';
import { notifySuccess, useToastMutation } from '../../../ui/toasts/notify.tsx';
import { DeliverVersion } from '../../deliveries/public.ts';
import { useMay } from '../../session/public.ts';
import { versionName } from '../report-words.ts';
import { refreshReports } from '../use-reports.ts';
import type { ReasonedAct } from './ReasonDialog.tsx';
import classes from './VersionActions.module.css';

const ReasonDialog = lazyOnUse(() => import('./ReasonDialog.tsx'));
const WithdrawDialog = lazyOnUse(() => import('./WithdrawDialog.tsx'));

type Act = ReasonedAct | 'withdraw';

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
  const may = useMay();
  const { state, inForce, idVersion, signer, sealed } = version;
  const isFree = report.review === null;
  const needsItsSigner = may('reports.sign') && report.basis?.mayConfirm === false;
  const mayAmend = may('reports.review') && signer !== null && inForce && isFree && !needsItsSigner;
  const mayWithdraw = may('reports.sign') && signer !== null && inForce;
  const mayDiscard =
    may('reports.review') && state === 'draft' && version.signedAs === null && isFree;
  const [act, setAct] = useState<Act>();
  const [requested, setRequested] = useState<{ readonly record: null } | null>(null);
  const isReasoned = act !== undefined && act !== 'withdraw';

  const open = (next: ReasonedAct) => {
    setAct(next);
    setRequested({ record: null });
  };
  const dialog = { idUser, idVersion, about: `${versionName(version.number)} · ${name}` };
  const mayDeliver = may('reports.deliver') && signer !== null && inForce && sealed;
  const mayDownload = may('reports.read') && signer !== null && sealed && !version.ofAnother;
  if (!mayAmend && !mayWithdraw && !mayDiscard && !mayDeliver && !mayDownload) return null;
  return (
    <div className={classes.actions}>
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
          <LockButton kind="default" size="compact-sm" onClick={() => open('correction')}>
            Corregir
          </LockButton>
          <LockButton kind="default" size="compact-sm" onClick={() => open('addition')}>
            Agregar
          </LockButton>
        </>
      )}
      {mayWithdraw && (
        <LockButton kind="subtle" size="compact-sm" onClick={() => setAct('withdraw')}>
          Retirar
        </LockButton>
      )}
      {mayDiscard && (
        <>
          <LockButton
            kind="default"
            size="compact-sm"
            onClick={() => onReview(report.pending === idVersion ? undefined : idVersion)}
          >
            Revisar
          </LockButton>
          <LockButton kind="subtle" size="compact-sm" onClick={() => open('discard')}>
            Descartar
          </LockButton>
        </>
      )}
      {isReasoned && (
        <ReasonDialog
          key={act}
          {...dialog}
          act={act}
          requested={requested}
          onDone={() => {
            if (act !== 'discard') onReview();
          }}
        />
      )}
      {act === 'withdraw' && <WithdrawDialog {...dialog} onClose={() => setAct(undefined)} />}
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
    <LockButton
      kind="default"
      size="compact-sm"
      icon={IconDownload}
      loading={downloading.isPending}
      loadingLabel="PDF"
      aria-label={`Descargar el PDF de la versión ${number}`}
      onClick={() => downloading.mutate()}
    >
      PDF
    </LockButton>
  );
}

interface DropReviewProps {
  idUser: string;
  kind: ReportKind;
  review: ReportReview;
  onDropped: () => void;
}

/** Ends the user's own review without a signature. It asks for confirmation, because the changes are lost. */
export function DropReview({ idUser, kind, review, onDropped }: DropReviewProps) {
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
      onDropped();
    },
    onSettled: () => {
      setAsking(false);
      return refreshReports(idUser);
    },
  });
  return (
    <div className={classes.actions}>
      <LockButton kind="subtle" size="compact-sm" onClick={() => setAsking(true)}>
        Dejar la revisión
      </LockButton>
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
