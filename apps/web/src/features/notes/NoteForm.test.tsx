import { cleanNotifications } from '@mantine/notifications';
import type { Note } from '@simiente/contract/notes/calls';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fill, renderRouted } from '../../testing/render.tsx';
import { signIn } from '../../testing/session.ts';
import { ToastHost } from '../../ui/toasts/ToastHost.tsx';
import { AppointmentNotes, NoteSection, PinnedNote } from './NoteSection.tsx';

afterEach(() => {
  act(() => cleanNotifications());
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** A server that stores one patient's notes. */
function withNotes() {
  let storedNotes: Note[] = [];
  let deleted: Note[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'POST') {
      const { text, idAppointment = null } = (await request.json()) as Note;
      const added = {
        idNote: `nte_${storedNotes.length}`,
        text,
        idAppointment,
        createdBy: 'Mariana',
      };
      const facts = { createdAt: '2026-11-12T18:00:00.000Z', isImported: false, isPinned: false };
      storedNotes = [{ ...added, ...facts }, ...storedNotes];
    } else if (request.method === 'PUT') {
      const change = (await request.json()) as Note & { isDeleted?: boolean };
      const isThis = ({ idNote }: Note) => idNote === change.idNote;
      if (change.isDeleted === true) deleted = storedNotes.filter(isThis);
      if (change.isDeleted !== undefined) {
        storedNotes = change.isDeleted
          ? storedNotes.filter((one) => !isThis(one))
          : [...deleted, ...storedNotes];
      } else
        storedNotes = storedNotes.map((one) => ({
          ...one,
          isPinned: isThis(one) && change.isPinned,
        }));
    }
    return Response.json({ status: 200, data: { notes: storedNotes } });
  });
}

test('E-10.1900, E-10.1901: a note is added, pinned under the header, deleted and restored', async () => {
  withNotes();
  signIn();
  renderRouted(
    <>
      <PinnedNote idUser="usr_1" />
      <NoteSection patient={{ idUser: 'usr_1', name: 'Ana Ruiz' }} />
      <AppointmentNotes idUser="usr_1" idAppointment="apt_1" />
      <ToastHost />
    </>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Agregar nota' }));
  const form = within(await screen.findByRole('dialog', { name: 'Agregar nota' }));
  await fill(user, await form.findByRole('textbox', { name: /Nota/ }), 'Llamar por la tarde');
  await user.click(await form.findByRole('button', { name: 'Agregar nota' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('listitem').textContent).toContain('Mariana · ');
  expect(screen.queryByRole('list', { name: 'Notas de la cita' })).toBeNull();

  await user.click(await screen.findByRole('button', { name: 'Fijar arriba' }));
  const pinned = await screen.findByRole('complementary', { name: 'Nota fijada' });
  expect(pinned.textContent).toContain('Llamar por la tarde');

  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText(/Todavía no hay notas/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByRole('complementary', { name: 'Nota fijada' })).toBeTruthy();
});
