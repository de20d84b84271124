import { GapRow, TableRow } from './TableRows.tsx';
import { type RowsProps, useRows } from './use-rows.ts';

const ROW_HEIGHT = 54;

export function TableBody<T extends object>(props: RowsProps<T>) {
  const { options } = props;
  const { columns, selection, getRowName, rowLink, onRowOpen, openRowId } = options;
  const { drawn, tabStop, gapAfter, bodyProps } = useRows<T, HTMLTableSectionElement>(
    props,
    ROW_HEIGHT,
  );
  const span = columns.length + (selection ? 1 : 0);
  return (
    <tbody {...bodyProps}>
      {drawn.flatMap(({ row, index, gapBefore, id }) => [
        gapBefore > 0 && <GapRow key={`gap-${id}`} height={gapBefore} span={span} />,
        <TableRow
          key={id}
          row={row}
          index={index}
          columns={columns}
          name={getRowName(row.original)}
          selectable={selection !== undefined}
          selected={row.getIsSelected()}
          opensHere={rowLink !== undefined || onRowOpen !== undefined}
          isOpen={openRowId === id}
          isTabStop={index === tabStop}
          rowLink={rowLink}
          onOpen={onRowOpen}
        />,
      ])}
      {gapAfter > 0 && <GapRow height={gapAfter} span={span} />}
    </tbody>
  );
}
