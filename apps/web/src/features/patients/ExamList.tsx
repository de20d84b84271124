import { type Exam, examTypeLabel } from '@simiente/contract/exams';
import { formatCount, formatFileSize } from '../../lib/format/numbers.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { ExamIllustration } from '../../ui/illustrations/exams/ExamIllustration.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import classes from './ExamList.module.css';

/** Estudios: a card per exam, whose button opens its file in a new tab. */
export function ExamList({ exams }: { exams: readonly Exam[] }) {
  return (
    <section className={classes.section} aria-labelledby="estudios">
      <div className={classes.head}>
        <h2 id="estudios" className={classes.title}>
          Estudios
        </h2>
        {exams.length > 0 && (
          <span className={classes.count}>
            {formatCount(exams.length)} {exams.length === 1 ? 'examen' : 'exámenes'}
          </span>
        )}
      </div>
      {exams.length === 0 ? (
        <div className={classes.empty}>
          <EmptyState
            illustration={<EmptyTrayArt />}
            title="No se encontraron estudios disponibles."
          >
            Aparecerán aquí en cuanto se suba el primero.
          </EmptyState>
        </div>
      ) : (
        <ul className={classes.grid}>
          {exams.map((exam) => (
            <ExamCard key={exam.id} exam={exam} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ExamCard({ exam }: { exam: Exam }) {
  const name = examTypeLabel(exam.examType);
  return (
    <li className={classes.card}>
      <div className={classes.tile}>
        <ExamIllustration examType={exam.examType} />
      </div>
      <div className={classes.words}>
        <h3 className={classes.name} title={name}>
          {name}
        </h3>
        <p className={classes.detail}>{describeFile(exam)}</p>
        {exam.fileUrl === null ? (
          <LockButton
            kind="default"
            fullWidth
            disabled
            disabledReason="Este estudio no tiene archivo."
          >
            Consultar
          </LockButton>
        ) : (
          <LinkButton
            kind="default"
            fullWidth
            href={exam.fileUrl}
            newTab
            aria-label={`Consultar: ${name} (se abre en otra pestaña)`}
          >
            Consultar
          </LinkButton>
        )}
      </div>
    </li>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
};

/** 'PDF · 412 KB', or what is known of a file that is not ours. */
function describeFile({ fileUrl, external, mediaType, fileSize }: Exam): string {
  if (fileUrl === null) return 'Sin archivo';
  if (external) return 'Enlace externo';
  const kind = KINDS[mediaType ?? ''] ?? 'Archivo';
  return fileSize === null ? kind : `${kind} · ${formatFileSize(fileSize)}`;
}
