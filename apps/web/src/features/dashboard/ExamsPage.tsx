import type { ExamPage, ExamSort, ListedExam } from '@simiente/contract/dashboard';
import { examTypeLabel } from '@simiente/contract/exams';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { type PeriodFilter, type PeriodSearch, searchOf } from '../../lib/period/period.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { SearchBox } from '../../ui/page/SearchBox.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn, MobileRow } from '../../ui/table/table-types.ts';
import { CountedList } from '../list-exports/public.ts';
import { homeCrumb, PeriodChips, usePeriod } from '../period/public.ts';
import {
  byCursor,
  fromTableSort,
  pageInput,
  pagesProps,
  toTableSort,
  useListPages,
  useSearchText,
  useTypedSearch,
  withSearchText,
} from '../records/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { EmptyPeriod } from './EmptyPeriod.tsx';
import classes from './ExamsPage.module.css';
import type { ExamsSearch } from './exams-search.ts';

const TITLE = 'Exámenes subidos';
const getRowId = (exam: ListedExam) => exam.id;
const getRowName = (exam: ListedExam) => exam.patient.name;

/** /home/estudios: the exams counted by the dashboard. */
export function ExamsPage() {
  const { orden, ...period } = useSearch({ from: '/_shell/_guarded/home/estudios' });
  const navigate = useNavigate({ from: '/home/estudios' });
  const { filter } = usePeriod(period);
  const text = useSearchText();
  const search = useTypedSearch();
  const sort: ExamSort = orden ?? '-createDate';
  const list = useExams(filter, sort, text);
  const { total, totalIsCapped } = list;

  function change(next: Partial<ExamsSearch & { text: string }>) {
    const { text: searched = text, ...address } = { ...period, orden, ...next };
    void navigate({ search: address, state: withSearchText(searched), resetScroll: false });
  }

  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[homeCrumb(period), { label: TITLE }]} />
      <PageHead
        title={TITLE}
        context={
          <CountedList
            request={{ list: 'exams', filters: examsInput(filter, sort, text)(undefined) }}
            total={total}
            totalIsCapped={totalIsCapped}
            noun={['examen', 'exámenes']}
          >
            {total !== undefined && describeTotal(total, totalIsCapped, text)}
          </CountedList>
        }
        search={<SearchBox label="Buscar estudio o paciente" value={text} onChange={search} />}
      />
      <PeriodChips
        name="Periodo"
        isPeriodKept
        search={searchOf(filter)}
        onChange={({ laboratorio }: PeriodSearch) => change({ laboratorio })}
      />
      <DataTable
        label={TITLE}
        columns={examColumns}
        {...pagesProps(list, 'Error al cargar los exámenes')}
        getRowId={getRowId}
        getRowName={getRowName}
        mobileRow={examMobileRow}
        rowLink={({ patient: { idUser } }, props) => (
          <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />
        )}
        sort={toTableSort(sort)}
        onSortChange={(chosen) => {
          const wire = fromTableSort<ExamSort>(chosen);
          change({ orden: wire === 'createDate' ? wire : undefined });
        }}
        empty={
          <EmptyPeriod
            clear={
              text === '' && filter.laboratory === undefined
                ? undefined
                : () => change({ laboratorio: undefined, text: '' })
            }
          />
        }
      />
    </>
  );
}

function describeTotal(total: number, isCapped: boolean, text: string): string {
  const figure = formatCount(total, isCapped);
  if (text !== '') return `${figure} ${total === 1 ? 'resultado' : 'resultados'}`;
  return `${figure} ${total === 1 ? 'examen subido' : 'exámenes subidos'} en el periodo`;
}

export const examColumns: readonly DataTableColumn<ListedExam>[] = [
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
    cell: ({ createDate }) => <DateText value={createDate} />,
  },
  {
    id: 'file',
    header: 'Archivo',
    width: 'max(112px, 9vw)',
    cell: (exam) => <FileLink exam={exam} />,
  },
];

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
export function examMobileRow(exam: ListedExam): MobileRow {
  return {
    title: exam.patient.name,
    aside: <FileLink exam={exam} />,
    facts: (
      <>
        {examTypeLabel(exam.examType)} · <DateText value={exam.createDate} />
      </>
    ),
  };
}

const examList = { rowsOf: (page: ExamPage) => page.exams };

/** Input of the list's call by cursor; the export takes the same input without a cursor. */
export function examsInput(filter: PeriodFilter, sort: ExamSort, search: string) {
  return pageInput({ ...filter, sort }, search);
}

/** Pages of the exams of a period; the previous rows stay while a new filter loads. */
export function useExams(filter: PeriodFilter, sort: ExamSort, search: string) {
  return useListPages(
    examList,
    queries.dashboard.exams.infiniteOptions({
      ...byCursor,
      input: examsInput(filter, sort, search),
    }),
  );
}
