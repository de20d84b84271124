import type { Report } from '@simiente/contract/reports/calls';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LinkSlotProps } from '../../../ui/link-slot.ts';
import { LoadError } from '../../../ui/page/LoadError.tsx';
import classes from '../ReportPage.module.css';
import type { ReportPath } from '../report-words.ts';
import { CreateDraft } from './CreateDraft.tsx';
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

/** Beside the text: the report's versions, what may be done with them, and a new draft. */
export function VersionRail({ idUser, page, life, mayDraft, ...about }: VersionRailProps) {
  const report = life.data;
  const hasVersions = report !== undefined && report.versions.length > 0;
  const linkTo = (version: string, props: LinkSlotProps) => (
    <Link
      to={`/pacientes/$idUser/${page}`}
      params={{ idUser }}
      resetScroll={false}
      search={searchOf(version, report)}
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
function searchOf(version: string, report: Report | undefined) {
  if (version === 'review') return { lectura: 'revisar' } as const;
  return version === report?.inForce ? {} : { version };
}
