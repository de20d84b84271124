import type { Report } from '@simiente/contract/reports/calls';
import { IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useRequestKey } from '../../../lib/api/request-key.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import type { LinkSlotProps } from '../../../ui/link-slot.ts';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { notifySuccess, notifyWarning, useFailureToast } from '../../../ui/toasts/notify.tsx';
import classes from '../ReportPage.module.css';
import type { ReportPath } from '../report-words.ts';
import { refreshReports } from '../use-reports.ts';
import { DropReview } from './DropReview.tsx';
import { VersionActions } from './VersionActions.tsx';
import { VersionPanel } from './VersionPanel.tsx';

interface VersionRailProps {
  idUser: string;
  page: ReportPath;
  /** The patient's. */
  name: string;
  life: UseQueryResult<Report | undefined>;
  /** The version that is read, or 'review'. */
  shown: string | undefined;
  mayDraft: boolean;
  onReview: (older?: string) => void;
  onDropped: () => void;
}

/** Panel beside the text: the report's versions, the acts on them, and a new draft. */
export function VersionRail({ idUser, page, life, mayDraft, ...about }: VersionRailProps) {
  const report = life.data;
  const hasVersions = report !== undefined && report.versions.length > 0;
  const linkTo = (version: string, props: LinkSlotProps) => (
    <Link
      to={`/pacientes/$idUser/${page}`}
      params={{ idUser }}
      resetScroll={false}
      search={toSearch(version, report)}
      {...props}
    />
  );
  return (
    <>
      {report && (hasVersions || mayDraft) && (
        <aside className={classes.rail}>
          {hasVersions && (
            <VersionPanel
              report={report}
              shown={about.shown}
              link={linkTo}
              actions={(version) => (
                <VersionActions
                  key={version.idVersion}
                  idUser={idUser}
                  name={about.name}
                  report={report}
                  version={version}
                  onReview={about.onReview}
                />
              )}
              reviewActions={
                report.review?.isMine && (
                  <DropReview
                    idUser={idUser}
                    kind={report.kind}
                    review={report.review}
                    onDropped={about.onDropped}
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
          <LoadError title="No se pudieron cargar las versiones" queries={[life]} />
        </aside>
      )}
    </>
  );
}

/** The text in force is at the address of the page itself. */
function toSearch(version: string, report: Report | undefined) {
  if (version === 'review') return { lectura: 'revisar' } as const;
  return version === report?.inForce ? {} : { version };
}

/**
 * 'Crear borrador': writes a draft by rules from the patient's results. If a language model is configured, the toast
 * offers to rephrase it.
 */
function CreateDraft({ idUser }: { idUser: string }) {
  const cache = useQueryClient();
  const failure = useFailureToast();
  const { keyFor, forget } = useRequestKey();
  const wording = useMutation({
    mutationFn: (idVersion: string) => api.reports.wordDraft({ idVersion }),
    retry: false,
    onSuccess: ({ data: { outcome, message } }) => {
      if (outcome === 'drafted') notifySuccess('Borrador redactado', { detail: message });
      else notifyWarning('Se conservó el borrador automático', { detail: message });
    },
    onError: (error) => failure.tell('No se pudo redactar el borrador', { detail: error.message }),
    onSettled: () => refreshReports(cache, idUser),
  });
  const writing = useMutation({
    onMutate: failure.clear,
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
    onError: (error) =>
      failure.tell('No se pudo crear el borrador', { detail: describeFailure(error) }),
    onSettled: () => refreshReports(cache, idUser),
  });
  return (
    <LockButton
      kind="default"
      fullWidth
      icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
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
