import { UnstyledButton } from '@mantine/core';
import type { ProspectPage } from '@simiente/contract/prospects/calls';
import type { ProspectGroup } from '@simiente/contract/prospects/filters';
import { formatCount } from '../../../lib/format/numbers.ts';
import { useRevealPressed } from '../../../ui/list/use-reveal-pressed.ts';
import { ToneDot } from '../../../ui/status/ToneDot.tsx';
import { groupLooks } from '../prospect-status.ts';
import classes from './ProspectsCounters.module.css';

interface ProspectsCountersProps {
  /** Undefined until the first page has loaded. */
  page: ProspectPage | undefined;
  /** The status that the table is filtered by. */
  chosen: ProspectGroup | undefined;
  onChoose: (group: ProspectGroup | undefined) => void;
}

/** How many there are of each status. A figure filters by its status; once more, by none. */
export function ProspectsCounters({ page, chosen, onChoose }: ProspectsCountersProps) {
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
            <dd className={classes.figure}>
              {page ? formatCount(page.counts[group], page.countsAreCapped) : '\u00a0'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
