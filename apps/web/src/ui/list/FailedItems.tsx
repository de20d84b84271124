import {
  type ComponentProps,
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { formatCount, pluralize } from '../../lib/format/numbers.ts';
import { LockButton } from '../buttons/LockButton.tsx';
import { focusTitle } from '../focus.ts';
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
  /** Number of attempts; absent for items that only wait. */
  readonly attempts?: number;
  readonly reason: string;
}

/** Items that wait for a user, such as messages that could not be processed; hidden when empty. */
export function FailedItems<Item>(props: FailedItemsProps<Item>) {
  const { title, failure, query, items, total, getId, describe, action } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const lostFocus = useRef(false);
  const id = useId();

  // The pressed button is unmounted with its item.
  useLayoutEffect(() => {
    if (!lostFocus.current) return;
    lostFocus.current = false;
    if (heading.current) heading.current.focus();
    else focusTitle();
  });

  if (query.isError && items.length === 0) {
    return (
      <section className={classes.card} role="alert">
        <p className={classes.failure}>
          {failure} {query.error?.message}
        </p>
        <LockButton kind="default" size="xs" onClick={() => void query.refetch()}>
          Reintentar
        </LockButton>
      </section>
    );
  }
  if (items.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className={classes.count}>{formatCount(total)}</span>
      </header>
      <ul className={classes.list}>
        {items.map((item) => (
          <FailedItem
            key={getId(item)}
            {...describe(item)}
            onLeaveFocused={() => (lostFocus.current = true)}
          >
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
  /** Called when the item is unmounted while it has the focus. */
  onLeaveFocused: () => void;
  children: ReactNode;
}

function FailedItem(props: FailedItemProps) {
  const { name, kind, receivedAt, attempts, reason, onLeaveFocused, children } = props;
  const item = useRef<HTMLLIElement>(null);
  const leave = useEffectEvent((element: HTMLElement | null) => {
    if (element?.contains(document.activeElement)) onLeaveFocused();
  });
  useLayoutEffect(() => {
    const element = item.current;
    return () => leave(element);
  }, []);
  return (
    <li className={classes.delivery} ref={item}>
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

/** 'Cargar más', while there is more. */
export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <LockButton
      kind="default"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Cargar más
    </LockButton>
  );
}
