import type { ExamSort, ListedExam } from '@simiente/contract/dashboard';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { type PeriodSearch, searchOf } from '../../lib/period/period.ts';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { SearchBox } from '../../ui/page/SearchBox.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { CountedList } from '../list-exports/public.ts';
import { homeCrumb, PeriodChips, usePeriod } from '../period/public.ts';
import {
  fromTableSort,
  pagesProps,
  toTableSort,
  useSearchText,
  useTypedSearch,
  withSearchText,
} from '../records/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { examColumns, examMobileRow } from './exam-columns.tsx';
import type { ExamsSearch } from './exams-search.ts';
import { NoneOfPeriod } from './NoneOfPeriod.tsx';
import { examsInput, useExams } from './use-exams.ts';

const TITLE = 'Exámenes subidos';
const getRowId = (exam: ListedExam) => exam.id;
const getRowName = (exam: ListedExam) => exam.patient.name;

/** /home/estudios: the exams that the dashboard's figure counts. */
export function ExamsPage() {
  const { orden, ...period } = useSearch({ from: '/_shell/_guarded/home/estudios' });
  const navigate = useNavigate({ from: '/home/estudios' });
  const { filter } = usePeriod(period);
  const timeZone = useClinicTimeZone();
  const columns = useMemo(() => examColumns(timeZone), [timeZone]);
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
        columns={columns}
        {...pagesProps(list, 'Error al cargar los exámenes')}
        getRowId={getRowId}
        getRowName={getRowName}
        mobileRow={(exam) => examMobileRow(exam, timeZone)}
        rowLink={({ patient: { idUser } }, props) => (
          <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />
        )}
        sort={toTableSort(sort)}
        onSortChange={(chosen) => {
          const wire = fromTableSort<ExamSort>(chosen);
          change({ orden: wire === 'createDate' ? wire : undefined });
        }}
        empty={
          <NoneOfPeriod
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
