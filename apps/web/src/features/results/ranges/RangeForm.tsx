import { Autocomplete, NativeSelect, Select, TextInput } from '@mantine/core';
import { dayIn, isCalendarDay } from '@simiente/contract/common/days';
import type { Laboratory } from '@simiente/contract/exams/calls';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { getAnalyte, isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import { semenMethods } from '@simiente/contract/results/analytes/studies';
import { unitLabel } from '@simiente/contract/results/analytes/units';
import { readRange } from '@simiente/contract/results/range';
import {
  type AnalyteRange,
  analyteRange,
  rangeFields,
} from '@simiente/contract/results/range-calls';
import { api } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DateField } from '../../../ui/dates/DateField.tsx';
import { FieldWarning } from '../../../ui/form/FieldWarning.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { LaboratorySelect } from '../../exams/public.ts';
import {
  defineFields,
  type FieldValues,
  type FormRequest,
  orNull,
  RecordModal,
  toFieldValues,
  useRecordForm,
} from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import classes from './RangeForm.module.css';
import { analyteOptions, refreshRanges } from './range-list.ts';

const fields = defineFields<AnalyteRange>()({
  laboratory: {
    label: 'Laboratorio',
    missing: 'Elige el laboratorio.',
    initial: null as Laboratory | null,
    isSame: (first, second) => first?.idPartner === second?.idPartner,
    show: (laboratory) => laboratory?.name ?? '—',
  },
  analyte: {
    label: 'Analito',
    missing: 'Elige el analito.',
    rule: rangeFields.analyte,
    show: (key) => (isAnalyteKey(key) ? getAnalyte(key).label : '—'),
  },
  method: { label: 'Método (opcional)', read: orNull, rule: rangeFields.method },
  unit: { label: 'Unidad', read: orNull, rule: rangeFields.unit, show: unitLabel },
  /** Empty if the paper has no range. */
  range: { label: 'Rango impreso', read: orNull, rule: rangeFields.range },
  /** Limits outside which a result is critical. */
  critical: { label: 'Límites críticos (opcional)', read: orNull, rule: rangeFields.critical },
  validFrom: {
    label: 'Desde',
    missing: 'Escribe desde qué fecha.',
    rule: rangeFields.validFrom,
    show: (day) => (isCalendarDay(day) ? describeCalendarDay(day) : day || '—'),
  },
});

export type RangeRequest = FormRequest<FieldValues<typeof fields>, AnalyteRange>;

/** A request for the form of a new range that replaces `base` from today on. */
const requestReplacement = (base: AnalyteRange, today: string): RangeRequest => ({
  record: null,
  start: { ...toFieldValues(fields, base), range: '', validFrom: today },
});

interface RangeFormProps {
  requested: RangeRequest | null;
  /** Opens the form of the range that replaces the edited range. */
  onFollow: (request: RangeRequest) => void;
}

export default function RangeForm({ requested, onFollow }: RangeFormProps) {
  const timeZone = useClinicTimeZone();
  const today = dayIn(timeZone, new Date());
  const form = useRecordForm({
    fields,
    initial: { validFrom: today },
    requested,
    record: analyteRange,
    sendsEveryField: true,
    save: async ({ base, payload: { laboratory, ...payload }, options }) => {
      if (laboratory === null) return null;
      const typed = { ...payload, idLaboratory: laboratory.idPartner };
      if (base === null) return (await api.analyteRanges.set(typed, options)).data.range;
      const edit = { ...typed, idRange: base.idRange, version: base.version };
      return (await api.analyteRanges.update(edit, options)).data.range;
    },
    show: () => refreshRanges(),
    onDone: (saved, wasNew) => {
      if (saved !== null) notifySuccess(wasNew ? 'Rango agregado' : 'Rango actualizado');
    },
    fieldByPath: { idLaboratory: 'laboratory' },
  });
  const { base, values, errors } = form;
  const analyte = isAnalyteKey(values.analyte) ? values.analyte : null;
  const isNew = base === null;

  return (
    <RecordModal
      form={form}
      title={isNew ? 'Agregar rango' : 'Editar rango'}
      lead={
        !isNew && (
          <p className={classes.lead}>
            Aquí se corrigen los errores de escritura. Si el laboratorio cambió su rango, agrega el
            nuevo con su fecha y este queda como anterior.
            <Button
              className={classes.follow ?? ''}
              kind="default"
              size="xs"
              onClick={() => form.leave(() => onFollow(requestReplacement(base, today)))}
            >
              Agregar el nuevo
            </Button>
          </p>
        )
      }
      submitLabel={isNew ? 'Agregar rango' : 'Guardar cambios'}
    >
      <LaboratorySelect
        label={fields.laboratory.label}
        required
        error={errors.laboratory}
        value={values.laboratory}
        readOnly={form.isSaving}
        onChange={(laboratory) => form.edit({ laboratory })}
      />
      <Select
        {...form.input('analyte')}
        withAsterisk={false}
        searchable
        allowDeselect={false}
        data={analyteOptions}
        value={analyte}
        onChange={(key) => {
          if (key !== null && isAnalyteKey(key)) {
            form.edit({ analyte: key, unit: getAnalyte(key).units[0] ?? '' });
          }
        }}
      />
      <Autocomplete
        {...form.input('method')}
        description="Déjalo vacío si se aplica a cualquier método."
        data={[...semenMethods]}
        openOnFocus={false}
      />
      <div className={classes.row}>
        <TextInput
          {...form.input('range')}
          description="Tal como aparece en el reporte, por ejemplo «≥ 1.4» o «1.5 – 12.4». Déjalo vacío si no imprime rango."
        />
        <NativeSelect
          {...form.input('unit')}
          disabled={analyte === null || form.isSaving}
          data={
            analyte === null
              ? [{ value: '', label: '—' }]
              : getAnalyte(analyte).units.map((unit) => ({ value: unit, label: unitLabel(unit) }))
          }
        />
      </div>
      <TextInput
        {...form.input('critical')}
        description="En la misma unidad, por ejemplo «2 – 50» o «< 200». Un resultado fuera de ellos aparece primero en «Por resolver» hasta que alguien lo marca como visto."
      />
      <FieldWarning sentences={findRangeWarnings(values)} />
      <DateField {...form.input('validFrom')} withAsterisk={false} value={values.validFrom} />
    </RecordModal>
  );
}

/** A warning if the range has no readable limits, so that results with this range would have no flag. */
function findRangeWarnings({ range, unit }: { range: string; unit: string }): string[] {
  if (range.trim() === '' || readRange(range, unit || null) !== null) return [];
  return [
    'En este texto no se reconocen límites: los resultados lo mostrarán tal cual, sin indicar si están dentro o fuera.',
  ];
}
