import { Select, Skeleton } from '@mantine/core';
import { dayIn, isCalendarDay } from '@simiente/contract/common/days';
import type { Exam } from '@simiente/contract/exams/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { offeredExamTypes } from '@simiente/contract/exams/types';
import type { ResultSet } from '@simiente/contract/results/calls';
import { IconFileText } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { nameWithDate } from '../../exams/public.ts';
import { useMedicalHistory } from '../../patients/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { type PatientResultsProps, ResultsHeader, useResultsSearch } from '../ResultsHeader.tsx';
import { ENTER_RESULTS } from '../words.ts';
import { EntryForm } from './EntryForm.tsx';
import classes from './EntryPage.module.css';

/** Address fragment that makes the browser's PDF viewer show the page width, without the column of pages. */
const PAGE_WIDE = '#navpanes=0&view=FitH';

interface ExamFileProps {
  fileUrl: string;
  fileName: string | null;
  mediaType: string | null;
}

/** The paper from which results are typed: a PDF in the browser's viewer, or a picture. */
function ExamFile({ fileUrl, fileName, mediaType }: ExamFileProps) {
  const name = fileName ?? 'Archivo del estudio';
  return (
    <section className={classes.examFileFile} aria-label="Archivo del estudio">
      <div className={classes.header}>
        <IconFileText size={17} stroke={1.7} aria-hidden />
        <span className={classes.name} title={name}>
          {name}
        </span>
        <LinkButton
          kind="subtle"
          size="compact-sm"
          href={fileUrl}
          newTab
          aria-label={`Abrir ${name} en otra pestaña`}
        >
          Abrir en otra pestaña
        </LinkButton>
      </div>
      {mediaType === 'application/pdf' ? (
        // Keeps Tab in the fields of the form, outside of the viewer.
        <iframe className={classes.pdf} src={`${fileUrl}${PAGE_WIDE}`} title={name} tabIndex={-1} />
      ) : mediaType?.startsWith('image/') ? (
        <div className={classes.picture}>
          <img src={fileUrl} alt={name} />
        </div>
      ) : (
        <p className={classes.none}>Este archivo no se puede mostrar aquí.</p>
      )}
    </section>
  );
}

/** /pacientes/{id}/resultados/capturar: the form, beside a file of the exam; without exam and study, their choice. */
export default function EntryPage({ patient, sets }: PatientResultsProps) {
  const { idUser } = patient;
  const { examen, estudio, juego } = useResultsSearch().search;
  const history = useMedicalHistory(idUser);
  const exams = history.data?.allExamns.exams;
  // An exam has at most one set, so a URL with `examen` also opens an existing set for editing.
  const set =
    sets.find(({ idResultSet, idExam }) => idResultSet === juego || idExam === examen) ?? null;
  const exam = exams?.find(({ id }) => id === (set?.idExam ?? examen)) ?? null;
  const examType = set?.examType ?? exam?.examType ?? estudio;
  const awaitsExam = exams === undefined && set === null && examen !== undefined;
  return (
    <>
      <ResultsHeader
        patient={patient}
        name={ENTER_RESULTS}
        title={set !== null && set.status !== 'capturado' ? 'Corregir resultados' : ENTER_RESULTS}
        context={[patient.name, examType && examTypeLabel(examType), set?.order?.folio]
          .filter(Boolean)
          .join(' · ')}
      />
      {awaitsExam ? (
        history.error ? (
          <LoadError title="No se pudo cargar el estudio" queries={[history]} />
        ) : (
          <Skeleton height={480} radius={12} />
        )
      ) : examType === undefined ? (
        <StudyChoice idUser={idUser} exams={exams ?? []} sets={sets} />
      ) : (
        <LoadedEntry
          key={`${juego} ${exam?.id} ${examType}`}
          idUser={idUser}
          examType={examType}
          exam={exam}
          set={set}
          sets={sets}
        />
      )}
    </>
  );
}

interface LoadedEntryProps {
  idUser: string;
  examType: string;
  exam: Exam | null;
  set: ResultSet | null;
  sets: readonly ResultSet[];
}

/** The form, once the defaults from the last entry are loaded. */
function LoadedEntry({ idUser, examType, exam, set, sets }: LoadedEntryProps) {
  const timeZone = useClinicTimeZone();
  const [today] = useState(() => dayIn(timeZone, new Date()));
  const laboratory = set?.laboratory ?? exam?.laboratory;
  const on = isCalendarDay(exam?.examDate) ? exam.examDate : today;
  const defaults = useAnswer(queries.results.entry, {
    input: { idUser, examType, ...(laboratory && { idLaboratory: laboratory.idPartner }), on },
    // The defaults must not change while a user types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (defaults.data === undefined) {
    return defaults.isError ? (
      <LoadError title="No se pudo preparar la captura" queries={[defaults]} />
    ) : (
      <Skeleton height={480} radius={12} />
    );
  }
  const { fileUrl, fileName = null, mediaType = null } = set ?? exam ?? {};
  return (
    <div className={classes.two} data-alone={!fileUrl || undefined}>
      {fileUrl && (
        <div className={classes.file}>
          <ExamFile fileUrl={fileUrl} fileName={fileName} mediaType={mediaType} />
        </div>
      )}
      <EntryForm
        idUser={idUser}
        examType={examType}
        exam={exam}
        set={set}
        others={sets.filter(({ idResultSet }) => idResultSet !== set?.idResultSet)}
        defaults={defaults.data}
        defaultsDay={on}
      />
    </div>
  );
}

interface StudyChoiceProps {
  idUser: string;
  exams: readonly Exam[];
  sets: readonly ResultSet[];
}

/** Prefix of an option's value that is the id of an exam; other values are exam types. */
const EXAM_PREFIX = 'examen ';

/** Chooses the study to enter: one of the patient's exams without results, or an exam type without a file. */
function StudyChoice({ idUser, exams, sets }: StudyChoiceProps) {
  const navigate = useNavigate();
  const types = offeredExamTypes.toSorted((type, other) =>
    examTypeLabel(type).localeCompare(examTypeLabel(other), 'es'),
  );
  const examsWithoutSet = exams.filter(({ id }) => !sets.some(({ idExam }) => idExam === id));
  const choose = (chosen: string | null) => {
    if (chosen === null) return;
    const search = chosen.startsWith(EXAM_PREFIX)
      ? { examen: chosen.slice(EXAM_PREFIX.length) }
      : { estudio: chosen };
    const to = '/pacientes/$idUser/resultados/{-$vista}';
    void navigate({ to, params: { idUser, vista: 'capturar' }, search });
  };
  return (
    <Select
      className={classes.choice ?? ''}
      label="Estudio"
      description="De un estudio con archivo, o solo los valores de un reporte en papel."
      searchable
      autoFocus
      maxDropdownHeight={360}
      data={[
        ...(examsWithoutSet.length === 0
          ? []
          : [
              {
                group: 'Estudios del paciente',
                items: examsWithoutSet.map((exam) => ({
                  value: `${EXAM_PREFIX}${exam.id}`,
                  label: nameWithDate(exam),
                })),
              },
            ]),
        {
          group: 'Solo valores',
          items: types.map((type) => ({ value: type, label: examTypeLabel(type) })),
        },
      ]}
      onChange={choose}
    />
  );
}
