import { ActionIcon, Menu } from '@mantine/core';
import type { Exam } from '@simiente/contract/exams';
import { IconDots, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { ConfirmDelete } from '../../ui/questions/ConfirmDelete.tsx';
import { notifyError, notifyUndo } from '../../ui/toasts/notify.tsx';
import { useUndoDelete } from '../records/public.ts';
import { useHasDraft } from '../session/public.ts';
import { ADD_EXAMS } from './AddExams.tsx';
import type { ExamRequest } from './EditExamModal.tsx';
import { nameWithDate } from './ExamTypeInput.tsx';
import { changeExams, refreshHistory } from './exam-cache.ts';
import { EXAM_FILES } from './file-refusal.ts';

const EditExamModal = lazy(() => import('./EditExamModal.tsx'));

interface ExamMenuProps {
  idUser: string;
  exam: Exam;
  /** While a file is being uploaded, it can be neither replaced nor deleted. */
  isUploading: boolean;
  onReplace: (file: File) => void;
}

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** Menu of an exam: edit, replace its file, delete. */
export function ExamMenu({ idUser, exam, isUploading, onReplace }: ExamMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [requested, setRequested] = useState<ExamRequest | null>(null);
  const target = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const deleting = useDeleteExam(idUser);
  const name = nameWithDate(exam);
  const draft = `exam ${exam.id}`;
  const isKept = useHasDraft(draft);
  const close = () => setDeleting(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={target} aria-label={`Más acciones: ${name}`}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil {...icon} />}
            onClick={() => setRequested({ record: exam })}
          >
            Editar
          </Menu.Item>
          <Menu.Item
            leftSection={<IconReplace {...icon} />}
            disabled={isUploading}
            onClick={() => input.current?.click()}
          >
            Reemplazar archivo
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash {...icon} />}
            disabled={isUploading}
            onClick={() => setDeleting(true)}
          >
            Eliminar
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        accept={EXAM_FILES}
        aria-label={`Archivo nuevo: ${name}`}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) onReplace(file);
        }}
      />
      {(requested !== null || isKept) && (
        <Suspense>
          <EditExamModal
            idUser={idUser}
            name={draft}
            requested={requested}
            onClosed={() => target.current?.focus()}
          />
        </Suspense>
      )}
      <ConfirmDelete
        opened={isDeleting}
        count={1}
        candidates={[{ id: exam.id, name }]}
        deleting={deleting.isPending}
        onCancel={close}
        onConfirm={() =>
          deleting.mutate({ id: exam.id, key: crypto.randomUUID() }, { onSettled: close })
        }
      />
    </>
  );
}

/** Input of the deletion, with its idempotency key. */
interface KeyedId {
  readonly id: string;
  readonly key: string;
}

/** Moves an exam to the trash, with 'Deshacer'. */
function useDeleteExam(idUser: string) {
  const cache = useQueryClient();
  const refresh = () => refreshHistory(cache, idUser);

  const undoDelete = useUndoDelete({ refresh });

  return useMutation({
    mutationFn: ({ id, key }: KeyedId) =>
      api.trash.delete({ idUsers: [id] }, { context: { idempotencyKey: key } }),
    onSuccess: async (_answer, { id }) => {
      await changeExams(cache, idUser, (exams) => exams.filter((exam: Exam) => exam.id !== id));
      // The removed card had the focus.
      document.getElementById(ADD_EXAMS)?.focus();
      notifyUndo('Estudio eliminado', {
        detail: 'Se puede restaurar durante 30 días.',
        onUndo: undoDelete({ ids: [id], describe: () => 'Estudio restaurado' }),
      });
    },
    onError: () => notifyError('ocurrio un error', { detail: 'El estudio no se eliminó.' }),
    onSettled: refresh,
  });
}
