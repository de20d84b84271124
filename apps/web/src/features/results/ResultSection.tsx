import { sampleDay } from '@simiente/contract/results/words';
import { IconChevronRight, IconFlask } from '@tabler/icons-react';
import { pluralize } from '../../lib/format/numbers.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { EmptyTrayArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { RecordSection, SectionRows } from '../../ui/page/record-sections.tsx';
import { IconTile } from '../../ui/status/IconTile.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { Can, useCan, useClinicTimeZone } from '../session/public.ts';
import classes from './ResultSection.module.css';
import { ResultsLink } from './ResultsLink.tsx';
import { countOutside, groupByStudy, type StudySets } from './reading/studies.ts';
import { useResults } from './result-cache.ts';
import { countSets, ENTER_RESULTS, RESULTS, toStatusPill } from './words.ts';

/** Section 'Resultados' of a patient: the latest set of each study, and a link to all of them. */
export function ResultSection({ idUser }: { idUser: string }) {
  const results = useResults(idUser);
  const count = results.data?.length ?? 0;
  const can = useCan();
  return (
    <RecordSection
      id="resultados"
      title={RESULTS}
      count={count > 0 ? countSets(count) : null}
      action={
        <>
          <Can capability="results.create">
            <LinkButton kind="default" link={<ResultsLink idUser={idUser} view="capturar" />}>
              {ENTER_RESULTS}
            </LinkButton>
          </Can>
          {count > 0 && (
            <LinkButton kind="default" link={<ResultsLink idUser={idUser} />}>
              Ver resultados
            </LinkButton>
          )}
        </>
      }
    >
      <SectionRows
        query={results}
        rows={results.data && groupByStudy(results.data)}
        failure="No se pudieron cargar los resultados"
        empty={
          <EmptyState illustration={<EmptyTrayArt />} title="Todavía no hay resultados capturados.">
            {can('results.create') && 'Se capturan desde aquí o desde el menú de un estudio.'}
          </EmptyState>
        }
      >
        {(study) => (
          <li key={study.examType}>
            <StudyRow study={study} />
          </li>
        )}
      </SectionRows>
    </RecordSection>
  );
}

function StudyRow({ study: { name, id, sets, latest } }: { study: StudySets }) {
  const timeZone = useClinicTimeZone();
  const outside = countOutside(latest);
  return (
    <ResultsLink className={classes.row} idUser={latest.idUser} hash={id}>
      <IconTile icon={IconFlask} isHiddenOnPhones />
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>{' '}
        <span className={classes.facts}>
          {[
            sampleDay(latest, timeZone),
            latest.laboratory?.name,
            sets.length > 1 && `${sets.length} fechas`,
            outside > 0 &&
              `${pluralize(outside, ['valor', 'valores'])} fuera del rango del laboratorio`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>{' '}
      <StatusPill {...toStatusPill(latest)} />
      <IconChevronRight className={classes.chevron} size={18} stroke={1.7} aria-hidden />
    </ResultsLink>
  );
}
