import type { ReceivedCandidate, ReceivedResult } from '@simiente/contract/results/received-calls';
import { IconCheck, IconX } from '@tabler/icons-react';
import classes from './Agreement.module.css';

interface AgreementProps {
  evidence: ReceivedResult['evidence'];
  candidate: ReceivedCandidate;
}

/** What of the laboratory's evidence agrees with a patient, and what does not. */
export function Agreement({ evidence, candidate }: AgreementProps) {
  return (
    <span className={classes.facts}>
      {factsOf(evidence, candidate).map(({ agrees, words }) => {
        const Icon = agrees ? IconCheck : IconX;
        return (
          <span key={words} className={classes.fact} data-tone={agrees ? 'green' : 'red'}>
            <Icon size={14} stroke={2} aria-hidden />
            {words}
          </span>
        );
      })}
    </span>
  );
}

/** What the laboratory did not say neither agrees nor differs. */
function factsOf(evidence: AgreementProps['evidence'], candidate: ReceivedCandidate) {
  const { sameFolio, sameId, sameName, sameBirthDate, birthDate } = candidate;
  return [
    {
      isSaid: evidence.folio !== null,
      agrees: sameFolio,
      words: ['Su folio', 'El folio no es suyo'],
    },
    {
      isSaid: evidence.patient !== null,
      agrees: sameId,
      words: ['Mismo identificador', 'Otro identificador'],
    },
    {
      isSaid: evidence.name !== null || sameName,
      agrees: sameName,
      words: ['Mismo nombre', 'Otro nombre'],
    },
    {
      isSaid: evidence.birthDate !== null,
      agrees: sameBirthDate,
      words: [
        'Misma fecha de nacimiento',
        birthDate === null ? 'Sin fecha de nacimiento' : 'Otra fecha de nacimiento',
      ],
    },
  ]
    .filter(({ isSaid }) => isSaid)
    .map(({ agrees, words: [same = '', other = ''] }) => ({
      agrees,
      words: agrees ? same : other,
    }));
}
