import { type ComponentProps, type ReactNode, useId } from 'react';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../buttons/Button.tsx';
import { focusFallback, keepFocus } from '../focus.ts';
import { DateText } from '../page/DateText.tsx';
import classes from './FailedItems.module.css';

interface FailedItemsProps<Item> {
  title: string;
  /** Title of the error if the items cannot be loaded. */
  failure: string;
  query: ComponentProps<typeof LoadMore>['query'] & {
    isError: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  items: readonly Item[];
  total: number;
  getId: (item: Item) => string;
  describe: (item: Item) => FailedItemWords;
  /** Buttons on the right of each item. */
  action: (item: Item) => ReactNode;
}

interface FailedItemWords {
  readonly name: string;
  readonly kind: string;
  readonly receivedAt: string;
  /** Number of attempts; absent for items that have not failed. */
  readonly attempts?: number;
  readonly reason: string;
}

/** Items that wait for a user, such as messages that could not be processed; hidden when empty. */
export function FailedItems<Item>(props: FailedItemsProps<Item>) {
  const { title, failure, query, items, total, getId, describe, action } = props;
  const id = useId();

  if (query.isError && items.length === 0) {
    return (
      <section className={classes.card} role="alert">
        <p className={classes.failure}>
          {failure} {query.error?.message}
        </p>
        <Button kind="default" size="xs" onClick={() => void query.refetch()}>
          Reintentar
        </Button>
      </section>
    );
  }
  if (items.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby={id} {...focusFallback}>
      <header className={classes.header}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <span className={classes.count}>{formatCount(total)}</span>
      </header>
      <ul className={classes.list}>
        {items.map((item) => (
          <FailedItem key={getId(item)} {...describe(item)}>
            {action(item)}
          </FailedItem>
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={classes.more}>
          <LoadMore query={query} />
        </div>
      )}
    </section>
  );
}

interface FailedItemProps extends FailedItemWords {
  children: ReactNode;
}

function FailedItem(props: FailedItemProps) {
  const { name, kind, receivedAt, attempts, reason, children } = props;
  return (
    <li className={classes.delivery} ref={keepFocus}>
      <div className={classes.words}>
        <p className={classes.who} title={name}>
          {name}
        </p>
        <p className={classes.facts}>
          {kind} · <DateText value={receivedAt} />
          {attempts !== undefined && ` · ${pluralize(attempts, ['intento', 'intentos'])}`}
        </p>
        <p className={classes.reason}>{reason}</p>
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  );
}

interface LoadMoreProps {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** 'Cargar más'; renders nothing after the last page. */
export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      kind="default"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Cargar más
    </Button>
  );
}
