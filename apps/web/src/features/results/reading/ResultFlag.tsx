import type { ResultValue } from '@simiente/contract/results/calls';
import { flagWords, laboratoryFlagWords } from '@simiente/contract/results/range';
import { IconArrowDown, IconArrowUp, IconCheck, IconClock, IconFlag } from '@tabler/icons-react';
import classes from './ResultFlag.module.css';

const icons = { below: IconArrowDown, within: IconCheck, above: IconArrowUp } as const;

interface ResultFlagProps {
  value: Pick<ResultValue, 'flag' | 'laboratoryFlag' | 'preliminary'>;
}

/** The flag of a value by its printed range, the flag that the laboratory sent, and 'Preliminar'. */
export function ResultFlag({ value: { flag, laboratoryFlag, preliminary } }: ResultFlagProps) {
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
      {laboratoryFlag !== null && (
        <span className={classes.flag} data-tone="amber" data-outside={laboratoryFlag !== 'N'}>
          <IconFlag size={15} stroke={1.7} aria-hidden />
          {laboratoryFlagWords(laboratoryFlag)}
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
