import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Figures } from '@simiente/contract/dashboard';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/numbers.ts';
import { ChartCard } from './ChartCard.tsx';
import classes from './ExamTypes.module.css';

/** The exams of the period by type, the most frequent first. */
export function ExamTypes({ figures }: { figures: Figures }) {
  const [isWhole, setWhole] = useState(false);
  const { shown, canGrow } = examShares(figures, isWhole);
  const most = Math.max(...shown.map(({ count, isRest }) => (isRest ? 0 : count)));
  return (
    <ChartCard title="Exámenes por tipo" aside={`${formatCount(figures.exams.value)} en total`}>
      {shown.length === 0 && <p className={classes.none}>Ningún examen en este periodo.</p>}
      <ul className={classes.types} aria-hidden>
        {shown.map((type) => (
          <TypeBar key={type.name} type={type} length={type.count / most} />
        ))}
      </ul>
      {shown.length > 0 && (
        <VisuallyHidden>
          <TypeTable types={shown} />
        </VisuallyHidden>
      )}
      {figures.undatedExams > 0 && (
        <p className={classes.undated}>{describeUndated(figures.undatedExams)}</p>
      )}
      {canGrow && (
        <div className={classes.more}>
          {/* It shows and hides, and starts nothing: it does not lock. */}
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Ver menos tipos' : 'Ver todos los tipos'}
          </UnstyledButton>
        </div>
      )}
    </ChartCard>
  );
}

function describeUndated(count: number): string {
  return count === 1
    ? 'Un examen no tiene fecha: no cuenta en ningún periodo.'
    : `${formatCount(count)} exámenes no tienen fecha: no cuentan en ningún periodo.`;
}

function TypeBar({
  type: { name, count, share, isRest },
  length,
}: {
  type: ExamShare;
  length: number;
}) {
  return (
    <li className={classes.type}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.count}>{formatCount(count)}</span>
      <span className={classes.share}>{share}</span>
      {!isRest && (
        <span className={classes.track}>
          <span className={classes.bar} style={{ width: `${length * 100}%` }} />
        </span>
      )}
    </li>
  );
}

/** The same for readers. */
function TypeTable({ types }: { types: readonly ExamShare[] }) {
  return (
    <table>
      <caption>Exámenes por tipo</caption>
      <thead>
        <tr>
          <th scope="col">Tipo</th>
          <th scope="col">Exámenes</th>
          <th scope="col">Parte del total</th>
        </tr>
      </thead>
      <tbody>
        {types.map(({ name, count, share }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatCount(count)}</td>
            <td>{share}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface ExamShare {
  readonly name: string;
  readonly count: number;
  /** '40 %', '<1 %' */
  readonly share: string;
  /** Of all types that are not told: it has its place at the end, and no bar to compare. */
  readonly isRest: boolean;
}

/** Types that the card shows at first; what is left is one more. */
const SHOWN = 6;
const OTHERS = 'Otros tipos';

/** What the card lists: the most frequent types and the others as one, or all that the server told. */
export function examShares(
  { exams, examTypes, otherExams }: Pick<Figures, 'exams' | 'examTypes' | 'otherExams'>,
  isWhole: boolean,
): { shown: readonly ExamShare[]; canGrow: boolean } {
  const total = exams.value;
  const share = (count: number) => {
    const percent = Math.round((count / total) * 100);
    return `${percent === 0 ? '<1' : percent}\u00A0%`;
  };
  // One more takes as much room as 'Otros tipos' would.
  const canGrow = examTypes.length > SHOWN + 1;
  const told = isWhole || !canGrow ? examTypes : examTypes.slice(0, SHOWN);
  const rest = examTypes.slice(told.length).reduce((sum, { count }) => sum + count, otherExams);
  return {
    shown: [
      ...told.map(({ examType, count }) => ({
        name: examType,
        count,
        share: share(count),
        isRest: false,
      })),
      ...(rest === 0 ? [] : [{ name: OTHERS, count: rest, share: share(rest), isRest: true }]),
    ],
    canGrow,
  };
}
