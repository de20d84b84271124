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
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { May, useClinicTimeZone, useMay } from '../session/public.ts';
import { NotAllowedPage, UnknownPage } from '../shell/public.ts';
import { SetActions } from './entering/SetActions.tsx';
import { ResultsLink } from './ResultsLink.tsx';
import classes from './ResultViews.module.css';
import { StudyCard } from './reading/StudyCard.tsx';
import { groupByStudy, type StudySets } from './reading/studies.ts';
import { PrintButton, ResultsHead, type ResultsOfPatient, WithResults } from './WithResults.tsx';
import { countSets, ENTER_RESULTS, RESULTS } from './words.ts';

const EntryPage = lazyOnUse(() => import('./entering/EntryPage.tsx'));
const ComparePage = lazyOnUse(() => import('./compare/ComparePage.tsx'));
const TrendPage = lazyOnUse(() => import('./trend/TrendPage.tsx'));

interface ResultViewsProps {
  idUser: string;
  /** The last part of the path; undefined for all results. */
  view: string | undefined;
}

/** /pacientes/{id}/resultados, and the views below it. */
export function ResultViews({ idUser, view }: ResultViewsProps) {
  const mayEnter = useMay()('results.create');
  switch (view) {
    case undefined:
      return (
        <WithResults
          idUser={idUser}
          title={RESULTS}
          shape={[0, 1].map((card) => (
            <Skeleton key={card} className={classes.shape ?? ''} height={420} radius={12} />
          ))}
        >
          {(loaded) => <Results {...loaded} />}
        </WithResults>
      );
    case 'capturar':
      return mayEnter ? <EntryPage idUser={idUser} /> : <NotAllowedPage />;
    case 'comparar':
      return <ComparePage idUser={idUser} />;
    case 'evolucion':
      return <TrendPage idUser={idUser} />;
    default:
      return <UnknownPage />;
  }
}

function Results({ patient, sets }: ResultsOfPatient) {
  const timeZone = useClinicTimeZone();
  const search = useSearch({ from: '/_shell/_guarded/pacientes/$idUser/resultados/{-$vista}' });
  const navigate = useNavigate({ from: '/pacientes/$idUser/resultados/{-$vista}' });
  const studies = groupByStudy(sets);
  const compared = studies.find((study) => study.sets.length > 1);
  const today = dayIn(timeZone, new Date());
  const age = patient.birthDate === null ? '' : `, ${describeAge(patient.birthDate, today)}`;
  return (
    <>
      {sets.length > 0 && <PrintedLetterhead />}
      <ResultsHead
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
                Comparar fechas
              </LinkButton>
            )}
            <May capability="results.create">
              <LinkButton
                icon={IconPlus}
                link={<ResultsLink idUser={patient.idUser} view="capturar" />}
              >
                {ENTER_RESULTS}
              </LinkButton>
            </May>
          </>
        }
      />
      <p className={classes.printed}>
        {patient.birthDate !== null &&
          `Fecha de nacimiento: ${describeCalendarDay(patient.birthDate)} · `}
        Impreso de Simiente el {describeCalendarDay(today)}
      </p>
      {studies.length === 0 ? (
        <section className={classes.empty}>
          <EmptyState illustration={<EmptyTrayArt />} title="Todavía no hay resultados capturados.">
            Aparecerán aquí cuando se capturen o los envíe un laboratorio.
          </EmptyState>
        </section>
      ) : (
        <>
          {studies.map((study) => (
            <StudyCard
              key={study.examType}
              study={study}
              set={findShownSet(study, search.juego)}
              actions={<SetActions set={findShownSet(study, search.juego)} name={patient.name} />}
              onChoose={(juego) =>
                void navigate({ search: { juego }, replace: true, resetScroll: false })
              }
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
  const { data: letterhead } = useQuery({
    ...queries.letterhead.getOne.queryOptions({
      input: {},
      select: ({ data }) => data.letterhead,
    }),
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
