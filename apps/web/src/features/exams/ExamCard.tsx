import type { Exam } from '@simiente/contract/exams/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { formatFileSize } from '../../lib/format/numbers.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { ExamIllustration } from '../../ui/illustrations/ExamIllustration.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { UploadProgress } from '../../ui/page/UploadProgress.tsx';
import { EarlierFiles } from '../files/public.ts';
import { useMay } from '../session/public.ts';
import classes from './ExamList.module.css';
import { ExamMenu } from './ExamMenu.tsx';
import { nameWithDate } from './ExamTypeInput.tsx';
import { useReplaceExamFile } from './use-replace-exam-file.tsx';

interface ExamCardProps {
  idUser: string;
  exam: Exam;
  /** Whether its file can be opened. */
  mayOpen: boolean;
}

/** An exam: its illustration, type, date and file. */
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

/** The day of the study; if unknown, when it was added. */
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

/** 'Consultar' opens the file of an exam, or the results of one that has values alone. */
function OpenExam({ idUser, exam }: Pick<ExamCardProps, 'idUser' | 'exam'>) {
  const { fileUrl } = exam;
  const mayRead = useMay()('results.read');
  const { data: hasResults } = useQuery(
    queries.results.ofPatient.queryOptions({
      input: { idUser },
      enabled: fileUrl === null && mayRead,
      select: ({ data }) => data.sets.some(({ idExam }) => idExam === exam.id),
    }),
  );
  const name = nameWithDate(exam);
  if (fileUrl === null && hasResults) {
    return (
      <LinkButton
        kind="default"
        fullWidth
        aria-label={`Consultar: ${name}`}
        link={(props) => (
          <Link
            to="/pacientes/$idUser/resultados/{-$vista}"
            params={{ idUser, vista: undefined }}
            {...props}
          />
        )}
      >
        Consultar
      </LinkButton>
    );
  }
  if (fileUrl === null) {
    return (
      <LockButton kind="default" fullWidth disabled disabledReason="Este estudio no tiene archivo.">
        Consultar
      </LockButton>
    );
  }
  return (
    <LinkButton
      kind="default"
      fullWidth
      href={fileUrl}
      newTab
      aria-label={`Consultar: ${name} (se abre en otra pestaña)`}
    >
      Consultar
    </LinkButton>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
};

/** 'PDF · 412 KB', or less for a file that is not stored by us. */
function describeFile({ fileUrl, external, mediaType, fileSize }: Exam): string {
  if (fileUrl === null) return 'Sin archivo';
  if (external) return 'Enlace externo';
  const kind = KINDS[mediaType ?? ''] ?? 'Archivo';
  return fileSize === null ? kind : `${kind} · ${formatFileSize(fileSize)}`;
}
