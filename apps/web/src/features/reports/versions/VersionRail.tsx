import type { Report } from '@simiente/contract/reports/calls';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useRequestKey } from '../../../lib/api/request-key.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { notifySuccess, notifyWarning, useAct } from '../../../ui/toasts/notify.tsx';
import classes from '../ReportPage.module.css';
import { refreshReports } from '../use-reports.ts';
import { VersionPanel } from './VersionPanel.tsx';

interface VersionRailProps extends Omit<Parameters<typeof VersionPanel>[0], 'report'> {
  life: UseQueryResult<Report | undefined>;
  mayDraft: boolean;
}

/** Panel beside the text: the report's versions, the acts on them, and a new draft. */
export function VersionRail({ life, mayDraft, ...panel }: VersionRailProps) {
  const report = life.data;
  const hasVersions = report !== undefined && report.versions.length > 0;
  return (
    <>
      {report && (hasVersions || mayDraft) && (
        <aside className={classes.rail}>
          {hasVersions && <VersionPanel {...panel} report={report} />}
          {mayDraft && <CreateDraft idUser={panel.idUser} />}
        </aside>
      )}
      {life.error && (
        <aside className={classes.rail}>
          <LoadError title="No se pudieron cargar las versiones" queries={[life]} />
        </aside>
      )}
    </>
  );
}

/**
 * 'Crear borrador': writes a draft by rules from the patient's results. If a language model is configured, the toast
 * offers to rephrase it.
 */
function CreateDraft({ idUser }: { idUser: string }) {
  const { keyFor, forget } = useRequestKey();
  const wording = useAct('No se pudo redactar el borrador', {
    mutationFn: (idVersion: string) => api.reports.wordDraft({ idVersion }),
    retry: false,
    onSuccess: ({ data: { outcome, message } }) => {
      if (outcome === 'drafted') notifySuccess('Borrador redactado', { detail: message });
      else notifyWarning('Se conservó el borrador automático', { detail: message });
    },
    onSettled: () => refreshReports(idUser),
  });
  const writing = useAct('No se pudo crear el borrador', {
    describe: describeFailure,
    mutationFn: () =>
      api.reports.writeDraft({ idUser }, { context: { idempotencyKey: keyFor(idUser) } }),
    retry: false,
    onSuccess: ({ data: { draft, languageModel } }) => {
      forget();
      notifySuccess(`Borrador creado: versión ${draft.number}`, {
        detail: 'Se generó automáticamente a partir de sus resultados.',
        ...(languageModel && {
          action: {
            label: `Redactar con ${languageModel.name}`,
            onClick: () => wording.mutate(draft.idVersion),
          },
        }),
      });
    },
    onSettled: () => refreshReports(idUser),
  });
  return (
    <LockButton
      kind="default"
      fullWidth
      icon={IconPlus}
      loading={writing.isPending || wording.isPending}
      loadingLabel={wording.isPending ? 'Redactando…' : 'Creando borrador…'}
      onClick={() => writing.mutate()}
    >
      Crear borrador
    </LockButton>
  );
}

/** The first issue of the failure, or else its message. */
function describeFailure(error: Error): string {
  const [issue] = error instanceof ApiFailure ? error.issues : [];
  return issue?.message ?? error.message;
}
