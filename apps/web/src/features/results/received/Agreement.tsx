import type { ReceivedCandidate, ReceivedResult } from '@simiente/contract/results/received-calls';
import { IconCheck, IconHelpCircle, IconX } from '@tabler/icons-react';
import classes from './Agreement.module.css';

interface AgreementProps {
  evidence: ReceivedResult['evidence'];
  candidate: ReceivedCandidate;
}

const signs = {
  agrees: [IconCheck, 'green'],
  differs: [IconX, 'red'],
  unknown: [IconHelpCircle, 'neutral'],
} as const;

/** Agreement of the laboratory's evidence with a patient: same, different, and missing in the record. */
export function Agreement({ evidence, candidate }: AgreementProps) {
  return (
    <span className={classes.facts}>
      {toFacts(evidence, candidate).map(([sign, words]) => {
        const [Icon, tone] = signs[sign];
        return (
          <span key={words} className={classes.fact} data-tone={tone}>
            <Icon size={14} stroke={2} aria-hidden />
            {words}
          </span>
        );
      })}
    </span>
  );
}

type Fact = readonly [keyof typeof signs, string];

const toFact = (agrees: boolean, same: string, other: string): Fact =>
  agrees ? ['agrees', same] : ['differs', other];

/** Missing evidence neither agrees nor differs. */
function toFacts(evidence: AgreementProps['evidence'], candidate: ReceivedCandidate): Fact[] {
  const { sameFolio, sameId, sameName, sameBirthDate, birthDate } = candidate;
  const facts: Fact[] = [];
  if (evidence.folio !== null) facts.push(toFact(sameFolio, 'Su folio', 'El folio no es suyo'));
  if (evidence.patient !== null)
    facts.push(toFact(sameId, 'Mismo identificador', 'Otro identificador'));
  if (evidence.name !== null || sameName)
    facts.push(toFact(sameName, 'Mismo nombre', 'Otro nombre'));
  if (evidence.birthDate !== null)
    facts.push(
      birthDate === null
        ? ['unknown', 'Sin fecha de nacimiento en el expediente']
        : toFact(sameBirthDate, 'Misma fecha de nacimiento', 'Otra fecha de nacimiento'),
    );
  return facts;
}
