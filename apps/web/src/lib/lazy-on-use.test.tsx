import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportMissingPart } from '../ui/toasts/ToastRegion.tsx';
import {
  type LoadPart,
  lazyDialog,
  lazyForm,
  lazyOnUse,
  retryStyleSheets,
  whenPartIsMissing,
} from './lazy-on-use.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

function Dialog({ opened }: DialogProps) {
  return opened ? <div role="dialog">Agregar estudios</div> : null;
}

function PageWith({ Part }: { Part: ComponentType<DialogProps> }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <input aria-label="Nota" />
      <button type="button" onClick={() => setOpened(true)}>
        Abrir
      </button>
      {opened && <Part opened onClose={() => setOpened(false)} />}
    </>
  );
}

/** Stubs a server with this build; the open page may be of another. */
function serve(build: string) {
  vi.stubGlobal('fetch', async () => new Response(makePage(build)));
}
const makePage = (build: string) =>
  `<script type="module" src="/assets/index-${build}.js"></script>`;

test('E-10.703, E-10.3889: missing code is reported, the page keeps the typed text, and the next use tries again', async () => {
  const onMissing = vi.fn();
  whenPartIsMissing(() => void reportMissingPart(onMissing));
  document.head.insertAdjacentHTML('beforeend', makePage('first'));
  onTestFinished(() => {
    whenPartIsMissing(() => void reportMissingPart());
    document.head.querySelector('script[type="module"]')?.remove();
    vi.unstubAllGlobals();
  });
  vi.useFakeTimers();
  const load = vi.fn(async () => ({ default: Dialog }));
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  render(<PageWith Part={lazyOnUse<DialogProps>(load)} />);
  const note = screen.getByRole<HTMLInputElement>('textbox', { name: 'Nota' });
  fireEvent.change(note, { target: { value: 'Llamar el lunes' } });
  async function open() {
    fireEvent.click(screen.getByRole('button', { name: 'Abrir' }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
  }

  serve('second');
  await open();
  expect(onMissing.mock.calls).toEqual([[true]]);
  expect(note.value).toBe('Llamar el lunes');

  serve('first');
  await open();
  expect(onMissing.mock.calls).toEqual([[true], [false]]);

  load.mockResolvedValue({ default: Dialog });
  await open();
  expect(screen.getByRole('dialog').textContent).toBe('Agregar estudios');
  expect(note.value).toBe('Llamar el lunes');
  expect(onMissing).toHaveBeenCalledTimes(2);
});

test('E-10.3641: a style sheet that fails to load is requested three times', async () => {
  vi.useFakeTimers();
  retryStyleSheets();
  const link = document.createElement('link');
  link.href = '/assets/trash.css';
  document.head.append(link);
  const current = () => document.head.querySelector('link[href="/assets/trash.css"]');
  onTestFinished(() => current()?.remove());
  const requested = new Set([current()]);
  for (let failures = 0; failures < 5; failures += 1) {
    current()?.dispatchEvent(new Event('error'));
    await vi.advanceTimersByTimeAsync(1000);
    requested.add(current());
  }
  expect(requested.size).toBe(3);
});

function PageWithDialog({ Part }: { Part: ComponentType<DialogProps> }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Abrir
      </button>
      <Part opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

test('E-10.3645: a dialog whose code failed to load is loaded by its next opening', async () => {
  const onMissing = vi.fn();
  whenPartIsMissing(() => void reportMissingPart(onMissing));
  onTestFinished(() => whenPartIsMissing(() => void reportMissingPart()));
  vi.useFakeTimers();
  const load = vi.fn(async () => ({ default: Dialog }));
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  render(<PageWithDialog Part={lazyDialog<DialogProps>(load, ({ opened }) => opened)} />);
  async function open() {
    fireEvent.click(screen.getByRole('button', { name: 'Abrir' }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
  }
  await open();
  expect(onMissing).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
  load.mockResolvedValue({ default: Dialog });
  await open();
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(onMissing).toHaveBeenCalledOnce();
});

interface FormProps {
  requested: object | null;
}

function PageWithForm({ Form }: { Form: ComponentType<FormProps> }) {
  const [requested, setRequested] = useState<object | null>(null);
  return (
    <>
      <button type="button" onClick={() => setRequested({ record: null })}>
        Entregar
      </button>
      {requested && <Form requested={requested} />}
    </>
  );
}

test.each<[string, (load: LoadPart<FormProps>) => ComponentType<FormProps>]>([
  ['form', lazyForm],
  ['part', lazyOnUse],
])('E-10.3851: a %s whose code failed to load is loaded by its next request', async (_, lazy) => {
  const onMissing = vi.fn();
  whenPartIsMissing(() => void reportMissingPart(onMissing));
  onTestFinished(() => whenPartIsMissing(() => void reportMissingPart()));
  vi.useFakeTimers();
  const load = vi.fn(async () => ({ default: () => <form aria-label="Entrega" /> }));
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  render(<PageWithForm Form={lazy(load)} />);
  async function open() {
    fireEvent.click(screen.getByRole('button', { name: 'Entregar' }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
  }
  await open();
  await open();
  expect(onMissing).toHaveBeenCalledTimes(2);
  load.mockResolvedValue({ default: () => <form aria-label="Entrega" /> });
  await open();
  expect(screen.getByRole('form', { name: 'Entrega' })).toBeTruthy();
});
