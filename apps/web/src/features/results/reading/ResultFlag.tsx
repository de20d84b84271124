import type { ResultValue } from '@simiente/contract/results/calls';
import { flagWords } from '@simiente/contract/results/range';
import { IconArrowDown, IconArrowUp, IconCheck, IconClock } from '@tabler/icons-react';
import classes from './ResultFlag.module.css';

const icons = { below: IconArrowDown, within: IconCheck, above: IconArrowUp } as const;

/** Where a value stands in the range that its laboratory printed, and that the laboratory may still change it. */
export function ResultFlag({
  value: { flag, preliminary },
}: {
  value: Pick<ResultValue, 'flag' | 'preliminary'>;
}) {
  const Icon = flag && icons[flag];
  return (
    <>
      {flag && Icon && (
        <span
          className={classes.flag}
          data-tone="amber"
          data-outside={flag !== 'within' || undefined}
        >
          <Icon size={15} stroke={1.7} aria-hidden />
          {flagWords[flag]}
        </span>
      )}
      {preliminary && (
        <span className={classes.flag} data-tone="amber" data-outside>
          <IconClock size={15} stroke={1.7} aria-hidden />
          Preliminar
        </span>
      )}
    </>
  );
}
