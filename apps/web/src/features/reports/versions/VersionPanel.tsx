import type { Report } from '@simiente/contract/reports/calls';
import type { VersionSummary } from '@simiente/contract/reports/version';
import type { ReportReview } from '@simiente/contract/reports/working-copy';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DateText } from '../../../ui/page/DateText.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { describeOrigin, type ReportPath, statePill, versionName } from '../report-words.ts';
import { DropReview, VersionActions } from './VersionActions.tsx';
import classes from './VersionPanel.module.css';

interface VersionPanelProps {
  idUser: string;
  page: ReportPath;
  /** The patient's. */
  name: string;
  report: Report;
  /** The version that is read, or 'review' for the working copy. */
  shown: string | undefined;
  onReview: (older?: string) => void;
  onDropped: () => void;
}

/** The versions of a report, the newest first, above them the one that is being worked on. */
export function VersionPanel(props: VersionPanelProps) {
  const { idUser, page, name, report, shown, onReview, onDropped } = props;
  const { versions, review, inForce, basis } = report;
  const toLink = (version: string, children: ReactNode) => (
    <Link
      to={`/pacientes/$idUser/${page}`}
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
                onDropped={onDropped}
              />
            )}
          </li>
        )}
        {versions.map((version) => {
          const { idVersion } = version;
          const isShown = idVersion === shown;
          const isBasisOpen = basis !== null && version.inForce;
          return (
            <li key={idVersion} className={classes.item} data-shown={isShown || undefined}>
              {toLink(idVersion, <Version version={version} isBasisOpen={isBasisOpen} />)}
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
      <span className={classes.head}>
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

function Version({ version, isBasisOpen }: { version: VersionSummary; isBasisOpen: boolean }) {
  const { number, state, signer, arrivedAt } = version;
  const fate = describeOutcome(version);
  return (
    <>
      <span className={classes.head}>
        <span className={classes.name}>{versionName(number)}</span>
        <StatusPill {...statePill(state)} />
      </span>
      <span className={classes.detail}>{signer?.fullName ?? describeOrigin(version)}</span>
      <span className={classes.detail}>
        <DateText value={arrivedAt} hour />
      </span>
      {fate && <span className={classes.fate}>{fate}</span>}
      {isBasisOpen && (
        <span className={classes.changed} data-tone="amber">
          <IconAlertTriangle size={16} stroke={1.7} aria-hidden /> Cambió un resultado
        </span>
      )}
    </>
  );
}

/** Outcome of a version with its reason. */
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
