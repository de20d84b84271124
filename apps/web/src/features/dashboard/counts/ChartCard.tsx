import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { TitleRow } from '../../../ui/table/TitleRow.tsx';
import classes from './ChartCard.module.css';

interface ChartCardProps {
  title: string;
  /** Right of the title: a legend, a total. */
  aside: ReactNode;
  children: ReactNode;
}

export function ChartCard({ title, aside, children }: ChartCardProps) {
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.header}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <div className={classes.aside}>{aside}</div>
      </div>
      {children}
    </section>
  );
}

interface ChartTableProps {
  caption: string;
  titles: readonly string[];
  /** The cells of each row, the first of which names it. */
  rows: readonly (readonly [name: string, ...cells: string[]])[];
}

/** The counts of a chart, for screen readers. */
export function ChartTable({ caption, titles, rows }: ChartTableProps) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <TitleRow titles={titles} />
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={titles[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
