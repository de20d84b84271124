import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { FilterButton, FilterGroup, LabelledFilterGroup } from './FilterButton.tsx';

test('a filter is a toggle that does not lock', () => {
  const onToggle = vi.fn();
  renderThemed(
    <FilterButton label="Registro" dot="blue" count={1312} pressed onToggle={onToggle} />,
  );
  const button = screen.getByRole('button', { name: 'Registro 1,312', pressed: true });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(onToggle).toHaveBeenCalledTimes(2);
});

test('E-10.245: a count keeps the width of the longest count, so that no filter moves during a search', () => {
  const filter = (count: number | null) => (
    <FilterButton label="Todos" count={count} pressed={false} onToggle={() => {}} />
  );
  const { rerender } = renderThemed(filter(null));
  expect(
    screen.getByRole('button', { name: 'Todos' }).querySelector('[data-longest]'),
  ).toBeTruthy();
  rerender(filter(1284));
  rerender(filter(3));
  expect(screen.getByText('3').dataset.longest).toBe('1,284');
  rerender(filter(12_840));
  expect(screen.getByText('12,840').dataset.longest).toBe('12,840');
});

test('an unknown count leaves no gap in the accessible name', () => {
  renderThemed(<FilterButton label="Todos" pressed={false} onToggle={() => {}} />);
  expect(screen.getByRole('button', { name: 'Todos', pressed: false })).toBeTruthy();
});

test('related filters are a named group', () => {
  renderThemed(<FilterGroup label="Estatus">x</FilterGroup>);
  expect(screen.getByRole('group', { name: 'Estatus' })).toBeTruthy();
});

test('the label in front of a group is its accessible name', () => {
  renderThemed(<LabelledFilterGroup label="Otros filtros">x</LabelledFilterGroup>);
  expect(screen.getByRole('group', { name: 'Otros filtros' }).textContent).toBe('Otros filtrosx');
});
