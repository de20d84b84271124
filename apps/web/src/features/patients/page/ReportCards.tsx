import type { MedicalHistory } from '@simiente/contract/patients/calls';
import type { Report } from '@simiente/contract/reports/calls';
import type { ReportKind } from '@simiente/contract/reports/states';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { ChartPageArt, OpenBookArt } from '../../../ui/illustrations/report-art.tsx';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import { useCan } from '../../session/public.ts';
import classes from './ReportCards.module.css';

interface ReportCardsProps {
  idUser: string;
  reports: NonNullable<MedicalHistory['MedicalReportData']>;
}

/**
 * The cards 'Actualidad' and 'Test de Fertilidad'. A report without a text links to its versions, or to the page on
 * which its first draft is created.
 */
export function ReportCards({ idUser, reports }: ReportCardsProps) {
  const can = useCan();
  // Versions matter only if a report has no text.
  const lacksText = Object.values(reports).some(({ message }) => message.trim() === '');
  const { data } = useAnswer(queries.reports.ofPatient, {
    input: { idUser },
    select: ({ reports }) => reports,
    enabled: lacksText && can('reports.read'),
  });
  const findReport = (kind: ReportKind) => data?.find((report) => report.kind === kind);
  // Rule-based drafts exist only for the report on exams.
  const mayDraft = can('reports.review') && can('results.read');
  return (
    <>
      <ReportCard
        title="Actualidad"
        art={<OpenBookArt />}
        text="Informe de sus exámenes generado con apoyo de inteligencia artificial."
        missing="Aún no hay un informe de sus exámenes."
        report={findReport('exam_ai')}
        mayDraft={mayDraft}
        action="Leer"
        isBasisChanged={reports.examReportIA.basisChanged === true}
        available={reports.examReportIA.message.trim() !== ''}
        link={<Link to="/pacientes/$idUser/actuality" params={{ idUser }} />}
        area="actuality"
      />
      <ReportCard
        title="Test de Fertilidad"
        art={<ChartPageArt />}
        text="Primer informe médico, a partir de su test."
        missing="Aún no hay un primer informe médico."
        report={findReport('first_medical')}
        mayDraft={false}
        action="Ver resultados"
        isBasisChanged={reports.firstMedicalReport.basisChanged === true}
        available={reports.firstMedicalReport.message.trim() !== ''}
        link={<Link to="/pacientes/$idUser/fertility-test" params={{ idUser }} />}
        area="test"
      />
    </>
  );
}

interface ReportCardProps {
  title: string;
  art: ReactNode;
  text: string;
  missing: string;
  /** Loaded only if one of the two reports has no text, and the account may read reports. */
  report: Report | undefined;
  mayDraft: boolean;
  isBasisChanged: boolean;
  action: string;
  available: boolean;
  link: LinkSlot;
  area: 'actuality' | 'test';
}

function ReportCard(props: ReportCardProps) {
  const { title, art, text, action, available, report, mayDraft, link, area } = props;
  const missing =
    report?.state === 'withdrawn' ? 'Retirado. No hay un texto vigente.' : props.missing;
  const draftAction = report && mayDraft && 'Preparar informe';
  const otherAction = report?.versions.length ? 'Ver versiones' : draftAction;
  return (
    <section className={classes.card} data-area={area} aria-label={title}>
      <div className={classes.tile} data-faded={!available || undefined}>
        {art}
      </div>
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{available ? text : missing}</p>
        {props.isBasisChanged && (
          <p className={classes.changed} data-tone="amber">
            <IconAlertTriangle size={17} stroke={1.7} aria-hidden /> Cambió un dato que cita. La
            entrega está detenida.
          </p>
        )}
        <div className={classes.action}>
          {available ? (
            <LinkButton kind="default" link={link} aria-label={`${action}: ${title}`}>
              {action}
            </LinkButton>
          ) : (
            <>
              <Button kind="default" disabled disabledReason={missing}>
                {action}
              </Button>
              {otherAction && (
                <LinkButton kind="subtle" link={link} aria-label={`${otherAction}: ${title}`}>
                  {otherAction}
                </LinkButton>
              )}
            </>
          )}
        </div>
      </div>
    </section>
  );
}
