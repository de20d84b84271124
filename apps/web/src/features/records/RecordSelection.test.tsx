import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted } from '../../testing/render.tsx';
import { signInWith } from '../../testing/session.ts';
import { NO_CONSEQUENCES } from '../../testing/wire.ts';
import { ToastHost } from '../../ui/toasts/ToastHost.tsx';
import { ListTable } from './ListTable.tsx';
import { RecordSelection } from './RecordSelection.tsx';
import type { ListPage, RecordList } from './record-list.ts';
import { byCursor, useListPages } from './record-list.ts';

interface Row {
  readonly name: string;
}

interface Page extends ListPage {
  readonly rows: readonly Row[];
}

const list: RecordList<Page, Row> = {
  editCapability: 'patients.edit',
  listsKey: ['people'],
  getRows: (page) => page.rows,
  getId: ({ name }) => name,
};
const layout = {
  columns: [{ id: 'name', header: 'Nombre', cell: ({ name }: Row) => name }],
  mobileRow: ({ name }: Row) => ({ title: name, facts: name }),
  getRowName: ({ name }: Row) => name,
};

/** Records on the server, and whether deletions succeed. */
let names: string[];
let deletionSucceeds: boolean;
/** Whether the answer of a deletion that fails is a page of a proxy. */
let isAnswerLost: boolean;
let restored: string[][];
let consequences = NO_CONSEQUENCES;

beforeEach(() => {
  names = ['Ana', 'Beto', 'Ciro'];
  deletionSucceeds = true;
  isAnswerLost = false;
  restored = [];
  consequences = NO_CONSEQUENCES;
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = (await request.json()) as { idUsers: string[] } | { ids: string[] };
    const ids = 'ids' in body ? body.ids : body.idUsers;
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/trash/consequences') {
      return Response.json({ status: 200, data: consequences });
    }
    if (pathname === '/v1/trash/restore') {
      restored.push(ids);
      return Response.json({ status: 200, data: { restored: ids.length } });
    }
    if (!deletionSucceeds) {
      if (isAnswerLost) return new Response('<h1>Bad Gateway</h1>', { status: 502 });
      const rejection = { status: 404, code: 'NOT_FOUND', errorMessage: 'No existe.' };
      return Response.json(rejection, { status: 404 });
    }
    names = names.filter((name) => !ids.includes(name));
    return Response.json({ status: 200, data: { deleted: ids.length } });
  });
});

afterEach(() => {
  act(() => notifications.clean());
  queryClient.clear();
  vi.unstubAllGlobals();
});

function People() {
  const loaded = useListPages(list, {
    ...byCursor,
    queryKey: ['people'],
    queryFn: async () => ({
      status: 200 as const,
      data: {
        rows: names.map((name) => ({ name })),
        nextCursor: null,
        total: names.length,
        totalIsCapped: false,
      },
    }),
  });
  return (
    <ListTable
      label="Personas"
      layout={layout}
      loaded={loaded}
      failure="Error al cargar"
      empty="No hay nada"
      bar={(selection) => (
        <RecordSelection
          list={list}
          loaded={loaded}
          selection={selection}
          describe={({ name }) => ({ name })}
        />
      )}
    />
  );
}

async function showPeople() {
  renderRouted(
    <>
      <People />
      <ToastHost />
    </>,
  );
  await screen.findByRole('checkbox', { name: /Ana/ });
}

const user = userEvent.setup();
const select = async (name: string) =>
  user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }));

async function deleteSelected() {
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  const question = await screen.findByRole('dialog');
  // The button is enabled once the consequences are shown.
  await user.click(await within(question).findByRole('button', { name: 'Eliminar' }));
}

test('two consecutive deletions are undone one by one', async () => {
  await showPeople();
  for (const name of ['Ana', 'Beto']) {
    await select(name);
    await deleteSelected();
    await screen.findByText(`${name} se puede restaurar durante 30 días.`);
  }
  const [first, second] = screen.getAllByRole('status');
  for (const toast of [second, first]) {
    await user.click(await within(toast as HTMLElement).findByRole('button', { name: 'Deshacer' }));
  }
  await waitFor(() => expect(restored).toEqual([['Beto'], ['Ana']]));
});

test('a failed deletion keeps its selection, and its toast disappears when it succeeds', async () => {
  await showPeople();
  await select('Ana');
  await select('Ciro');
  deletionSucceeds = false;
  await deleteSelected();
  await screen.findByText('ocurrio un error');
  const bar = screen.getByText('2 elementos seleccionados');
  expect(bar).toBeTruthy();
  for (const name of ['Ana', 'Ciro']) {
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
    expect(box.checked).toBe(true);
  }

  deletionSucceeds = true;
  await deleteSelected();
  await screen.findByText('2 elementos eliminados');
  await waitFor(() => expect(screen.queryByText('ocurrio un error')).toBeNull());
  expect(screen.queryByText(/elementos seleccionados/)).toBeNull();
});

test.each([
  [false, 'No se eliminó ningún elemento.'],
  [true, 'El servicio no está disponible en este momento. Inténtalo de nuevo en unos segundos.'],
])(
  'E-10.2980: only an answer of the server reports that a failed deletion changed nothing: lost %s',
  async (lost, detail) => {
    await showPeople();
    await select('Ana');
    deletionSucceeds = false;
    isAnswerLost = lost;
    await deleteSelected();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('ocurrio un error');
    expect(alert.textContent).toContain(detail);
    expect(alert.textContent?.includes('No se eliminó')).toBe(!lost);
  },
);

test('E-10.284: an account that may delete one at a time has no Eliminar with two selected', async () => {
  signInWith('patients.edit', 'trash.put');
  await showPeople();
  await select('Ana');
  expect(screen.getByRole('button', { name: 'Eliminar' })).toBeTruthy();
  await select('Beto');
  expect(screen.getByText(/2 /)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Eliminar' })).toBeNull();
});

test('E-10.284: an account that may not edit a list cannot select in it', async () => {
  signInWith('patients.read', 'trash.put');
  renderRouted(<People />);
  await screen.findAllByText('Ana');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('C8, E-10.1012: the question of a deletion lists included records and released times', async () => {
  consequences = {
    ...NO_CONSEQUENCES,
    branches: { total: 4, first: [{ name: 'Norte' }, { name: 'Sur' }, { name: 'Centro' }] },
    appointments: {
      total: 1,
      first: [{ doctorName: 'Renata Vega', startsAt: '2099-01-12T17:00:00.000Z' }],
    },
    results: { total: 1, first: [{ examType: 'Seminograma', validated: true }] },
  } as never;
  await showPeople();
  await select('Ana');
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  const question = await screen.findByRole('dialog');
  expect(
    await within(question).findByText(
      'También se eliminan 4 sucursales: Norte, Sur, Centro y 1 más.',
    ),
  ).toBeTruthy();
  expect(question.textContent).toMatch(
    /También se elimina 1 cita próxima y su horario queda libre: .*Renata Vega \(/,
  );
  expect(question.textContent).toContain(
    'También se elimina 1 estudio con resultados: Seminograma (validado).',
  );
});
