import type { ProspectPage } from '@simiente/contract/prospects';
import { formatCount } from '../../../lib/format/numbers.ts';
import { ToneDot } from '../../../ui/status/ToneSelect.tsx';
import { groupLooks } from '../prospect-status.ts';
import classes from './ProspectsCounters.module.css';

/** How many there are of each status. */
export function ProspectsCounters({
  page,
}: {
  page: Pick<ProspectPage, 'counts' | 'countsAreCapped'> | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, with the keyboard too.
    <section className={classes.card} aria-label="Prospectos por estado" tabIndex={0}>
      <dl className={classes.cells}>
        {groupLooks.map(({ group, label, tone }) => (
          <div key={group} className={classes.cell}>
            <dt className={classes.label}>
              <ToneDot tone={tone} />
              {label}
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
