import type { ResultValue } from '@simiente/contract/results/calls';
import { flagWords, laboratoryFlagWords } from '@simiente/contract/results/range';
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconClock,
  IconFlag,
  type TablerIcon,
} from '@tabler/icons-react';
import classes from './ResultFlag.module.css';

const icons = { below: IconArrowDown, within: IconCheck, above: IconArrowUp } as const;

interface ResultFlagProps {
  value: Pick<ResultValue, 'flag' | 'laboratoryFlag' | 'preliminary'>;
}

/** The flag of a value by its printed range, the flag that the laboratory sent, and 'Preliminar'. */
export function ResultFlag({ value: { flag, laboratoryFlag, preliminary } }: ResultFlagProps) {
  return (
    <>
      {flag && (
        <Flag icon={icons[flag]} isOutside={flag !== 'within'}>
          {flagWords[flag]}
        </Flag>
      )}
      {laboratoryFlag !== null && (
        <Flag icon={IconFlag} isOutside={laboratoryFlag !== 'N'}>
          {laboratoryFlagWords(laboratoryFlag)}
        </Flag>
      )}
      {preliminary && (
        <Flag icon={IconClock} isOutside>
          Preliminar
        </Flag>
      )}
    </>
  );
}

interface FlagProps {
  icon: TablerIcon;
  isOutside: boolean;
  children: string;
}

function Flag({ icon: Icon, isOutside, children }: FlagProps) {
  return (
    <span className={classes.flag} data-tone="amber" data-outside={isOutside || undefined}>
      <Icon size={15} stroke={1.7} aria-hidden />
      {children}
    </span>
  );
}
