import { ActionIcon, Menu } from '@mantine/core';
import type { Exam } from '@simiente/contract/exams/calls';
import { IconDots, IconFlask, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { DeleteRecord } from '../records/public.ts';
import { useHasDraft, useMay } from '../session/public.ts';
import { ADD_EXAMS } from './AddExams.tsx';
import type { ExamRequest } from './EditExamModal.tsx';
import { nameWithDate } from './ExamTypeInput.tsx';
import { changeExams, EXAM_FILES, refreshHistory } from './exam-cache.ts';

const EditExamModal = lazyOnUse(() => import('./EditExamModal.tsx'));

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
  const cache = useQueryClient();
  const name = nameWithDate(exam);
  const draft = `exam ${exam.id}`;
  const isKept = useHasDraft(draft);
  const may = useMay();
  const mayEdit = may('exams.edit');
  const mayDelete = may('trash.putMany') || (mayEdit && may('trash.put'));
  const mayEnter = may('results.create');
  if (!mayEdit && !mayDelete && !mayEnter) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={target} aria-label={`Más acciones: ${name}`}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEnter && (
            <Menu.Item
              leftSection={<IconFlask {...icon} />}
              renderRoot={(props: object) => (
                <Link
                  to="/pacientes/$idUser/resultados/{-$vista}"
                  params={{ idUser, vista: 'capturar' }}
                  search={{ examen: exam.id }}
                  {...props}
                />
              )}
            >
              Capturar resultados
            </Menu.Item>
          )}
          {mayEdit && (
            <>
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
            </>
          )}
          {mayDelete && (
            <Menu.Item
              leftSection={<IconTrash {...icon} />}
              disabled={isUploading}
              onClick={() => setDeleting(true)}
            >
              Eliminar
            </Menu.Item>
          )}
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
      <DeleteRecord
        opened={isDeleting}
        record={{ id: exam.id, name }}
        words={{
          deleted: 'Estudio eliminado',
          restored: 'Estudio restaurado',
          failed: 'El estudio no se eliminó.',
        }}
        drop={() => changeExams(cache, idUser, (exams) => exams.filter(({ id }) => id !== exam.id))}
        refresh={() => refreshHistory(cache, idUser)}
        focusId={ADD_EXAMS}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}
