import classes from './DataTable.module.css';
import type { DataTableColumn } from './table-types.ts';

interface SkeletonRowsProps<T> {
  columns: readonly DataTableColumn<T>[];
  selectable: boolean;
  /** False for the first 200 ms, in which only the space is reserved. */
  visible: boolean;
}

const WIDTHS = ['62%', '48%', '70%', '55%', '66%'];
const POSITIONS = Array.from({ length: 10 }, (_, index) => index);

function Bar({ index, tall }: { index: number; tall?: boolean }) {
  const width = WIDTHS[index % WIDTHS.length];
  return <span className={tall ? classes.bar : classes.thinBar} style={{ width }} />;
}

function PersonShape({ index }: { index: number }) {
  return (
    <span className={classes.personShape}>
      <span className={classes.circle} />
      <span className={classes.personBars}>
        <Bar index={index} tall />
        <Bar index={index + 1} />
      </span>
    </span>
  );
}

function Shape({ kind, index }: { kind: 'person' | 'text' | 'pill'; index: number }) {
  if (kind === 'person') return <PersonShape index={index} />;
  if (kind === 'pill') return <span className={classes.pillShape} />;
  return <Bar index={index} tall />;
}

/** Placeholders as high as the later rows, while the first page loads. */
export function SkeletonRows<T>({ columns, selectable, visible }: SkeletonRowsProps<T>) {
  return (
    <tbody aria-hidden className={classes.skeleton} data-visible={visible || undefined}>
      {POSITIONS.map((index) => (
        <tr key={index} className={classes.row}>
          {selectable && (
            <td className={classes.checkCell}>
              <span className={classes.checkShape} />
            </td>
          )}
          {columns.map((column, position) => (
            <td key={column.id} className={classes.cell}>
              <Shape kind={column.skeleton ?? 'text'} index={index + position} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

export function SkeletonItems({ visible }: { visible: boolean }) {
  return (
    <div aria-hidden className={classes.skeleton} data-visible={visible || undefined}>
      {POSITIONS.slice(0, 8).map((index) => (
        <div key={index} className={classes.itemShape}>
          <Bar index={index} tall />
          <Bar index={index + 1} />
        </div>
      ))}
    </div>
  );
}
