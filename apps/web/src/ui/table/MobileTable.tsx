import { Loader } from '@mantine/core';
import classes from './DataTable.module.css';
import type { TableViewProps } from './DesktopTable.tsx';
import { MobileHead } from './MobileHead.tsx';
import { MobileRows } from './MobileRows.tsx';
import { SkeletonItems } from './SkeletonRows.tsx';

export function MobileTable<T extends object>(props: TableViewProps<T>) {
  const { table, options, showLoading, hasRows } = props;
  if (options.loading) {
    return (
      <>
        <p className={classes.mobileHead} role="status">
          {showLoading && (
            <span className={classes.loadingWord}>
              <Loader size={15} color="var(--si-ink-3)" aria-hidden />
              Cargando...
            </span>
          )}
        </p>
        <SkeletonItems count={options.skeletonRows ?? 8} visible={showLoading} />
      </>
    );
  }
  if (hasRows) {
    return (
      <>
        <MobileHead table={table} options={options} />
        <MobileRows table={table} options={options} />
      </>
    );
  }
  return <div className={classes.message}>{options.error ?? options.empty}</div>;
}
