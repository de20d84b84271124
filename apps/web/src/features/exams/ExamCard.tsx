import { ActionIcon, Menu } from '@mantine/core';
import type { Exam } from '@simiente/contract/exams/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { illustratedExamTypes } from '@simiente/contract/exams/types';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import type { ResultSet } from '@simiente/contract/results/calls';
import { IconDots, IconFlask, IconPencil, IconReplace, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { cache, invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import { describeFailure } from '../../lib/api/failure.ts';
import { useFileUpload } from '../../lib/api/upload.ts';
import { formatFileSize } from '../../lib/format/numbers.ts';
import { lazyForm } from '../../lib/lazy-on-use.ts';
import { FileInput } from '../../ui/buttons/FilePicker.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { Drawing } from '../../ui/illustrations/Drawing.tsx';
import drawings from '../../ui/illustrations/exams.svg';
import { DateText } from '../../ui/page/DateText.tsx';
import { UploadProgress } from '../../ui/page/UploadProgress.tsx';
import { Confirmation } from '../../ui/questions/Confirmation.tsx';
import { notifySuccess, useFailureToast } from '../../ui/toasts/notify.tsx';
import { EarlierFiles, OpenFile } from '../files/public.ts';
import { DeleteRecord } from '../records/public.ts';
import { useCan } from '../session/public.ts';
import type { ExamRequest } from './EditExamModal.tsx';
import classes from './ExamList.module.css';
import { nameWithDate } from './ExamTypeInput.tsx';
import { EXAM_FILES, fileRejection, parseCurrent, readExam, refreshHistory } from './exam-cache.ts';

/** Id of 'Agregar estudios', which gets the focus after a card is deleted. */
export const ADD_EXAMS = 'agregar-estudios';

interface ExamCardProps {
  idUser: string;
  exam: Exam;
  /** Whether its file can be opened. */
  mayOpen: boolean;
}

export function ExamCard({ idUser, exam, mayOpen }: ExamCardProps) {
  const replacing = useReplaceExamFile(idUser, exam);
  const name = examTypeLabel(exam.examType);
  return (
    <li className={classes.card}>
      <div className={classes.tile}>
        <ExamIllustration examType={exam.examType} />
        <div className={classes.menu}>
          <ExamMenu
            idUser={idUser}
            exam={exam}
            isUploading={replacing.isUploading}
            onReplace={replacing.start}
          />
        </div>
      </div>
      <div className={classes.words}>
        <h3 className={classes.name} title={name}>
          {name}
        </h3>
        <ExamDay exam={exam} />
        {mayOpen && <p className={classes.detail}>{describeFile(exam)}</p>}
        {exam.laboratory && (
          <p className={classes.laboratory} title={exam.laboratory.name}>
            {exam.laboratory.name}
          </p>
        )}
        <EarlierFiles files={exam.earlierFiles} link={exam.earlierLink} />
        <div className={classes.action}>
          {replacing.isUploading ? (
            <UploadProgress label={name} share={replacing.share} onCancel={replacing.cancel} />
          ) : (
            mayOpen && <OpenExam idUser={idUser} exam={exam} />
          )}
        </div>
      </div>
      {replacing.question}
    </li>
  );
}

/** The day of the study; if unknown, the day when it was added. */
function ExamDay({ exam: { examDate, createDate } }: { exam: Exam }) {
  if (examDate !== null) {
    return (
      <p className={classes.day}>
        <time dateTime={examDate}>{describeCalendarDay(examDate)}</time>
      </p>
    );
  }
  return (
    <p className={classes.detail}>
      Sin fecha del estudio
      {createDate !== null && (
        <>
          {' · agregado '}
          <DateText value={createDate} />
        </>
      )}
    </p>
  );
}

/** 'Consultar' opens the file of an exam, or the results of an exam without a file. */
function OpenExam({ idUser, exam }: Pick<ExamCardProps, 'idUser' | 'exam'>) {
  const { fileUrl } = exam;
  const mayRead = useCan()('results.read');
  const { data: hasResults } = useAnswer(queries.results.ofPatient, {
    input: { idUser },
    enabled: fileUrl === null && mayRead,
    select: (data) => data.sets.some(({ idExam }) => idExam === exam.id),
  });
  const name = nameWithDate(exam);
  if (fileUrl !== null || !hasResults) {
    return (
      <OpenFile name={name} fileUrl={fileUrl} missing="Este estudio no tiene archivo." fullWidth />
    );
  }
  return (
    <LinkButton
      kind="default"
      fullWidth
      aria-label={`Consultar: ${name}`}
      link={
        <Link to="/pacientes/$idUser/resultados/{-$vista}" params={{ idUser, vista: undefined }} />
      }
    >
      Consultar
    </LinkButton>
  );
}

const fileKinds: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
};

/** 'PDF · 412 KB'; size and type are unknown for a file on another host. */
function describeFile({ fileUrl, external, mediaType, fileSize }: Exam): string {
  if (fileUrl === null) return 'Sin archivo';
  if (external) return 'Enlace externo';
  const kind = fileKinds[mediaType ?? ''] ?? 'Archivo';
  return fileSize === null ? kind : `${kind} · ${formatFileSize(fileSize)}`;
}

const EditExamModal = lazyForm(() => import('./EditExamModal.tsx'));

interface ExamMenuProps {
  idUser: string;
  exam: Exam;
  /** Whether a new file is being uploaded. Until it is stored, the file cannot be replaced, nor the exam deleted. */
  isUploading: boolean;
  onReplace: (file: File) => void;
}

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;

function ExamMenu({ idUser, exam, isUploading, onReplace }: ExamMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [requested, setRequested] = useState<ExamRequest | null>(null);
  const target = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const name = nameWithDate(exam);
  const can = useCan();
  const mayEdit = can('exams.edit');
  const mayDelete = can('trash.putMany') || (mayEdit && can('trash.put'));
  const mayEnter = can('results.create');
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
      <FileInput
        ref={input}
        accept={EXAM_FILES}
        aria-label={`Archivo nuevo: ${name}`}
        onPick={onReplace}
      />
      <EditExamModal
        idUser={idUser}
        requested={requested}
        onClosed={() => target.current?.focus()}
      />
      <DeleteRecord
        opened={isDeleting}
        record={{ id: exam.id, name }}
        words={{
          deleted: 'Estudio eliminado',
          restored: 'Estudio restaurado',
          failed: 'El estudio no se eliminó.',
        }}
        refresh={() => refreshHistory(idUser)}
        focusId={ADD_EXAMS}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}

const knownTypes: ReadonlySet<string> = new Set(illustratedExamTypes);

/** The drawing of an exam's type; for an unknown type, that of the seminogram. */
export function ExamIllustration({ examType }: { examType: string }) {
  const id = knownTypes.has(examType) ? examType.replaceAll(' ', '_') : 'Seminograma';
  return (
    <Drawing>
      <use href={`${drawings}#${id}`} />
    </Drawing>
  );
}

const NOT_REPLACED = 'El archivo no se reemplazó';

/** A picked file that replaces the current one after a confirmation. */
interface Replacement {
  readonly file: File;
  /** Effect on the results that were read from the current file, as a sentence. */
  readonly consequence: string;
}

/** Replaces the file of an exam, after a warning about the effect on its results. */
function useReplaceExamFile(idUser: string, exam: Exam) {
  const { id, version } = exam;
  const can = useCan();
  const failure = useFailureToast();
  const [replacement, setReplacement] = useState<Replacement | null>(null);
  const [isAsking, setAsking] = useState(false);
  const results = queries.results.ofPatient.queryOptions({ input: { idUser } });
  const { begin, ...uploading } = useFileUpload({
    path: '/v1/exam/replace-file',
    fields: { idExam: id },
    read: readExam,
    parseCurrent,
    show: async () => {
      await refreshHistory(idUser);
      // A new file invalidates the validation of its results.
      void invalidate(results.queryKey);
    },
    onDone: () =>
      notifySuccess('Archivo reemplazado', { detail: 'El anterior queda en el historial.' }),
    onCancel: () => void refreshHistory(idUser),
    onFailure: (error, onRetry) =>
      failure.show(NOT_REPLACED, { detail: describeFailure(error), onRetry }),
  });

  async function start(file: File) {
    failure.clear();
    const rejection = fileRejection(file);
    if (rejection) return failure.show(NOT_REPLACED, { detail: rejection });
    if (!can('results.read')) return begin(file, version);
    try {
      // Another user may have validated the results after they were loaded.
      const { data } = await cache.fetchQuery({ ...results, staleTime: 0 });
      const set = data.sets.find(({ idExam }) => idExam === id);
      const consequence = set && describeConsequence(set, nameWithDate(exam));
      if (consequence === undefined) return begin(file, version);
      setReplacement({ file, consequence });
      setAsking(true);
    } catch (error) {
      failure.show(NOT_REPLACED, {
        detail: (error as Error).message,
        onRetry: () => void start(file),
      });
    }
  }

  const question: ReactNode = replacement && (
    <Confirmation
      opened={isAsking}
      title="Reemplazar archivo"
      question={replacement.consequence}
      note="El archivo actual queda en el historial del estudio."
      confirmLabel="Reemplazar archivo"
      onCancel={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false);
        begin(replacement.file, version);
      }}
    />
  );
  return { ...uploading, start: (file: File) => void start(file), question };
}

/** Effect of a replacement on results that were read from the file; undefined without an effect. */
function describeConsequence(
  { fileUrl, status, secondReading }: ResultSet,
  name: string,
): string | undefined {
  if (fileUrl === null) return undefined;
  if (status === 'validado') {
    return `Los resultados de ${name} están validados con el archivo actual. Si lo reemplazas, dejan de estarlo y quedan como «Corregido» hasta que alguien los valide con el archivo nuevo. Los valores no cambian.`;
  }
  if (secondReading !== null) {
    return `La segunda lectura de los resultados de ${name} se hizo con el archivo actual. Si lo reemplazas, deja de contar y hay que repetirla con el archivo nuevo. Los valores no cambian.`;
  }
  return undefined;
}
