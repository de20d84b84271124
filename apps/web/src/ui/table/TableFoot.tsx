import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../buttons/LockButton.tsx';
import classes from './DataTable.module.css';

interface TableFootProps {
  loaded: number;
  total: number | undefined;
  totalIsCapped: boolean | undefined;
  hasMore: boolean;
  loadingMore: boolean;
  loadMoreError: string | undefined;
  onLoadMore: (() => void) | undefined;
}

/** '1–50 de 1,284' and, while there is more, the button that the keyboard uses for it. */
export function TableFoot(props: TableFootProps) {
  const { loaded, total = loaded, totalIsCapped, hasMore, loadingMore, loadMoreError } = props;
  return (
    <div className={classes.foot}>
      <p className={classes.range} aria-live="polite">
        1–{formatCount(loaded)} de {formatCount(total, totalIsCapped)}
      </p>
      {loadMoreError !== undefined && !loadingMore && (
        <p className={classes.footError} role="alert">
          {loadMoreError}
        </p>
      )}
      {hasMore && (
        <LockButton kind="default" loading={loadingMore} onClick={() => props.onLoadMore?.()}>
          Cargar más
        </LockButton>
      )}
    </div>
  );
}
