import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { waitingReasonWords } from '@simiente/contract/results/waiting-reasons';
import { sampleTime } from '@simiente/contract/results/words';
import { DateText } from '../../../ui/page/DateText.tsx';
import { WrittenValues } from '../WrittenValues.tsx';
import classes from './ReviewDialog.module.css';
import { sourceNames } from './words.ts';

/** What the laboratory wrote: whose it says that it is, and the values. */
export function WhatCame({ received, timeZone }: { received: ReceivedResult; timeZone: string }) {
  const { against, evidence, reason, source, values } = received;
  const facts = [
    ['Identificador', evidence.patient],
    ['Nombre', evidence.name],
    ['Nacimiento', evidence.birthDate],
    ['Folio', evidence.folio],
    ['Estudio', examTypeLabel(received.examType)],
    ['Laboratorio', received.laboratory?.name ?? null],
    ['Toma', sampleTime(received, timeZone)],
    [sourceNames[source], evidence.where],
  ] as const;
  return (
    <div className={classes.side}>
      <h3 className={classes.title}>Según el laboratorio</h3>
      <p className={classes.reason}>{waitingReasonWords[reason]}</p>
      <dl className={classes.facts}>
        {facts.map(([name, said]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd data-none={said === null || undefined}>{said ?? 'No se indica'}</dd>
          </div>
        ))}
        <div className={classes.fact}>
          <dt>Llegó</dt>
          <dd>
            <DateText value={received.receivedAt} hour />
          </dd>
        </div>
      </dl>
      <WrittenValues values={values} />
      {against !== null && (
        <>
          <h3 className={classes.title}>En el expediente de {against.patient.name}</h3>
          <WrittenValues values={against.values} />
        </>
      )}
    </div>
  );
}
