import type { Figure } from '@simiente/contract/dashboard';
import { formatCount, formatPercent } from '../../lib/format/numbers.ts';

export interface FigureChange {
  readonly direction: 'up' | 'down' | 'same';
  /** '+12.4 %', '−3.2 %', '+2', 'Sin cambio' */
  readonly text: string;
}

/** As much of a share as one decimal shows. */
const SMALLEST_SHARE = 0.0005;

/**
 * How a figure has changed since the period before: by a share of what it was, or by a number where
 * it was nothing, or where `inUnits` says that there are too few for shares.
 */
export function changeOf(
  { value, previous }: Pick<Figure, 'value' | 'previous'>,
  inUnits = false,
): FigureChange {
  const difference = value - previous;
  if (difference === 0) return { direction: 'same', text: 'Sin cambio' };
  const size = Math.abs(difference);
  const share = size / previous;
  const amount =
    inUnits || previous === 0 || share < SMALLEST_SHARE ? formatCount(size) : formatPercent(share);
  return difference > 0
    ? { direction: 'up', text: `+${amount}` }
    : { direction: 'down', text: `−${amount}` };
}
