import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { SearchBox } from './SearchBox.tsx';

const LABEL = 'Buscar paciente';

function StatefulBox({ onChange }: { onChange: (value: string) => void }) {
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

test('the placeholder is the accessible name', () => {
  renderThemed(<SearchBox label={LABEL} value="" onChange={() => {}} />);
  expect(box().placeholder).toBe(LABEL);
});

test('the first letter is searched immediately, the next ones are throttled', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  renderThemed(<StatefulBox onChange={onChange} />);
  type('i');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('i');
  act(() => vi.advanceTimersByTime(60));
  type('iñ');
  act(() => vi.advanceTimersByTime(30));
  type('iñi');
  act(() => vi.advanceTimersByTime(29));
  expect(onChange).toHaveBeenCalledTimes(1);
  act(() => vi.advanceTimersByTime(1));
  expect(onChange.mock.calls).toEqual([['i'], ['iñi']]);
});

test('an older search does not replace newer text', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  const { rerender } = renderThemed(<SearchBox label={LABEL} value="" onChange={onChange} />);
  type('a');
  act(() => vi.advanceTimersByTime(120));
  type('an');
  act(() => vi.advanceTimersByTime(10));
  type('ana');
  rerender(<SearchBox label={LABEL} value="a" onChange={onChange} />);
  expect(box().value).toBe('ana');
  rerender(<SearchBox label={LABEL} value="an" onChange={onChange} />);
  expect(box().value).toBe('ana');
  act(() => vi.advanceTimersByTime(120));
  expect(onChange.mock.calls).toEqual([['a'], ['an'], ['ana']]);
});

test('Enter searches immediately, and never twice for the same text', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  renderThemed(<SearchBox label={LABEL} value="" onChange={onChange} />);
  type('an');
  type('ana');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(onChange.mock.calls).toEqual([['an'], ['ana']]);
  fireEvent.keyDown(box(), { key: 'Enter' });
  act(() => vi.advanceTimersByTime(1000));
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('the clear button works immediately, and exists only while there is text', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  renderThemed(<StatefulBox onChange={onChange} />);
  expect(screen.queryByRole('button', { name: 'Borrar búsqueda' })).toBeNull();
  type('ana');
  fireEvent.click(screen.getByRole('button', { name: 'Borrar búsqueda' }));
  expect(onChange).toHaveBeenLastCalledWith('');
  expect(box().value).toBe('');
});

test('a value from outside replaces the text', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  renderThemed(<StatefulBox onChange={onChange} />);
  type('a');
  type('a medio escribir');
  fireEvent.click(screen.getByRole('button', { name: 'Atrás' }));
  expect(box().value).toBe('de antes');
  act(() => vi.advanceTimersByTime(1000));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('a');
});
