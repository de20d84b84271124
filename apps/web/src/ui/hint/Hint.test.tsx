import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../test/render.tsx';
import { Hint } from './Hint.tsx';

function show(options: { disabled?: boolean } = {}) {
  const onFocus = vi.fn();
  renderThemed(
    <Hint label="Eliminar" {...options}>
      <button type="button" onFocus={onFocus}>
        Borrar
      </button>
    </Hint>,
  );
  return { button: screen.getByRole('button'), onFocus };
}

test('the keyboard that reaches something has it explained until Escape', async () => {
  const { button, onFocus } = show();
  act(() => button.focus());
  expect((await screen.findByRole('tooltip')).textContent).toBe('Eliminar');
  const described = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Eliminar');
  // What the element did by itself it still does.
  expect(onFocus).toHaveBeenCalledOnce();
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(button.getAttribute('aria-describedby')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('a pointer that rests on something has it explained until it leaves', async () => {
  const { button } = show();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  await screen.findByRole('tooltip');
  fireEvent.pointerLeave(button, { pointerType: 'mouse' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('a finger has nothing explained', () => {
  vi.useFakeTimers();
  const { button } = show();
  fireEvent.pointerEnter(button, { pointerType: 'touch' });
  act(() => vi.advanceTimersByTime(1_000));
  expect(button.getAttribute('aria-describedby')).toBeNull();
});

test('one that is off explains nothing', () => {
  const { button } = show({ disabled: true });
  act(() => button.focus());
  expect(button.getAttribute('aria-describedby')).toBeNull();
});
