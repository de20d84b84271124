import type { Report } from '@simiente/contract/reports/calls';
import type { VersionSummary } from '@simiente/contract/reports/version';
import type { ReportReview } from '@simiente/contract/reports/working-copy';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LinkSlotProps } from '../../../ui/link-slot.ts';
import { DateText } from '../../../ui/page/DateText.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { describeOrigin, statePill, versionName } from '../report-words.ts';
import classes from './VersionPanel.module.css';

interface VersionPanelProps {
  report: Report;
  /** The version that is read, or 'review' for the working copy. */
  shown: string | undefined;
  /** Leads to a version, or to the working copy. */
  link: (version: string, props: LinkSlotProps) => ReactNode;
  /** Acts on the version that is shown. */
  actions: (version: VersionSummary) => ReactNode;
  /** Acts on the working copy. */
  reviewActions: ReactNode;
}

/** The rail of a report: its versions, the newest first, above them the one that is being worked on. */
export function VersionPanel({ report, shown, link, ...acts }: VersionPanelProps) {
  const { versions, review } = report;
  return (
    <section className={classes.panel} aria-labelledby="versions">
      <h2 id="versions" className={classes.title}>
        Versiones
      </h2>
      <ol className={classes.list}>
        {review && (
          <li className={classes.item} data-shown={shown === 'review' || undefined}>
            {link('review', {
              className: classes.link,
              ...(shown === 'review' && { 'aria-current': 'page' }),
              children: <InReview review={review} />,
            })}
            {shown === 'review' && acts.reviewActions}
          </li>
        )}
        {versions.map((version) => {
          const isShown = version.idVersion === shown;
          return (
            <li key={version.idVersion} className={classes.item} data-shown={isShown || undefined}>
              {link(version.idVersion, {
                className: classes.link,
                ...(isShown && { 'aria-current': 'page' }),
                children: (
                  <Version
                    version={version}
                    isBasisOpen={report.basis !== null && version.inForce}
                  />
                ),
              })}
              {isShown && acts.actions(version)}
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
