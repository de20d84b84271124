import { UnstyledButton } from '@mantine/core';
import type { ProspectFigures } from '@simiente/contract/prospects/calls';
import type { ProspectGroup } from '@simiente/contract/prospects/filters';
import { formatCount } from '../../../lib/format/numbers.ts';
import { useRevealPressed } from '../../../ui/list/use-reveal-pressed.ts';
import { ToneDot } from '../../../ui/status/ToneDot.tsx';
import type { KnownFigures } from '../../records/public.ts';
import { groupLooks } from '../prospect-status.ts';
import classes from './ProspectsCounters.module.css';

interface ProspectsCountersProps {
  known: Pick<KnownFigures<ProspectFigures>, 'figures' | 'isCounting'>;
  /** The status that the table is filtered by. */
  chosen: ProspectGroup | undefined;
  onChoose: (group: ProspectGroup | undefined) => void;
}

/** How many there are of each status. A figure filters by its status; once more, by none. */
export function ProspectsCounters({ known, chosen, onChoose }: ProspectsCountersProps) {
  const { figures, isCounting } = known;
  const frame = useRevealPressed<HTMLElement>();
  return (
    <section ref={frame} className={classes.card} aria-label="Prospectos por estado">
      <dl className={classes.cells}>
        {groupLooks.map(({ group, label, tone }) => (
          <div key={group} className={classes.cell} data-chosen={group === chosen || undefined}>
            <dt>
              <UnstyledButton
                className={classes.label}
                aria-pressed={group === chosen}
                onClick={() => onChoose(group === chosen ? undefined : group)}
              >
                <ToneDot tone={tone} />
                {label}
              </UnstyledButton>
            </dt>
            <dd className={classes.figure} data-earlier-figure={isCounting || undefined}>
              {figures ? formatCount(figures.counts[group], figures.countsAreCapped) : '\u00a0'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
