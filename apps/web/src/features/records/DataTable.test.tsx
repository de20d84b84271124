import { MantineProvider } from '@mantine/core';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { matchMediaAtWidth } from '../../testing/setup.ts';
import { ContactMenu } from '../../ui/contact/ContactMenu.tsx';
import type { DataTableColumn, DataTableProps } from '../../ui/table/table-types.ts';
import { DataTable } from './ListTable.tsx';

interface Person {
  id: string;
  name: string;
}

function makePeople(count: number): Person[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    name: `Persona ${index}`,
  }));
}

const getName = (row: Person) => row.name;
const name = { id: 'name', header: 'Nombre', sorts: 'asc' as const, cell: getName };
const created = { id: 'created', header: 'Creado', sorts: 'desc' as const, cell: () => 'hoy' };
const status = { id: 'status', header: 'Estatus', cell: () => 'Test' };
const columns: DataTableColumn<Person>[] = [name, created, status];

const base = {
  label: 'Pacientes',
  columns,
  getRowId: (row: Person) => row.id,
  getRowName: getName,
  mobileRow: (row: Person) => ({ title: row.name, facts: 'Creado hoy' }),
  empty: 'No data available',
} satisfies Partial<DataTableProps<Person>>;

type Options = Partial<DataTableProps<Person>> & { rows: Person[] };

function show(options: Options) {
  return renderThemed(<DataTable {...base} {...options} />);
}

/** A table whose rows are links; the answer is called when one is followed. */
function showLinks(rows: Person[]) {
  const follow = vi.fn((event: React.MouseEvent) => event.preventDefault());
  const rowLink: DataTableProps<Person>['rowLink'] = ({ id }) => (
    <a href={`/pacientes/${id}`} onClick={follow}>
      {id}
    </a>
  );
  show({ rows, rowLink });
  return follow;
}

/** A table with a selection state, as in a screen. */
function Selectable({ rows, start = [] }: { rows: Person[]; start?: string[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(start));
  return (
    <>
      <output>{[...selected].join(' ')}</output>
      <DataTable {...base} rows={rows} selection={{ selected, onChange: setSelected }} />
    </>
  );
}

function selected(): string {
  return screen.getByRole('status').textContent ?? '';
}

const readTexts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);

function bodyRows(): HTMLElement[] {
  return screen.getAllByRole('row').slice(1);
}

test('rows of previous filters cannot be selected', () => {
  const onChange = vi.fn();
  const selection = { selected: new Set<string>(), onChange };
  const rows = makePeople(2);
  const { rerender } = show({ rows, selection, refreshing: true });
  fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
  expect(onChange).not.toHaveBeenCalled();
  rerender(<DataTable {...base} rows={rows} selection={selection} />);
  fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
  expect(onChange).toHaveBeenCalledTimes(1);
});

describe('the rows of a table', () => {
  test('few of 10,000 rows are rendered, with their index among all rows', () => {
    show({ rows: makePeople(10_000), total: 10_000 });
    const rows = bodyRows();
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThanOrEqual(80);
    expect(screen.getByRole('table', { name: 'Pacientes' }).getAttribute('aria-rowcount')).toBe(
      '10001',
    );
    expect(rows[0]?.getAttribute('aria-rowindex')).toBe('2');
    expect(rows[4]?.getAttribute('aria-rowindex')).toBe('6');
  });

  test.each([1440, 390])(
    'the first render has rows, and none is rendered twice at %i px',
    (width) => {
      window.matchMedia = matchMediaAtWidth(width);
      const drawn = vi.fn(({ name }: Person) => name);
      const props: DataTableProps<Person> = {
        ...base,
        rows: makePeople(3),
        columns: [{ id: 'name', header: 'Nombre', cell: drawn }],
        mobileRow: (row) => ({ title: drawn(row), facts: '' }),
      };
      // Rendering on the server has no effects, and therefore no second render.
      expect(
        renderToString(
          <MantineProvider>
            <DataTable {...props} />
          </MantineProvider>,
        ),
      ).toContain('Persona 2');
      drawn.mockClear();
      renderThemed(<DataTable {...props} />);
      expect(drawn.mock.calls.map(([{ id }]) => id)).toEqual(['p0', 'p1', 'p2']);
    },
  );

  test('a capped total gives an unknown aria-rowcount', () => {
    show({ rows: makePeople(3), total: 1000, totalIsCapped: true, hasMore: true });
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
    expect(screen.getByText('1–3 de 1,000+')).toBeTruthy();
  });

  test('E-2.55: a click on a row opens it, a click on its checkbox does not', () => {
    const onRowOpen = vi.fn();
    const rows = makePeople(3);
    show({ rows, onRowOpen, selection: { selected: new Set(), onChange: () => {} } });
    fireEvent.click(within(bodyRows()[1] as HTMLElement).getByText('hoy'));
    expect(onRowOpen).toHaveBeenCalledExactlyOnceWith(rows[1]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Seleccionar a Persona 2' }));
    expect(onRowOpen).toHaveBeenCalledTimes(1);
  });

  test('a pressed row stays until the click, even if new rows arrive', () => {
    vi.useFakeTimers();
    const onRowOpen = vi.fn();
    const [first, second, third] = makePeople(3);
    if (!first || !second || !third) throw new Error('three people');
    const { rerender } = show({ rows: [first, second], onRowOpen });
    const pressed = screen.getByText('Persona 1');
    fireEvent.pointerDown(pressed);
    rerender(<DataTable {...base} rows={[second, third]} onRowOpen={onRowOpen} />);
    expect(bodyRows()[1]?.textContent).toContain('Persona 1');
    rerender(<DataTable {...base} rows={[]} loading onRowOpen={onRowOpen} />);
    fireEvent.pointerUp(pressed);
    rerender(<DataTable {...base} rows={[third]} onRowOpen={onRowOpen} />);
    expect(bodyRows()[1]?.contains(pressed)).toBe(true);
    fireEvent.click(pressed);
    expect(onRowOpen).toHaveBeenCalledExactlyOnceWith(second);
    act(() => vi.advanceTimersByTime(100));
    expect(bodyRows()).toHaveLength(1);
    expect(bodyRows()[0]?.textContent).toContain('Persona 2');
  });

  test.each([1440, 390])('the next row gets the focus of a removed one at %i px', (width) => {
    window.matchMedia = matchMediaAtWidth(width);
    const rows = makePeople(4);
    const readFocused = () => document.activeElement?.getAttribute('data-row-id');
    const { rerender, container } = show({ rows });
    act(() => container.querySelectorAll<HTMLElement>('[data-row-id]')[1]?.focus());
    expect(readFocused()).toBe('p1');
    rerender(<DataTable {...base} rows={rows.filter(({ id }) => id !== 'p1')} />);
    expect(readFocused()).toBe('p2');
    rerender(<DataTable {...base} rows={rows.slice(0, 1)} />);
    expect(readFocused()).toBe('p0');
  });

  test('a press in the selection bar does not freeze the rows', () => {
    const bar = <button type="button">Eliminar</button>;
    const { rerender } = show({ rows: makePeople(2), bar });
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Eliminar' }));
    rerender(<DataTable {...base} rows={makePeople(1)} bar={bar} />);
    expect(bodyRows()).toHaveLength(1);
  });

  test('the first cell is a link, which a click elsewhere in the row follows', () => {
    const follow = showLinks(makePeople(2));
    expect(screen.getByRole('link', { name: 'Persona 1' }).getAttribute('href')).toBe(
      '/pacientes/p1',
    );
    fireEvent.click(within(bodyRows()[1] as HTMLElement).getByText('Test'));
    expect(follow).toHaveBeenCalledTimes(1);
  });
});

test('E-10.710: the cell with the link is the header of its row, or the first cell', () => {
  const rows = makePeople(1);
  const { rerender } = show({ rows });
  expect(readTexts('rowheader')).toEqual(['Persona 0']);
  rerender(
    <DataTable {...base} rows={rows} columns={[status, { ...name, isLink: true }, created]} />,
  );
  expect(readTexts('rowheader')).toEqual(['Persona 0']);
  expect(readTexts('cell')).toEqual(['Test', 'hoy']);
});

test('E-10.710: a column without a title has no header cell', () => {
  const menu = { id: 'menu', header: '', cell: () => 'Más' };
  show({ rows: makePeople(1), columns: [...columns, menu] });
  expect(readTexts('columnheader')).toEqual(['Nombre', 'Creado', 'Estatus']);
});

describe('a table by keyboard', () => {
  test('the link is in the isLink column', () => {
    show({
      rows: makePeople(1),
      columns: [status, { ...name, isLink: true }, created],
      rowLink: (row) => <a href={`/p/${row.id}`}>{row.id}</a>,
    });
    expect(screen.getByRole('link').textContent).toBe('Persona 0');
  });

  test('one row is in the tab order; arrow keys move it, Enter opens it', async () => {
    const onRowOpen = vi.fn();
    const rows = makePeople(5);
    show({ rows, onRowOpen });
    expect(bodyRows().map((row) => row.tabIndex)).toEqual([0, -1, -1, -1, -1]);
    act(() => bodyRows()[0]?.focus());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement).toBe(bodyRows()[1]);
    expect(bodyRows()[1]?.tabIndex).toBe(0);
    await userEvent.keyboard('{Enter}');
    expect(onRowOpen).toHaveBeenCalledExactlyOnceWith(rows[1]);
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(bodyRows()[4]);
    await userEvent.keyboard('{Home}');
    expect(document.activeElement).toBe(bodyRows()[0]);
  });

  test('Enter follows the link of the row', async () => {
    const follow = showLinks(makePeople(1));
    act(() => bodyRows()[0]?.focus());
    await userEvent.keyboard('{Enter}');
    expect(follow).toHaveBeenCalledTimes(1);
  });

  test('Space selects the row', async () => {
    renderThemed(<Selectable rows={makePeople(3)} />);
    act(() => bodyRows()[1]?.focus());
    await userEvent.keyboard(' ');
    expect(selected()).toBe('p1');
    await userEvent.keyboard(' ');
    expect(selected()).toBe('');
  });
});

describe('the selection in a table', () => {
  test('E-4.14: select-all selects the loaded rows, and deselects only them', async () => {
    renderThemed(<Selectable rows={makePeople(2)} start={['elsewhere']} />);
    const all = screen.getByRole('checkbox', { name: 'Seleccionar todo' });
    await userEvent.click(all);
    expect(selected()).toBe('elsewhere p0 p1');
    await userEvent.click(all);
    expect(selected()).toBe('elsewhere');
  });

  test('select-all is indeterminate while some rows are selected', () => {
    renderThemed(<Selectable rows={makePeople(3)} start={['p1']} />);
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Seleccionar todo' });
    expect(all.indeterminate).toBe(true);
    expect(all.checked).toBe(false);
  });

  test('Shift selects a range', () => {
    renderThemed(<Selectable rows={makePeople(5)} />);
    const box = (index: number) =>
      screen.getByRole('checkbox', { name: `Seleccionar a Persona ${index}` });
    fireEvent.click(box(1));
    fireEvent.click(box(3), { shiftKey: true });
    expect(selected()).toBe('p1 p2 p3');
  });
});

describe('the order of a table', () => {
  test('a header shows the order, reverses it, and starts with the default direction of its column', () => {
    const onSortChange = vi.fn();
    show({ rows: makePeople(1), sort: { key: 'name', direction: 'asc' }, onSortChange });
    expect(screen.getByRole('columnheader', { name: 'Nombre' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    expect(
      screen.getByRole('columnheader', { name: 'Creado' }).getAttribute('aria-sort'),
    ).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Nombre' }));
    expect(onSortChange).toHaveBeenLastCalledWith({ key: 'name', direction: 'desc' });
    fireEvent.click(screen.getByRole('button', { name: 'Creado' }));
    expect(onSortChange).toHaveBeenLastCalledWith({ key: 'created', direction: 'desc' });
    expect(screen.queryByRole('button', { name: 'Estatus' })).toBeNull();
  });
});

describe('the pages of a table', () => {
  test('the next page is requested near the end, once per number of rows', () => {
    const onLoadMore = vi.fn();
    const options = { total: 100, hasMore: true, onLoadMore };
    const { rerender } = show({ rows: makePeople(10), ...options });
    rerender(<DataTable {...base} rows={makePeople(10)} {...options} />);
    expect(onLoadMore).toHaveBeenCalledTimes(1);
    rerender(<DataTable {...base} rows={makePeople(20)} {...options} />);
    expect(onLoadMore).toHaveBeenCalledTimes(2);
  });

  test('without automatic paging only the button requests the next page', () => {
    const onLoadMore = vi.fn();
    show({ rows: makePeople(10), total: 100, hasMore: true, onLoadMore, loadsOnlyByButton: true });
    expect(onLoadMore).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Cargar más' }));
    expect(onLoadMore).toHaveBeenCalledTimes(1);
  });

  test('no page is requested while the end is far away', () => {
    const onLoadMore = vi.fn();
    show({ rows: makePeople(500), total: 1000, hasMore: true, onLoadMore });
    expect(onLoadMore).not.toHaveBeenCalled();
  });

  test('the footer shows the range, and its button loads more', () => {
    const onLoadMore = vi.fn();
    show({ rows: makePeople(50), total: 1284, hasMore: true, onLoadMore });
    expect(screen.getByText('1–50 de 1,284')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cargar más' }));
    expect(onLoadMore).toHaveBeenCalledTimes(1);
  });

  test('there is no button when all rows are loaded, and the footer of one row shows no range', () => {
    show({ rows: makePeople(1), total: 1 });
    expect(screen.getByText('1 de 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cargar más' })).toBeNull();
  });

  test('a failed page shows an error and can be requested again', () => {
    show({ rows: makePeople(2), total: 9, hasMore: true, loadMoreError: 'No se pudo cargar más' });
    expect(screen.getByRole('alert').textContent).toBe('No se pudo cargar más');
    expect(screen.getByRole('button', { name: 'Cargar más' })).toBeTruthy();
  });
});

describe('the states of a table', () => {
  test('E-2.140, E-10.3977: the header shows Cargando... only after 200 ms, and keeps the focus', () => {
    vi.useFakeTimers();
    const { container } = show({ rows: [], loading: true, onSortChange: () => {} });
    expect(container.querySelector('[aria-busy="true"]')).not.toBeNull();
    screen.getByRole('button', { name: 'Nombre' }).focus();
    act(() => vi.advanceTimersByTime(199));
    expect(document.activeElement?.textContent).toBe('Nombre');
    act(() => vi.advanceTimersByTime(1));
    expect(document.activeElement?.textContent).toBe('Cargando...');
  });

  test('E-2.146, E-2.147: an empty list and a failure are a row below the header', () => {
    const { rerender } = show({ rows: [] });
    expect(screen.getByRole('cell', { name: 'No data available' })).toBeTruthy();
    rerender(<DataTable {...base} rows={makePeople(2)} error="ocurrio un error" />);
    expect(screen.getByRole('cell', { name: 'ocurrio un error' })).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Nombre' })).toBeTruthy();
    expect(screen.queryByText('Persona 1')).toBeNull();
  });
});

describe('a table below 48em', () => {
  test('each row is a list item with its position', () => {
    window.matchMedia = matchMediaAtWidth(390);
    show({ rows: makePeople(10_000), total: 10_000 });
    expect(screen.queryByRole('table')).toBeNull();
    const items = screen.getAllByRole('listitem');
    expect(items.length).toBeLessThanOrEqual(80);
    expect(items[1]?.getAttribute('aria-posinset')).toBe('2');
    expect(items[1]?.getAttribute('aria-setsize')).toBe('10000');
    expect(items[1]?.textContent).toContain('Creado hoy');
  });

  test('E-10.200: each row has its contact, in the tab order with its row', () => {
    window.matchMedia = matchMediaAtWidth(390);
    const mobileRow = ({ name }: Person) => ({
      title: name,
      facts: 'Creado hoy',
      contact: <ContactMenu name={name} phone={name === 'Persona 1' ? null : '55'} email={null} />,
    });
    show({ rows: makePeople(3), mobileRow });
    const buttons = screen.getAllByRole('button', { name: /^Contacto de/ });
    expect(buttons.map((button) => [button.ariaLabel, button.tabIndex])).toEqual([
      ['Contacto de Persona 0', 0],
      ['Contacto de Persona 2', -1],
    ]);
  });
});
