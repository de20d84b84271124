import { Skeleton } from '@mantine/core';
import { useDelayed } from '../table/use-delayed.ts';

interface LoadingRowsProps {
  count: number;
  avatarSize: number;
  textWidth: string;
  className: string | undefined;
  rowClassName: string | undefined;
}

/** Placeholders of rows with an avatar and a text; empty for the first 200 ms. */
export function LoadingRows(props: LoadingRowsProps) {
  const { count, avatarSize, textWidth, className, rowClassName } = props;
  const isLate = useDelayed(true);
  return (
    <div className={className} aria-busy="true">
      {isLate &&
        [...Array(count).keys()].map((row) => (
          <div key={row} className={rowClassName}>
            <Skeleton circle height={avatarSize} />
            <Skeleton height={12} width={textWidth} />
          </div>
        ))}
    </div>
  );
}
