import type { Exam } from '@simiente/contract/exams';
import { formatCount } from '../../lib/format/numbers.ts';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { AddExams } from './AddExams.tsx';
import { ExamCard } from './ExamCard.tsx';
import classes from './ExamList.module.css';

/** Estudios: a card per exam, whose button opens its file in a new tab, and a way to add more. */
export function ExamList({ idUser, exams }: { idUser: string; exams: readonly Exam[] }) {
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
        <div className={classes.add}>
          <AddExams idUser={idUser} />
        </div>
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
            <ExamCard key={exam.id} idUser={idUser} exam={exam} />
          ))}
        </ul>
      )}
    </section>
  );
}
