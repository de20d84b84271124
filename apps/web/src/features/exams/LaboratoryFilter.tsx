import type { Laboratory } from '@simiente/contract/exams/calls';
import classes from './LaboratoryFilter.module.css';
import { LaboratorySelect } from './LaboratorySelect.tsx';

interface LaboratoryFilterProps {
  /** Partners of other types too. */
  everyType?: boolean;
  /** The one of the URL, if any. */
  id: string | undefined;
  /** As the list answered it; undefined until then. */
  laboratory: Laboratory | null | undefined;
  onChange: (id: string | undefined) => void;
}

/** The laboratory of a list, in its toolbar. */
export function LaboratoryFilter({ everyType, id, laboratory, onChange }: LaboratoryFilterProps) {
  return (
    <div className={classes.filter}>
      <LaboratorySelect
        isBare
        everyType={everyType}
        label="Laboratorio"
        noneLabel="Laboratorio: todos"
        value={id === undefined ? null : (laboratory ?? null)}
        onChange={(chosen) => onChange(chosen?.idPartner)}
      />
    </div>
  );
}
