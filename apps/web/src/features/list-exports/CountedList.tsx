import type { ExportRequestInput } from '@simiente/contract/list-exports';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { ExportLine } from './ExportLine.tsx';

interface CountedListProps {
  /** What the head of the list says of it: '24 pacientes registrados'. */
  children: ReactNode;
  /** The list as it is shown: which one, and by which filters. */
  request: ExportRequestInput;
  /** How many it has; unknown while they are counted. */
  total: number | undefined;
  totalIsCapped?: boolean;
  /** What one of them is called, and several: ['paciente', 'pacientes']. */
  noun: readonly [one: string, many: string];
}

/** How many a list has, and right beside it the button that gives just those as a file. */
export function CountedList(props: CountedListProps) {
  const { children, request, total, totalIsCapped = false, noun } = props;
  const [one, many] = noun;
  const what = `${formatCount(total ?? 0, totalIsCapped)} ${total === 1 ? one : many}`;
  if (total === undefined) return children;
  return (
    <ExportLine request={request} what={what} isEmpty={total === 0}>
      {children}
    </ExportLine>
  );
}
