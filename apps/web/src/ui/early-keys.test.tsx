import { Modal, TextInput } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense, useState } from 'react';
import { expect, test } from 'vitest';
import { lazyOnUse } from '../lib/lazy-on-use.ts';
import { renderThemed } from '../testing/render.tsx';
import { Button } from './buttons/Button.tsx';
import { bufferEarlyKeys } from './early-keys.ts';

bufferEarlyKeys();

function Opener({ Dialog }: { Dialog: ComponentType }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Crear
      </Button>
      <div
        data-opens-dialog="true"
        ref={(hour) => hour?.addEventListener('click', () => setOpen(true))}
      >
        Hora libre
        <button type="button">Otro</button>
      </div>
      {isOpen && (
        <Suspense>
          <Dialog />
        </Suspense>
      )}
    </>
  );
}

/** A dialog whose code arrives when `arrive` is called. */
function showOpener(type: string) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  const Dialog = lazyOnUse(async () => {
    await promise;
    return {
      default: () => {
        const [name, setName] = useState('');
        return (
          <Modal opened onClose={() => {}} title="Crear paciente">
            <TextInput
              label="Nombre"
              type={type}
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <p>{`Nombre: ${name}`}</p>
          </Modal>
        );
      },
    };
  });
  renderThemed(<Opener Dialog={Dialog} />);
  return { user: userEvent.setup(), arrive };
}

test('E-10.2106: letters typed before the code of a dialog has arrived are in its first field', async () => {
  const { user, arrive } = showOpener('text');
  await user.click(await screen.findByRole('button', { name: 'Crear' }));
  await user.keyboard('Ana Ls{Backspace}ó');
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => arrive());
  await waitFor(() => expect(screen.getByText('Nombre: Ana Ló')).toBeTruthy());
  await user.keyboard('pez');
  expect(screen.getByText('Nombre: Ana López')).toBeTruthy();
});

test('E-10.2106: another press, Escape or a field without text stops the buffering of letters', async () => {
  const { user, arrive } = showOpener('number');
  await user.click(await screen.findByRole('button', { name: 'Crear' }));
  await user.keyboard('Ana');
  await act(async () => arrive());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre')));
  expect(screen.getByLabelText('Nombre')).toHaveProperty('value', '');
  const other = screen.getByText('Otro');
  for (const end of [
    () => fireEvent.click(other),
    () => fireEvent.keyDown(other, { key: 'Escape' }),
  ]) {
    fireEvent.click(screen.getByText('Crear'));
    end();
    expect(fireEvent.keyDown(other, { key: 'a' })).toBe(true);
  }
});

test('E-10.2782: letters typed after a press on a free hour of the agenda are in the first field too', async () => {
  const { user, arrive } = showOpener('text');
  await user.click(screen.getByText('Hora libre'));
  await user.keyboard('Ana');
  await act(async () => arrive());
  await waitFor(() => expect(screen.getByText('Nombre: Ana')).toBeTruthy());
});
