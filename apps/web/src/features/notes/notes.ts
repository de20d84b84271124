import type { Note } from '@simiente/contract/notes/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { showAnswer } from '../../lib/api/cached-answer.ts';
import { api, queries } from '../../lib/api/client.ts';
import { notifyError, notifyUndo } from '../../ui/toasts/notify.tsx';

/** The notes of a patient and of their appointments, newest first. */
export function useNotes(idUser: string) {
  return useQuery(
    queries.notes.list.queryOptions({ input: { idUser }, select: ({ data }) => data.notes }),
  );
}

/** Shows the notes that a call answered with. */
export function useShowNotes(idUser: string) {
  const queryKey = queries.notes.list.queryKey({ input: { idUser } });
  return (notes: readonly Note[]) => showAnswer(queryKey, { notes: [...notes] });
}

type NoteChange = Pick<Note, 'idNote'> & {
  readonly isPinned?: boolean;
  readonly isDeleted?: boolean;
};

/** Pins a note, or deletes it with 'Deshacer'. */
export function useChangeNote(idUser: string) {
  const show = useShowNotes(idUser);
  const changing = useMutation({
    mutationFn: async (change: NoteChange) =>
      (await api.notes.change({ idUser, ...change })).data.notes,
    onSuccess: async (notes, { idNote, isDeleted }) => {
      await show(notes);
      if (!isDeleted) return;
      notifyUndo('Nota eliminada', { onUndo: () => changing.mutate({ idNote, isDeleted: false }) });
    },
    onError: (error) => notifyError('No se pudo cambiar la nota', { detail: error.message }),
  });
  return changing;
}
