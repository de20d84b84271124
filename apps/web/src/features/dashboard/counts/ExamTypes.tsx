import { UnstyledButton } from '@mantine/core';
import type { DashboardCounts } from '@simiente/contract/dashboard/calls';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/numbers.ts';
import { ChartCard, ChartTable } from './ChartCard.tsx';
import classes from './ExamTypes.module.css';

/** The exams of the period by type, the most frequent first. */
export function ExamTypes({ counts }: { counts: DashboardCounts }) {
  const [isExpanded, setExpanded] = useState(false);
  const { shown, isExpandable } = examShares(counts, isExpanded);
  const largest = Math.max(...shown.map(({ count, isOthers }) => (isOthers ? 0 : count)));
  return (
    <ChartCard title="Exámenes por tipo" aside={`${formatCount(counts.exams.value)} en total`}>
      {shown.length === 0 && <p className={classes.none}>No hay exámenes en este periodo.</p>}
      <ul className={classes.types} aria-hidden>
        {shown.map((type) => (
          <TypeBar key={type.name} type={type} length={type.count / largest} />
        ))}
      </ul>
      {shown.length > 0 && (
        <ChartTable
          caption="Exámenes por tipo"
          titles={['Tipo', 'Exámenes', 'Parte del total']}
          rows={shown.map(({ name, count, share }) => [name, formatCount(count), share])}
        />
      )}
      {counts.undatedExams > 0 && (
        <p className={classes.undated}>{describeUndated(counts.undatedExams)}</p>
      )}
      {isExpandable && (
        <div className={classes.more}>
          {/* Not a Button: toggling needs no lock against double clicks. */}
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? 'Ver menos tipos' : 'Ver todos los tipos'}
          </UnstyledButton>
        </div>
      )}
    </ChartCard>
  );
}

function describeUndated(count: number): string {
  return count === 1
    ? '1 examen sin fecha no se incluye.'
    : `${formatCount(count)} exámenes sin fecha no se incluyen.`;
}

function TypeBar({ type, length }: { type: ExamShare; length: number }) {
  const { name, count, share, isOthers } = type;
  return (
    <li className={classes.type}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      <span className={classes.count}>{formatCount(count)}</span>
      <span className={classes.share}>{share}</span>
      {!isOthers && (
        <span className={classes.track}>
          <span className={classes.bar} style={{ width: `${length * 100}%` }} />
        </span>
      )}
    </li>
  );
}

interface ExamShare {
  readonly name: string;
  readonly count: number;
  /** '40 %', '<1 %' */
  readonly share: string;
  /** Whether it is the sum of all other types, last in the list and without a bar. */
  readonly isOthers: boolean;
}

/** Number of types shown at first, before 'Otros tipos'. */
const FIRST_TYPES = 6;

/** Rows of the card: the most frequent types and the sum of the others, or all from the server. */
export function examShares(
  { exams, examTypes, otherExams }: Pick<DashboardCounts, 'exams' | 'examTypes' | 'otherExams'>,
  isExpanded: boolean,
): { shown: readonly ExamShare[]; isExpandable: boolean } {
  const total = exams.value;
  const share = (count: number) => {
    const percent = Math.round((count / total) * 100);
    return `${percent === 0 ? '<1' : percent}\u00A0%`;
  };
  // A single further type takes no more space than 'Otros tipos'.
  const isExpandable = examTypes.length > FIRST_TYPES + 1;
  const listed = isExpanded || !isExpandable ? examTypes : examTypes.slice(0, FIRST_TYPES);
  const others = examTypes.slice(listed.length).reduce((sum, { count }) => sum + count, otherExams);
  return {
    shown: [
      ...listed.map(({ examType, count }) => ({
        name: examType,
        count,
        share: share(count),
        isOthers: false,
      })),
      ...(others === 0
        ? []
        : [{ name: 'Otros tipos', count: others, share: share(others), isOthers: true }]),
    ],
    isExpandable,
  };
}
