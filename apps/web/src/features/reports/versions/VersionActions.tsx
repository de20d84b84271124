import type { Report } from '@simiente/contract/reports/calls';
import { reportPdfName, reportPdfPath } from '@simiente/contract/reports/paper-calls';
import type { VersionSummary } from '@simiente/contract/reports/version';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '../../../lib/api/download.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { useAct } from '../../../ui/toasts/notify.tsx';
import { DeliverVersion } from '../../deliveries/public.ts';
import { useHasDraft, useMay } from '../../session/public.ts';
import { versionName } from '../report-words.ts';
import type { ReasonedAct } from './ReasonDialog.tsx';
import classes from './VersionActions.module.css';

const ReasonDialog = lazyOnUse(() => import('./ReasonDialog.tsx'));
const WithdrawDialog = lazyOnUse(() => import('./WithdrawDialog.tsx'));

type Act = ReasonedAct | 'withdraw';
const acts = ['correction', 'addition', 'discard', 'withdraw'] as const satisfies readonly Act[];

interface VersionActionsProps {
  idUser: string;
  name: string;
  report: Report;
  version: VersionSummary;
  /** Opens the working copy, or its base: the newest draft, or an older one. */
  onReview: (older?: string) => void;
}

/** Acts of this account on a version: deliver, amend, withdraw, discard. */
export function VersionActions({ report, version, onReview, ...about }: VersionActionsProps) {
  const may = useMay();
  const { state, inForce, idVersion, signer, sealed } = version;
  const isFree = report.review === null;
  const isForOther = may('reports.sign') && report.basis?.mayConfirm === false;
  const mayAmend = may('reports.review') && signer !== null && inForce && isFree && !isForOther;
  const mayWithdraw = may('reports.sign') && signer !== null && inForce;
  const mayDiscard =
    may('reports.review') && state === 'draft' && version.signedAs === null && isFree;
  const draftName = (of: Act) => `report ${of} ${idVersion}`;
  const isKept: Readonly<Record<Act, boolean>> = {
    correction: useHasDraft(draftName('correction')),
    addition: useHasDraft(draftName('addition')),
    discard: useHasDraft(draftName('discard')),
    withdraw: useHasDraft(draftName('withdraw')),
  };
  const [act, setAct] = useState<Act | undefined>(() => acts.find((one) => isKept[one]));
  const [requested, setRequested] = useState<{ readonly record: null } | null>(null);
  const isReasoned = act !== undefined && act !== 'withdraw';

  const open = (next: ReasonedAct) => {
    setAct(next);
    setRequested({ record: null });
  };
  const dialog = {
    idUser: about.idUser,
    idVersion,
    about: `${versionName(version.number)} · ${about.name}`,
  };
  const mayDeliver = may('reports.deliver') && signer !== null && inForce && sealed;
  const mayDownload = may('reports.read') && signer !== null && sealed && !version.ofAnother;
  if (!mayAmend && !mayWithdraw && !mayDiscard && !mayDeliver && !mayDownload) return null;
  return (
    <div className={classes.actions}>
      {mayDeliver && (
        <DeliverVersion
          idUser={about.idUser}
          name={about.name}
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
          draft={draftName(act)}
          requested={requested}
          onDone={() => {
            if (act !== 'discard') onReview();
          }}
        />
      )}
      {act === 'withdraw' && (
        <WithdrawDialog {...dialog} draft={draftName(act)} onClose={() => setAct(undefined)} />
      )}
    </div>
  );
}

function DownloadPdf({ version }: { version: VersionSummary }) {
  const { idVersion, number } = version;
  const downloading = useAct('No se pudo descargar el PDF', {
    mutationFn: () => download(reportPdfPath(idVersion), { fileName: reportPdfName(number) }),
    // Each one is in the audit: another is a person's choice.
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
