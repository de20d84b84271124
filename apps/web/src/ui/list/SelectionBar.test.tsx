import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../test/render.tsx';
import { SelectionBar, SelectionBarAction } from './SelectionBar.tsx';

function handlers() {
  return { onDelete: vi.fn(), onClear: vi.fn() };
}

test('E-2.141: says the specification words for every N, politely', () => {
  const { rerender } = renderThemed(<SelectionBar count={1} {...handlers()} />);
  expect(screen.getByText('1 elementos seleccionados').getAttribute('aria-live')).toBe('polite');
  rerender(<SelectionBar count={1284} {...handlers()} />);
  expect(screen.getByText('1,284 elementos seleccionados')).toBeTruthy();
});

test('E-4.15: shows nothing, and ignores Esc, while nothing is selected', () => {
  const { onDelete, onClear } = handlers();
  renderThemed(<SelectionBar count={0} onDelete={onDelete} onClear={onClear} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/seleccionados/)).toBeNull();
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(onClear).not.toHaveBeenCalled();
});

test('E-2.142: Eliminar, the cross and Esc each do their own', () => {
  const { onDelete, onClear } = handlers();
  renderThemed(<SelectionBar count={2} onDelete={onDelete} onClear={onClear} />);
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
  expect(onDelete).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Quitar selección' }));
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(onClear).toHaveBeenCalledTimes(2);
});

test('leaves Esc to an open dialog', () => {
  const { onDelete, onClear } = handlers();
  renderThemed(
    <>
      <SelectionBar count={2} onDelete={onDelete} onClear={onClear} />
      <div role="dialog" aria-label="Otro" />
    </>,
  );
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(onClear).not.toHaveBeenCalled();
});

test('holds one more action', () => {
  const onClick = vi.fn();
  const action = (
    <SelectionBarAction onClick={onClick}>Seleccionar los 312 resultados</SelectionBarAction>
  );
  renderThemed(<SelectionBar count={50} {...handlers()} extra={action} />);
  fireEvent.click(screen.getByRole('button', { name: 'Seleccionar los 312 resultados' }));
  expect(onClick).toHaveBeenCalledTimes(1);
});
