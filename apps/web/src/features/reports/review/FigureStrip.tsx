import { IconAlertTriangle, IconCheck, IconHelpCircle } from '@tabler/icons-react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import classes from './Review.module.css';
import { agrees, differs, isToAccept, type SentenceFinding } from './sentence-findings.ts';

const icon = { size: 15, stroke: 1.7, 'aria-hidden': true } as const;

interface FigureStripProps {
  findings: readonly SentenceFinding[];
  /** When the figures without a result were acknowledged, all that there are now. */
  acknowledgedAt: string | null;
  onAcknowledge: () => void;
}

/** Counts of the text's figures: agreeing, differing, without a result; and the tasks before a signature. */
export function FigureStrip({ findings, acknowledgedAt, onAcknowledge }: FigureStripProps) {
  const agreeing = findings.filter(agrees).length;
  const differing = findings.filter((one) => differs(one) && one.explanation === null).length;
  const explained = findings.filter((one) => differs(one) && one.explanation !== null).length;
  const unknown = findings.filter(({ verdict }) => verdict === 'unknown').length;
  const treatments = findings.filter((one) => isToAccept(one, 'treatment')).length;
  const values = findings.filter((one) => isToAccept(one, 'unsettled')).length;
  const isOpen = unknown > 0 && acknowledgedAt === null;
  return (
    <div className={classes.strip}>
      <strong>Cifras</strong>
      {findings.length === 0 && <span className={classes.agrees}>El texto no cita cifras.</span>}
      {agreeing > 0 && (
        <span className={classes.agrees}>
          <IconCheck {...icon} /> {agreeing} {agreeing === 1 ? 'coincide' : 'coinciden'}
        </span>
      )}
      {differing > 0 && (
        <span className={classes.chip} data-tone="red">
          <IconAlertTriangle {...icon} /> {differing}{' '}
          {differing === 1 ? 'no coincide' : 'no coinciden'}
        </span>
      )}
      {explained > 0 && (
        <span className={classes.chip}>
          {explained} {explained === 1 ? 'explicada' : 'explicadas'}
        </span>
      )}
      {unknown > 0 && (
        <span className={classes.chip}>
          <IconHelpCircle {...icon} />
          <span>
            {unknown} sin resultado
            {acknowledgedAt !== null && (
              <>
                {unknown === 1 ? ', confirmada ' : ', confirmadas '}
                <DateText value={acknowledgedAt} hour />
              </>
            )}
          </span>
        </span>
      )}
      {treatments > 0 && (
        <span className={classes.chip}>
          <IconHelpCircle {...icon} /> {treatmentCount(treatments)} por aceptar
        </span>
      )}
      {values > 0 && (
        <span className={classes.chip}>
          <IconHelpCircle {...icon} /> {valueCount(values)} por aceptar
        </span>
      )}
      {isOpen && (
        <LockButton
          kind="default"
          size="compact-sm"
          aria-label={`${unknown === 1 ? 'Confirmarla' : 'Confirmarlas'}: ${figures(unknown)} sin resultado`}
          onClick={onAcknowledge}
        >
          {unknown === 1 ? 'Confirmarla' : 'Confirmarlas'}
        </LockButton>
      )}
      <span className={classes.left} role="status">
        {describeLeft(differing, isOpen ? unknown : 0, treatments, values)}
      </span>
    </div>
  );
}

const treatmentCount = (count: number) =>
  `${count} ${count === 1 ? 'tratamiento' : 'tratamientos'}`;

const valueCount = (count: number) => `${count} ${count === 1 ? 'valor' : 'valores'}`;

const figures = (count: number) => `${count} ${count === 1 ? 'cifra' : 'cifras'}`;

/** 'Para firmar: corrige o explica 1 cifra' */
function describeLeft(
  differing: number,
  unknown: number,
  treatments: number,
  values: number,
): string {
  const left = [
    differing > 0 && `corrige o explica ${figures(differing)}`,
    unknown > 0 && `confirma ${figures(unknown)} sin resultado`,
    treatments > 0 && `acepta ${treatmentCount(treatments)}`,
    values > 0 && `acepta ${valueCount(values)}`,
  ].filter((part) => part !== false);
  return left.length === 0 ? '' : `Para firmar: ${left.join(' y ')}`;
}
