import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { FilterButton, FilterGroup } from './FilterButton.tsx';

const WIDTH = 100;

afterEach(() => vi.restoreAllMocks());

/** Buttons of 100 px in a row that shows 150 px; jsdom has no layout, so the sizes are set. */
function show(pressed: string) {
  return (
    <FilterGroup label="Estatus">
      {['Todos', 'Registro', 'Test'].map((label) => (
        <FilterButton key={label} label={label} pressed={label === pressed} onToggle={() => {}} />
      ))}
    </FilterGroup>
  );
}

test('a row of filters scrolls to the pressed one, and stays where the user scrolls it', () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(150);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('fieldset');
    if (row === null || row === this) return new DOMRect(0, 0, 150, 36);
    const index = [...row.children].indexOf(this);
    return new DOMRect(index * WIDTH - row.scrollLeft, 0, WIDTH, 36);
  });
  const { rerender } = renderThemed(show('Test'));
  const row = screen.getByRole('group', { name: 'Estatus' });
  expect(row.scrollLeft).toBe(175);
  row.scrollLeft = 40;
  rerender(show('Test'));
  expect(row.scrollLeft).toBe(40);
  rerender(show('Registro'));
  expect(row.scrollLeft).toBe(75);
});
