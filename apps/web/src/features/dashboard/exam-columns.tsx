import type { ListedExam } from '@simiente/contract/dashboard';
import { examTypeLabel } from '@simiente/contract/exams';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import type { DataTableColumn, MobileRow } from '../../ui/table/table-types.ts';
import classes from './exam-columns.module.css';

/** `timeZone` is the clinic's: the days of the period are its days. */
export function examColumns(timeZone: string): readonly DataTableColumn<ListedExam>[] {
  return [
    {
      id: 'patient',
      header: 'Paciente',
      skeleton: 'person',
      cell: ({ patient }) => <PersonCell name={patient.name} />,
    },
    {
      id: 'type',
      header: 'Estudio',
      width: '24%',
      cell: ({ examType }) => <CellLine text={examTypeLabel(examType)} />,
    },
    {
      id: 'laboratory',
      header: 'Laboratorio',
      width: '20%',
      hideBelow: 'md',
      cell: ({ laboratory }) => <CellLine text={laboratory?.name} />,
    },
    {
      id: 'createDate',
      header: 'Fecha',
      sortKey: 'createDate',
      firstDirection: 'desc',
      width: 'max(132px, 12vw)',
      cell: ({ createDate }) => <DateText value={createDate} timeZone={timeZone} />,
    },
    {
      id: 'file',
      header: 'Archivo',
      width: 'max(112px, 9vw)',
      cell: (exam) => <FileLink exam={exam} />,
    },
  ];
}

function FileLink({ exam: { examType, patient, fileUrl } }: { exam: ListedExam }) {
  if (fileUrl === null) return <span className={classes.none}>Sin archivo</span>;
  return (
    <a
      className={`${classes.file} si-above-link`}
      href={fileUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Consultar: ${examTypeLabel(examType)} de ${patient.name} (se abre en otra pestaña)`}
    >
      Consultar
    </a>
  );
}

/** An exam below 48em. */
export function examMobileRow(exam: ListedExam, timeZone: string): MobileRow {
  return {
    title: exam.patient.name,
    aside: <FileLink exam={exam} />,
    facts: (
      <>
        {examTypeLabel(exam.examType)} · <DateText value={exam.createDate} timeZone={timeZone} />
      </>
    ),
  };
}
