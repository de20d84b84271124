import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { ChartPageArt, OpenBookArt } from '../../../ui/illustrations/report-art.tsx';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import classes from './ReportCards.module.css';

interface ReportCardsProps {
  idUser: string;
  reports: NonNullable<MedicalHistory['MedicalReportData']>;
}

/** Actualidad and Test de Fertilidad; without a message its button is disabled. */
export function ReportCards({ idUser, reports }: ReportCardsProps) {
  return (
    <>
      <ReportCard
        title="Actualidad"
        art={<OpenBookArt />}
        text="Informe de sus exámenes generado con apoyo de inteligencia artificial."
        missing="Aún no hay un informe de sus exámenes."
        action="Leer"
        kind="default"
        available={reports.examReportIA.message.trim() !== ''}
        link={(props) => <Link to="/pacientes/$idUser/actuality" params={{ idUser }} {...props} />}
        area="actuality"
      />
      <ReportCard
        title="Test de Fertilidad"
        art={<ChartPageArt />}
        text="Primer informe médico, a partir de su test."
        missing="Aún no hay un primer informe médico."
        action="Ver resultados"
        kind="normal"
        available={reports.firstMedicalReport.message.trim() !== ''}
        link={(props) => (
          <Link to="/pacientes/$idUser/fertility-test" params={{ idUser }} {...props} />
        )}
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
  action: string;
  kind: 'default' | 'normal';
  available: boolean;
  link: LinkSlot;
  area: 'actuality' | 'test';
}

function ReportCard(props: ReportCardProps) {
  const { title, art, text, missing, action, kind, available, link, area } = props;
  return (
    <section className={classes.card} data-area={area} aria-label={title}>
      <div className={classes.tile} data-faded={!available || undefined}>
        {art}
      </div>
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{available ? text : missing}</p>
        <div className={classes.action}>
          {available ? (
            <LinkButton kind={kind} link={link} aria-label={`${action}: ${title}`}>
              {action}
            </LinkButton>
          ) : (
            <LockButton kind="default" disabled disabledReason={missing}>
              {action}
            </LockButton>
          )}
        </div>
      </div>
    </section>
  );
}
