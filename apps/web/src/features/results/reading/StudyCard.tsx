import { Select } from '@mantine/core';
import type { ResultSet } from '@simiente/contract/results/calls';
import { correctionWords, waitingReasonWords } from '@simiente/contract/results/states';
import {
  describeWithUnit,
  formatValueName,
  listFacts,
  sampleDay,
  sampleTime,
} from '@simiente/contract/results/words';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBulb,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DateText } from '../../../ui/page/DateText.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { OpenFile } from '../../files/public.ts';
import { useCan, useClinicTimeZone } from '../../session/public.ts';
import { AcknowledgeCritical } from '../AcknowledgeCritical.tsx';
import { ResultsLink } from '../ResultsLink.tsx';
import { earlierFacts, toStatusPill } from '../words.ts';
import { ResultTable } from './ResultTable.tsx';
import classes from './StudyCard.module.css';
import type { StudySets } from './studies.ts';

interface StudyCardProps {
  study: StudySets;
  set: ResultSet;
  onChoose: (idResultSet: string) => void;
  actions?: ReactNode;
}

/** A study: all data of one of its sets, which the user chooses by date. */
export function StudyCard({ study, set, onChoose, actions }: StudyCardProps) {
  const timeZone = useClinicTimeZone();
  const { name, id, sets } = study;
  const { source, enteredAt, enteredBy, secondReading, validatedAt, validatedBy, acknowledged } =
    set;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.header}>
        <div className={classes.words}>
          <div className={classes.line}>
            <h2 className={classes.title} id={id}>
              {name}
            </h2>
            <StatusPill {...toStatusPill(set)} />
          </div>
          <p className={classes.facts}>
            {listFacts(set, timeZone).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
        <div className={classes.actions}>
          {sets.length > 1 && (
            <Select
              className={classes.dates ?? ''}
              aria-label={`Fecha de ${name}`}
              allowDeselect={false}
              data={sets.map((option) => ({
                value: option.idResultSet,
                label: sampleTime(option, timeZone),
              }))}
              value={set.idResultSet}
              onChange={(chosen) => chosen !== null && onChoose(chosen)}
            />
          )}
          {actions}
          <OpenFile
            name={`${name}, ${sampleDay(set, timeZone)}`}
            fileUrl={set.fileUrl}
            missing="Estos resultados no tienen archivo."
            hasIcon
          />
        </div>
      </div>
      <Notices set={set} name={name} />
      <ResultTable set={set} sets={sets} label={`Resultados de ${name}`} />
      <ul className={classes.provenance}>
        <li>
          {source === 'manual' ? `Capturó ${enteredBy ?? 'una cuenta eliminada'}` : sources[source]}
          , <DateText value={enteredAt} hour />
        </li>
        {secondReading !== null && (
          <li>
            Segunda lectura: {secondReading.by ?? 'una cuenta eliminada'}
            {secondReading.way === 'retyped' && ', volviendo a escribir valores'},{' '}
            <DateText value={secondReading.at} hour />
          </li>
        )}
        {validatedAt !== null && (
          <li>
            {validatedBy === null ? 'Validado' : `Validó ${validatedBy}`},{' '}
            <DateText value={validatedAt} hour />
          </li>
        )}
        {acknowledged.map((message) => (
          <li key={message}>
            {validatedBy ?? 'La persona que validó'} aceptó la advertencia («así aparece en el
            reporte»): {message}
          </li>
        ))}
        {set.corrections
          .filter(({ kind }) => kind === 'corrected')
          .map((correction) => (
            <li key={correction.at}>
              <CorrectionLine correction={correction} />
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Notices: moves, values on hold, critical values, suggestions, unusual values and the laboratory's notes. */
function Notices({ set, name }: { set: ResultSet; name: string }) {
  const can = useCan();
  const { suggestions, checks, values, waiting, critical, criticalSeen } = set;
  const moves = set.corrections.filter(({ kind }) => kind !== 'corrected');
  const doubts = [
    ...checks.filter(({ level }) => level !== 'ok'),
    ...values
      .filter(({ note, withdrawn }) => note !== null && !withdrawn)
      .map((value) => ({ check: 'note', message: `${formatValueName(value)}: ${value.note}` })),
  ];
  return (
    // CSS hides the list while it is empty.
    <ul className={classes.notices}>
      {moves.map((move) => (
        <Notice key={move.at} icon={IconArrowsExchange} tone="amber">
          <CorrectionLine correction={move} />
        </Notice>
      ))}
      {waiting !== null && (
        <Notice tone="red">
          En espera: no se puede validar. {waitingReasonWords[waiting.reason]} Envió{' '}
          {waiting.values
            .map((value) => `${formatValueName(value)} ${describeWithUnit(value)}`.trim())
            .join(', ')}
          .{' '}
          {can('results.receive') && (
            <Link to="/resultados-recibidos" search={{ estado: 'esperan' }}>
              Revisar
            </Link>
          )}
        </Notice>
      )}
      {critical.length > 0 && (
        <Notice tone="red">
          <strong>{critical.length === 1 ? 'Valor crítico' : 'Valores críticos'}.</strong>{' '}
          {critical.join(' ')}{' '}
          {criticalSeen === null ? (
            can('results.validate') && <AcknowledgeCritical set={set} setName={name} />
          ) : (
            <>
              Visto por {criticalSeen.by ?? 'una cuenta eliminada'},{' '}
              <DateText value={criticalSeen.at} hour />
            </>
          )}
        </Notice>
      )}
      {suggestions.map(({ word, rule }) => (
        <Notice key={word} icon={IconBulb}>
          Sugerencia: <strong>{word}</strong>. Regla: {rule}.
        </Notice>
      ))}
      {doubts.map(({ check, message }) => (
        <Notice key={`${check} ${message}`} tone="amber">
          {message}
        </Notice>
      ))}
    </ul>
  );
}

interface NoticeProps {
  icon?: TablerIcon;
  /** Absent for a suggestion. */
  tone?: 'amber' | 'red';
  children: ReactNode;
}

function Notice({ icon: Icon = IconAlertTriangle, tone, children }: NoticeProps) {
  const kind = tone ? { 'data-tone': tone, 'data-doubt': true } : { 'data-suggestion': true };
  return (
    <li className={classes.notice} {...kind}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

const sources = { csv: 'Importado de un archivo', hl7: 'Recibido del laboratorio' } as const;

/** Author and reason of a correction or move, the facts of the sample before it, and the lost validation. */
function CorrectionLine({ correction }: { correction: ResultSet['corrections'][number] }) {
  const timeZone = useClinicTimeZone();
  const { at, by, kind, idOtherUser, reason, before, validated } = correction;
  const facts = earlierFacts(before, timeZone);
  return (
    <>
      {kind === 'corrected'
        ? `Corrigió ${by ?? 'el laboratorio'}`
        : `${correctionWords[kind]} por ${by ?? 'una cuenta eliminada'}`}
      , <DateText value={at} hour />. Motivo: {reason}
      {facts.length > 0 && <> Antes: {facts.join('; ')}.</>}
      {validated !== null && (
        <>
          {' '}
          Validación anterior: {validated.by !== null && `${validated.by}, `}
          <DateText value={validated.at} hour />
        </>
      )}{' '}
      {idOtherUser !== null && (
        <ResultsLink idUser={idOtherUser}>Ver el otro expediente</ResultsLink>
      )}
    </>
  );
}
