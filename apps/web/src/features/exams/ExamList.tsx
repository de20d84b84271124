import type { Exam } from '@simiente/contract/exams/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { pluralize } from '../../lib/format/numbers.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { RecordSection } from '../../ui/page/record-sections.tsx';
import { useCan } from '../session/public.ts';
import { ADD_EXAMS, ExamCard } from './ExamCard.tsx';
import classes from './ExamList.module.css';

const AddExamsModal = lazyOnUse(() => import('./AddExamsModal.tsx'));

interface ExamListProps {
  idUser: string;
  exams: readonly Exam[];
  /** Whether their files can be opened. */
  mayOpen: boolean;
}

/** Number of cards before 'Ver todos'. */
const FIRST_EXAMS = 4;

/** Section 'Estudios': a card for each exam, grouped by type, and a button to add more. */
export function ExamList({ idUser, exams, mayOpen }: ExamListProps) {
  const count = exams.length;
  const can = useCan();
  const [isExpanded, setExpanded] = useState(false);
  const groupedExams = [
    ...Map.groupBy(exams, ({ examType }) => examTypeLabel(examType)).values(),
  ].flat();
  const shownExams = isExpanded ? groupedExams : groupedExams.slice(0, FIRST_EXAMS);
  return (
    <RecordSection
      id="estudios"
      title="Estudios"
      count={count > 0 ? pluralize(count, ['examen', 'exámenes']) : null}
      action={<AddExams idUser={idUser} />}
    >
      {count === 0 ? (
        <div className={classes.empty}>
          <EmptyState
            illustration={<EmptyTrayArt />}
            title="No se encontraron estudios disponibles."
          >
            {can('exams.create')
              ? 'Aquí aparecerán los estudios que agregues.'
              : 'Aquí aparecerán los estudios del paciente.'}
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className={classes.grid}>
            {shownExams.map((exam) => (
              <ExamCard key={exam.id} idUser={idUser} exam={exam} mayOpen={mayOpen} />
            ))}
          </ul>
          {count > FIRST_EXAMS && (
            <Button
              kind="default"
              className={classes.all}
              aria-expanded={isExpanded}
              onClick={() => setExpanded(!isExpanded)}
            >
              {isExpanded ? 'Ver menos' : `Ver todos los estudios (${count})`}
            </Button>
          )}
        </>
      )}
    </RecordSection>
  );
}

function AddExams({ idUser }: { idUser: string }) {
  const [opened, setOpened] = useState(false);
  /** Counts openings: each one mounts a new dialog without the previous state. */
  const [opening, setOpening] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  if (!useCan()('exams.create')) return null;
  return (
    <>
      <Button
        ref={button}
        id={ADD_EXAMS}
        kind="default"
        icon={IconPlus}
        aria-haspopup="dialog"
        onClick={() => {
          setOpening(opening + 1);
          setOpened(true);
        }}
      >
        Agregar estudios
      </Button>
      {opening > 0 && (
        <AddExamsModal
          key={opening}
          idUser={idUser}
          opened={opened}
          onClose={() => setOpened(false)}
          onClosed={() => button.current?.focus()}
        />
      )}
    </>
  );
}
