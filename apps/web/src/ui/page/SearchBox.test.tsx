import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../test/render.tsx';
import { SearchBox } from './SearchBox.tsx';

const LABEL = 'Buscar paciente';

function Kept({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <>
      <SearchBox
        label={LABEL}
        value={value}
        onChange={(next) => {
          onChange(next);
          setValue(next);
        }}
      />
      <button type="button" onClick={() => setValue('de antes')}>
        Atrás
      </button>
    </>
  );
}

function box(): HTMLInputElement {
  return screen.getByRole('searchbox', { name: LABEL });
}

function type(value: string) {
  fireEvent.change(box(), { target: { value } });
}

test('its placeholder is its name', () => {
  renderThemed(<SearchBox label={LABEL} value="" onChange={() => {}} />);
  expect(box().placeholder).toBe(LABEL);
});

test('waits for a pause in the typing', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  renderThemed(<Kept onChange={onChange} />);
  type('iñ');
  act(() => vi.advanceTimersByTime(200));
  type('iñigo');
  act(() => vi.advanceTimersByTime(249));
  expect(onChange).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('iñigo');
});

test('Enter does not wait', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  renderThemed(<Kept onChange={onChange} />);
  type('ana');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(onChange).toHaveBeenCalledExactlyOnceWith('ana');
  act(() => vi.advanceTimersByTime(1000));
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('its button clears at once, and is there only when there is something to clear', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  renderThemed(<Kept onChange={onChange} />);
  expect(screen.queryByRole('button', { name: 'Borrar búsqueda' })).toBeNull();
  type('ana');
  act(() => vi.advanceTimersByTime(250));
  fireEvent.click(screen.getByRole('button', { name: 'Borrar búsqueda' }));
  expect(onChange).toHaveBeenLastCalledWith('');
  expect(box().value).toBe('');
});

test('a value from outside replaces what stands there', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  renderThemed(<Kept onChange={onChange} />);
  type('a medio escribir');
  fireEvent.click(screen.getByRole('button', { name: 'Atrás' }));
  expect(box().value).toBe('de antes');
  act(() => vi.advanceTimersByTime(1000));
  expect(onChange).not.toHaveBeenCalled();
});
