import type { ResultValue } from '@simiente/contract/results/calls';
import { flagWords } from '@simiente/contract/results/range';
import { IconArrowDown, IconArrowUp, IconCheck } from '@tabler/icons-react';
import classes from './ResultFlag.module.css';

const icons = { below: IconArrowDown, within: IconCheck, above: IconArrowUp } as const;

/** Where a value stands in the range that its laboratory printed, as an icon and words; nothing without one. */
export function ResultFlag({ flag }: Pick<ResultValue, 'flag'>) {
  if (flag === null) return null;
  const Icon = icons[flag];
  return (
    <span className={classes.flag} data-tone="amber" data-outside={flag !== 'within' || undefined}>
      <Icon size={15} stroke={1.7} aria-hidden />
      {flagWords[flag]}
    </span>
  );
}
