import type { AnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import type { ResultSet } from '@simiente/contract/results/calls';
import { isUnder } from '@simiente/contract/results/quantity';
import { isUnderFifth } from '@simiente/contract/results/semen/centile';
import { consensusThresholds } from '@simiente/contract/results/semen/consensus';
import { quantityOf } from '@simiente/contract/results/values';
import { fact, numberOf, type RuledSentence, valuesOf } from './written-set.ts';

/**
 * What doctors usually ask next. No source gives these rules; they are common practice, to be confirmed by the doctor
 * who is responsible in the clinic, and each says so.
 */
const USUAL = 'Práctica habitual, pendiente de confirmación del médico responsable';

const LOW: readonly AnalyteKey[] = [
  'concentration',
  'totalNumber',
  'progressiveMotility',
  'totalMotility',
  'normalForms',
  'vitality',
];

function isLow(set: ResultSet, key: AnalyteKey): boolean {
  const value = numberOf(set, key);
  if (value === undefined || value.unit === null) return false;
  return isUnderFifth(key, value, value.unit as UnitName, set.whoEdition) === true;
}

/** Each once, in the order in which they would be asked for. */
export function nextSentences(
  semen: ResultSet | undefined,
  newest: readonly ResultSet[],
): RuledSentence[] {
  if (semen === undefined) {
    const text = 'Para leer estos resultados en conjunto suele pedirse un seminograma reciente.';
    return [{ text, facts: { values: [], rule: `Sin seminograma. ${USUAL}` } }];
  }
  const studies = new Set(newest.map(({ examType }) => examType));
  const low = LOW.filter((key) => isLow(semen, key));
  const values = low.flatMap((key) => numberOf(semen, key) ?? []).map(fact);
  const next: RuledSentence[] = [];
  const ask = (rule: string, text: string, from = values) =>
    next.push({ text, facts: { values: from, rule: `${rule}. ${USUAL}` } });
  const none = numberOf(semen, 'concentration')?.value === '0';
  if (none || low.length > 0) {
    ask(
      none ? 'Sin espermatozoides en fresco' : 'Algún valor por debajo del percentil 5',
      'Antes de llegar a una conclusión suele repetirse el seminograma, con 2 a 7 días de abstinencia.',
    );
  }
  const isFew = none || low.includes('concentration') || low.includes('totalNumber');
  if (isFew && !studies.has('Hormonal')) {
    ask(
      'Concentración o número total por debajo del percentil 5',
      'También suele pedirse un perfil hormonal.',
    );
  }
  if (isLow(semen, 'volume')) {
    ask(
      'Volumen por debajo del percentil 5',
      'Con este volumen conviene confirmar que la muestra se recolectó completa.',
      [numberOf(semen, 'volume')].flatMap((one) => (one ? [fact(one)] : [])),
    );
  }
  const { unit, at } = consensusThresholds.leukocytes;
  const leukocytes = quantityOf(valuesOf(semen), 'leukocytes', unit);
  if (leukocytes && isUnder(leukocytes, at) === false && !studies.has('Cultivo_Semen')) {
    ask(
      'Leucocitos en el umbral de consenso o por arriba',
      'Por los leucocitos suele pedirse un cultivo de semen.',
      [numberOf(semen, 'leukocytes')].flatMap((one) => (one ? [fact(one)] : [])),
    );
  }
  return next;
}
