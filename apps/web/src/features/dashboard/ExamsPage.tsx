import { examTitles as titles } from '@simiente/contract/common/column-titles';
import type { ExamPage, ListedExam } from '@simiente/contract/dashboard/calls';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { Link, useSearch } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { toPeriodSearch } from '../../lib/period/period.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import { homeCrumb, PeriodChips, usePeriod } from '../period/public.ts';
import {
  listQuery,
  pageInput,
  RecordsPage,
  type RowLayout,
  useListPages,
  useListView,
} from '../records/public.ts';
import { useCan } from '../session/public.ts';
import classes from './ExamsPage.module.css';
import { examsSearch } from './exams-search.ts';

const TITLE = 'Exámenes subidos';

const examList = {
  getRows: (page: ExamPage) => page.exams,
  getId: ({ id }: ListedExam) => id,
};

/** /home/estudios: the exams counted by the dashboard. */
export function ExamsPage() {
  const view = useListView(examsSearch, useSearch({ from: '/_shell/_guarded/home/estudios' }));
  const { search, text } = view;
  const { orden, ...period } = search;
  const { filter } = usePeriod(period);
  const input = pageInput({ ...filter, sort: orden }, text);
  const loaded = useListPages(examList, listQuery(queries.dashboard.exams, input));

  return (
    <RecordsPage
      title={TITLE}
      above={[homeCrumb(period)]}
      file={{ request: { list: 'exams', filters: input(undefined) }, noun: ['examen', 'exámenes'] }}
      count={loaded.total !== undefined && describeTotal(loaded.total, loaded.totalIsCapped, text)}
      searchLabel="Buscar estudio o paciente"
      layout={examLayout}
      loaded={loaded}
      view={view}
      failure="No se pudieron cargar los exámenes"
      rowLink={({ patient: { idUser } }) => <Link to="/pacientes/$idUser" params={{ idUser }} />}
      empty="No hay nada en este periodo."
      create={{ label: 'Elegir otro periodo', link: <Link to="/home" /> }}
    >
      <PeriodChips
        name="Periodo"
        isPeriodRequired
        search={toPeriodSearch(filter)}
        onChange={view.change}
      />
    </RecordsPage>
  );
}

function describeTotal(total: number, isCapped: boolean, text: string): string {
  if (text !== '') return pluralize(total, ['resultado', 'resultados'], { isCapped });
  return `${pluralize(total, ['examen subido', 'exámenes subidos'], { isCapped })} en el periodo`;
}

const examLayout: RowLayout<ListedExam> = {
  columns: toColumns<ListedExam>(titles, {
    patient: {
      skeleton: 'person',
      cell: ({ patient }) => <PersonCell name={patient.name} />,
    },
    type: {
      width: '24%',
      cell: ({ examType }) => <CellLine text={examTypeLabel(examType)} />,
    },
    laboratory: {
      width: '20%',
      hideBelow: 'md',
      cell: ({ laboratory }) => <CellLine text={laboratory?.name} />,
    },
    createDate: {
      header: 'Fecha',
      sorts: 'desc',
      width: 'max(132px, 12vw)',
      cell: ({ createDate }) => <DateText value={createDate} />,
    },
    file: {
      width: 'max(112px, 9vw)',
      cell: (exam) => <FileLink exam={exam} />,
    },
  }),
  mobileRow: (exam) => ({
    title: exam.patient.name,
    aside: <FileLink exam={exam} />,
    facts: (
      <>
        {examTypeLabel(exam.examType)} · <DateText value={exam.createDate} />
      </>
    ),
  }),
  getRowName: ({ patient }) => patient.name,
};

function FileLink({ exam: { examType, patient, fileUrl } }: { exam: ListedExam }) {
  if (!useCan()('exams.open')) return null;
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
