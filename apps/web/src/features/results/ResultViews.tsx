import { Skeleton } from '@mantine/core';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { describeAge } from '@simiente/contract/patients/identification';
import type { ResultSet } from '@simiente/contract/results/calls';
import {
  CENTILES_SOURCE,
  FIFTH_EDITION_SOURCE,
} from '@simiente/contract/results/semen/who-centiles';
import { IconColumns, IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { ApiFailure, isUnknownRecord } from '../../lib/api/failure.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { patientWords, usePatient } from '../patients/public.ts';
import { PendingRecord } from '../records/public.ts';
import { Can, useCan, useClinicTimeZone } from '../session/public.ts';
import { NotAllowedPage, UnknownPage } from '../shell/public.ts';
import { ComparePage } from './compare/ComparePage.tsx';
import { SetActions } from './entering/SetActions.tsx';
import {
  NoResults,
  type PatientResultsProps,
  PrintButton,
  ResultsHeader,
  useResultsSearch,
} from './ResultsHeader.tsx';
import { ResultsLink } from './ResultsLink.tsx';
import classes from './ResultViews.module.css';
import { StudyCard } from './reading/StudyCard.tsx';
import { groupByStudy, type StudySets } from './reading/studies.ts';
import { useResults } from './result-cache.ts';
import { TrendPage } from './trend/TrendPage.tsx';
import { COMPARE, countSets, ENTER_RESULTS, RESULTS, TREND } from './words.ts';

const Loading = () => <Skeleton height={420} radius={12} />;
const EntryPage = lazyOnUse(() => import('./entering/EntryPage.tsx'), Loading);

interface LoadedPageProps {
  idUser: string;
  title: string;
  Page: ComponentType<PatientResultsProps>;
}

/** The pages about a patient's results, by the last part of their path. */
const pages = new Map<string | undefined, Omit<LoadedPageProps, 'idUser'>>([
  [undefined, { title: RESULTS, Page: Results }],
  ['capturar', { title: ENTER_RESULTS, Page: EntryPage }],
  ['comparar', { title: COMPARE, Page: ComparePage }],
  ['evolucion', { title: TREND, Page: TrendPage }],
]);

/** /pacientes/{id}/resultados, and the views below it. */
export function ResultViews() {
  const { idUser, vista } = useParams({
    from: '/_shell/_guarded/pacientes/$idUser/resultados/{-$vista}',
  });
  const mayEnter = useCan()('results.create');
  const page = pages.get(vista);
  if (page === undefined) return <UnknownPage />;
  if (vista === 'capturar' && !mayEnter) return <NotAllowedPage />;
  return <LoadedPage idUser={idUser} {...page} />;
}

function LoadedPage({ idUser, title, Page }: LoadedPageProps) {
  const patient = usePatient(idUser);
  const sets = useResults(idUser);
  const error = patient.error ?? sets.error;
  if (error instanceof ApiFailure && error.code === 'FORBIDDEN') return <NotAllowedPage />;
  if (isUnknownRecord(error) || !patient.data || !sets.data) {
    return (
      <PendingRecord
        words={{ ...patientWords, tab: title, failure: 'No se pudieron cargar los resultados' }}
        queries={[patient, sets]}
        title={title}
      >
        <Loading />
      </PendingRecord>
    );
  }
  return <Page patient={patient.data} sets={sets.data} />;
}

function Results({ patient, sets }: PatientResultsProps) {
  const timeZone = useClinicTimeZone();
  const { search, change } = useResultsSearch();
  const studies = groupByStudy(sets);
  const compared = studies.find((study) => study.sets.length > 1);
  const today = dayIn(timeZone, new Date());
  const age = patient.birthDate === null ? '' : `, ${describeAge(patient.birthDate, today)}`;
  return (
    <>
      {sets.length > 0 && <PrintedLetterhead />}
      <ResultsHeader
        patient={patient}
        name={RESULTS}
        context={`${patient.name}${age} · ${countSets(sets.length)}`}
        file={{
          request: { list: 'patientResults', filters: { idUser: patient.idUser } },
          fileContent: countSets(sets.length),
          isEmpty: sets.length === 0,
        }}
        action={
          <>
            {sets.length > 0 && <PrintButton kind="subtle" />}
            {compared && (
              <LinkButton
                kind="default"
                icon={IconColumns}
                link={
                  <ResultsLink
                    idUser={patient.idUser}
                    view="comparar"
                    search={{ estudio: compared.examType }}
                  />
                }
              >
                {COMPARE}
              </LinkButton>
            )}
            <Can capability="results.create">
              <LinkButton
                icon={IconPlus}
                link={<ResultsLink idUser={patient.idUser} view="capturar" />}
              >
                {ENTER_RESULTS}
              </LinkButton>
            </Can>
          </>
        }
      />
      <p className={classes.printed}>
        {patient.birthDate !== null &&
          `Fecha de nacimiento: ${describeCalendarDay(patient.birthDate)} · `}
        Impreso de Simiente el {describeCalendarDay(today)}
      </p>
      {studies.length === 0 ? (
        <NoResults title="Todavía no hay resultados capturados.">
          Aparecerán aquí cuando se capturen o los envíe un laboratorio.
        </NoResults>
      ) : (
        <>
          {studies.map((study) => (
            <StudyCard
              key={study.examType}
              study={study}
              set={findShownSet(study, search.juego)}
              actions={<SetActions set={findShownSet(study, search.juego)} name={patient.name} />}
              onChoose={(juego) => change({ juego })}
            />
          ))}
          <ul className={classes.legend}>
            <li>
              <i className={classes.interval} aria-hidden /> Intervalo de confianza al 95 % del
              percentil 5
            </li>
            <li>
              <i className={classes.median} aria-hidden /> Mediana
            </li>
            <li>
              <i className={classes.break} aria-hidden /> Cambió el laboratorio, el método o la
              edición
            </li>
            <li>
              Fuente: {CENTILES_SOURCE}
              {sets.some(({ whoEdition }) => whoEdition === 5) && `; ${FIFTH_EDITION_SOURCE}`}
            </li>
          </ul>
        </>
      )}
    </>
  );
}

/** The clinic's name, address and logo, shown only on paper. */
function PrintedLetterhead() {
  const { data: letterhead } = useAnswer(queries.letterhead.getOne, {
    input: {},
    select: ({ letterhead }) => letterhead,
    // The letterhead is the same for all patients.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!letterhead) return null;
  const { name, address, licence, logo } = letterhead;
  return (
    <div className={classes.letterhead}>
      {logo && <img src={logo.fileUrl} alt="" />}
      <div>
        <strong>{name}</strong>
        {address !== null && <p>{address}</p>}
        {licence !== null && <p>Licencia sanitaria o aviso de funcionamiento: {licence}</p>}
      </div>
    </div>
  );
}

/** The set whose id is in the URL, or the latest. */
function findShownSet({ sets, latest }: StudySets, idResultSet: string | undefined): ResultSet {
  return sets.find((set) => set.idResultSet === idResultSet) ?? latest;
}
