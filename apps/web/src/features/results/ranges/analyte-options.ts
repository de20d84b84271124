import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { type AnalyteKey, analyteOf } from '@simiente/contract/results/analytes/catalogue';
import { studies } from '@simiente/contract/results/analytes/studies';
import { rangedAnalytes } from '@simiente/contract/results/range-calls';

/** The analytes that a range is printed for, each below the first study that has it. */
export const analyteOptions = groupedOptions();

function groupedOptions() {
  const left = new Set<AnalyteKey>(rangedAnalytes);
  const optionOf = (key: AnalyteKey) => ({ value: key, label: analyteOf(key).label });
  const ofStudies = Object.entries(studies).flatMap(([examType, { fields }]) => {
    const items = (fields as readonly AnalyteKey[]).filter((key) => left.delete(key)).map(optionOf);
    return items.length === 0 ? [] : [{ group: examTypeLabel(examType), items }];
  });
  const others = [...left].map(optionOf);
  return others.length === 0 ? ofStudies : [...ofStudies, { group: 'Otros', items: others }];
}
