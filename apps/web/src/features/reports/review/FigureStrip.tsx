import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import { IconAlertTriangle, IconCheck, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { pluralize } from '../../../lib/format/numbers.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import classes from './Review.module.css';
import { countFindings, type SentenceFinding } from './sentence-findings.ts';

interface FigureStripProps {
  findings: readonly SentenceFinding[];
  /** Time at which all current figures without a result were acknowledged. */
  acknowledgedAt: string | null;
  onAcknowledge: () => void;
}

/** Counts of the text's figures: agreeing, differing, without a result; and the tasks before a signature. */
export function FigureStrip({ findings, acknowledgedAt, onAcknowledge }: FigureStripProps) {
  const { agreeing, explained, ...counts } = countFindings(findings);
  const { differing, unknown, treatments, values } = counts;
  const isOpen = unknown > 0 && acknowledgedAt === null;
  return (
    <div className={classes.strip}>
      <strong>Cifras</strong>
      {findings.length === 0 && <span className={classes.agrees}>El texto no cita cifras.</span>}
      <Chip count={agreeing} words={['coincide', 'coinciden']} icon={IconCheck} agrees />
      <Chip
        count={differing}
        words={['no coincide', 'no coinciden']}
        icon={IconAlertTriangle}
        tone="red"
      />
      <Chip count={explained} words={['explicada', 'explicadas']} />
      <Chip count={unknown} words={['sin verificar', 'sin verificar']} icon={IconHelpCircle}>
        {acknowledgedAt !== null && (
          <>
            {unknown === 1 ? ', confirmada ' : ', confirmadas '}
            <DateText value={acknowledgedAt} hour />
          </>
        )}
      </Chip>
      <Chip count={treatments} words={TREATMENTS} icon={IconHelpCircle}>
        {' por aceptar'}
      </Chip>
      <Chip count={values} words={VALUES} icon={IconHelpCircle}>
        {' por aceptar'}
      </Chip>
      {isOpen && (
        <LockButton
          kind="default"
          size="compact-sm"
          aria-label={`${unknown === 1 ? 'Confirmarla' : 'Confirmarlas'}: ${pluralize(unknown, FIGURES)} sin verificar`}
          onClick={onAcknowledge}
        >
          {unknown === 1 ? 'Confirmarla' : 'Confirmarlas'}
        </LockButton>
      )}
      <span className={classes.left} role="status">
        {describeTasks({ ...counts, unknown: isOpen ? unknown : 0 })}
      </span>
    </div>
  );
}

interface ChipProps {
  count: number;
  words: readonly [one: string, many: string];
  icon?: typeof IconCheck;
  tone?: 'red';
  agrees?: boolean;
  children?: ReactNode;
}

function Chip({ count, words, icon: Icon, tone, agrees: isGreen = false, children }: ChipProps) {
  if (count === 0) return null;
  return (
    <span className={isGreen ? classes.agrees : classes.chip} data-tone={tone}>
      {Icon && <Icon size={15} stroke={1.7} aria-hidden />}
      <span>
        {pluralize(count, words)}
        {children}
      </span>
    </span>
  );
}

const FIGURES = ['cifra', 'cifras'] as const;
const TREATMENTS = ['tratamiento', 'tratamientos'] as const;
const VALUES = ['valor', 'valores'] as const;

/** Text such as 'Para firmar: corrige o explica 1 cifra'. */
function describeTasks({ differing, unknown, treatments, values }: WorkingCopy['open']): string {
  const tasks = [
    differing > 0 && `corrige o explica ${pluralize(differing, FIGURES)}`,
    unknown > 0 && `confirma ${pluralize(unknown, FIGURES)} sin verificar`,
    treatments > 0 && `acepta ${pluralize(treatments, TREATMENTS)}`,
    values > 0 && `acepta ${pluralize(values, VALUES)}`,
  ].filter(Boolean);
  return tasks.length === 0 ? '' : `Para firmar: ${tasks.join(' y ')}`;
}
