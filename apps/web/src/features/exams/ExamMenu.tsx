import { ActionIcon, Menu } from '@mantine/core';
import { type Exam, examTypeLabel } from '@simiente/contract/exams';
import { IconDots, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { ConfirmDelete } from '../../ui/page/ConfirmDelete.tsx';
import { useHasDraft } from '../session/public.ts';
import type { ExamRequest } from './EditExamModal.tsx';
import { EXAM_FILES } from './file-refusal.ts';
import { useDeleteExam } from './use-delete-exam.ts';

const EditExamModal = lazy(() => import('./EditExamModal.tsx'));

interface ExamMenuProps {
  idUser: string;
  exam: Exam;
  /** Another file is on its way: what would meet it has to wait. */
  isUploading: boolean;
  onReplace: (file: File) => void;
}

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

/** What else can be done with a study: edit it, give it another file, delete it. */
export function ExamMenu({ idUser, exam, isUploading, onReplace }: ExamMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [requested, setRequested] = useState<ExamRequest | null>(null);
  const target = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const deleting = useDeleteExam(idUser);
  const name = examTypeLabel(exam.examType);
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
