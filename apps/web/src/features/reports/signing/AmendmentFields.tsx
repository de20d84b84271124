import { Select, Textarea } from '@mantine/core';
import {
  type AmendmentType,
  amendmentTypes,
  amendmentTypeWords,
} from '@simiente/contract/reports/states';
import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import classes from './SignDialog.module.css';

export interface Amendment {
  readonly type: AmendmentType;
  readonly reason: string;
}

/** Whether a signature of this copy needs a kind and reason of amendment: a copy of a signed version has them. */
export const asksForReason = ({
  replaces,
  amendment,
}: Pick<WorkingCopy, 'replaces' | 'amendment'>) => replaces !== null && amendment === null;

interface AmendmentFieldsProps {
  copy: WorkingCopy;
  value: Amendment;
  readOnly: boolean;
  onChange: (value: Amendment) => void;
}

/** Fields for the amendment of a signed version, with its reason unless it was given. */
export function AmendmentFields({ copy, value, readOnly, onChange }: AmendmentFieldsProps) {
  const { replaces, amendment } = copy;
  if (replaces === null) return null;
  return (
    <section className={classes.amendment} aria-labelledby="replaces">
      <h3 id="replaces" className={classes.caption}>
        Sustituye a la versión {replaces.number}, vigente
      </h3>
      {amendment !== null ? (
        <p>
          {amendmentTypeWords[amendment.type]}. Motivo: {amendment.reason}
        </p>
      ) : (
        <>
          <Select
            label="Tipo de cambio"
            allowDeselect={false}
            readOnly={readOnly}
            data={amendmentTypes.map((type) => ({ value: type, label: amendmentTypeWords[type] }))}
            value={value.type}
            onChange={(type) => onChange({ ...value, type: type as AmendmentType })}
            comboboxProps={{ withinPortal: false }}
          />
          <Textarea
            label="Motivo"
            required
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            readOnly={readOnly}
            value={value.reason}
            onChange={({ currentTarget: { value: reason } }) => onChange({ ...value, reason })}
          />
        </>
      )}
    </section>
  );
}
