import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
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

test('keyboard focus shows the hint until Escape', async () => {
  const { button, onFocus } = show();
  act(() => button.focus());
  expect((await screen.findByRole('tooltip')).textContent).toBe('Eliminar');
  const described = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Eliminar');
  // The element's own behaviour is unchanged.
  expect(onFocus).toHaveBeenCalledOnce();
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(button.getAttribute('aria-describedby')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('hovering shows the hint until the pointer leaves', async () => {
  const { button } = show();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  expect(screen.queryByRole('tooltip')).toBeNull();
  await screen.findByRole('tooltip');
  fireEvent.pointerLeave(button, { pointerType: 'mouse' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('a touch shows no hint', () => {
  vi.useFakeTimers();
  const { button } = show();
  fireEvent.pointerEnter(button, { pointerType: 'touch' });
  act(() => vi.advanceTimersByTime(1_000));
  expect(button.getAttribute('aria-describedby')).toBeNull();
});

test('a disabled hint shows nothing', () => {
  const { button } = show({ disabled: true });
  act(() => button.focus());
  expect(button.getAttribute('aria-describedby')).toBeNull();
});
