import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { SelectionBar, SelectionBarAction } from './SelectionBar.tsx';

function handlers() {
  return { onDelete: vi.fn(), onClear: vi.fn() };
}

test('E-2.141: a polite live region announces the specification text for every N', () => {
  const { rerender } = renderThemed(<SelectionBar count={1} {...handlers()} />);
  expect(screen.getByText('1 elementos seleccionados').getAttribute('aria-live')).toBe('polite');
  rerender(<SelectionBar count={1284} {...handlers()} />);
  expect(screen.getByText('1,284 elementos seleccionados')).toBeTruthy();
});

test('E-4.15: without a selection the bar is hidden and ignores Esc', () => {
  const { onDelete, onClear } = handlers();
  renderThemed(<SelectionBar count={0} onDelete={onDelete} onClear={onClear} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/seleccionados/)).toBeNull();
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(onClear).not.toHaveBeenCalled();
});

test('E-2.142: Eliminar deletes; the cross and Esc clear the selection', () => {
  const { onDelete, onClear } = handlers();
  renderThemed(<SelectionBar count={2} onDelete={onDelete} onClear={onClear} />);
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
  expect(onDelete).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Quitar selección' }));
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(onClear).toHaveBeenCalledTimes(2);
});

test('Esc in an open dialog does not clear the selection', () => {
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

test('the bar shows an additional action', () => {
  const onClick = vi.fn();
  const action = (
    <SelectionBarAction onClick={onClick}>Seleccionar los 312 resultados</SelectionBarAction>
  );
  renderThemed(<SelectionBar count={50} {...handlers()} extra={action} />);
  fireEvent.click(screen.getByRole('button', { name: 'Seleccionar los 312 resultados' }));
  expect(onClick).toHaveBeenCalledTimes(1);
});
