import { LockButton } from '../buttons/LockButton.tsx';

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
