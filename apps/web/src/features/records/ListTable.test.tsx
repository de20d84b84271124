import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderThemed } from '../../test/render.tsx';
import { ListTable } from './ListTable.tsx';
import type { ListPage } from './record-list.ts';
import { byCursor, useListPages } from './use-list-pages.ts';

interface Row {
  readonly id: string;
}

interface Page extends ListPage {
  readonly rows: readonly Row[];
}

const list = {
  rowsOf: (page: Page) => page.rows,
  idOf: ({ id }: Row) => id,
};
const look = {
  columns: [{ id: 'id', header: 'Id', cell: ({ id }: Row) => id }],
  mobileRow: ({ id }: Row) => ({ title: id, facts: id }),
  nameOf: ({ id }: Row) => id,
};

const answerOf = (rows: readonly Row[]) => ({
  status: 200 as const,
  data: { rows, nextCursor: null, total: rows.length, totalIsCapped: false },
});

function Screen({ filter, load }: { filter: string; load: () => Promise<readonly Row[]> }) {
  const loaded = useListPages(list, {
    ...byCursor,
    queryKey: [filter],
    queryFn: async () => answerOf(await load()),
  });
  return (
    <ListTable
      label="Lista"
      list={list}
      look={look}
      loaded={loaded}
      failure="Error al cargar"
      empty={filter === '' ? 'No hay nada todavía' : 'Nada con estos filtros'}
    />
  );
}

test('a list without rows does not show the empty state of new filters before their answer', async () => {
  const client = new QueryClient();
  const answer = Promise.withResolvers<readonly Row[]>();
  const draw = (filter: string, load: () => Promise<readonly Row[]>) => (
    <QueryClientProvider client={client}>
      <Screen filter={filter} load={load} />
    </QueryClientProvider>
  );
  const { rerender } = renderThemed(draw('nadie', async () => []));
  await screen.findByText('Nada con estos filtros');
  rerender(draw('', () => answer.promise));
  expect(screen.queryByText('No hay nada todavía')).toBeNull();
  await act(async () => answer.resolve([{ id: 'ana' }]));
  await screen.findByText('ana');
});
