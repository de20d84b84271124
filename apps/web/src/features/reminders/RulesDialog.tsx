import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ClinicSettings } from '@simiente/contract/clinic/calls';
import {
  fillReminder,
  type ReminderRules,
  reminderFields,
  reminderRules,
} from '@simiente/contract/reminders/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { describeFailure } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { TimeField } from '../../ui/dates/DateField.tsx';
import { focusFallback, keepFocus } from '../../ui/focus.ts';
import { FormGrid } from '../../ui/form/FormSection.tsx';
import {
  SettingsDialog,
  type SettingsFormProps,
  useSettingsForm,
} from '../clinic-settings/public.ts';
import { defineFields, orNull, RecordModal } from '../record-form/public.ts';
import classes from './ConfirmPage.module.css';

type Values = Omit<ReminderRules, 'phone' | 'rules'> & {
  readonly phone: string;
  readonly rules: readonly {
    /** Key for the form, where rows are added and removed. */
    readonly id: number;
    readonly hoursBefore: number | string;
    readonly channel: string;
  }[];
};

const { shape } = reminderRules;
const fields = defineFields<ClinicSettings>()({
  isOn: { label: 'Recordatorios activados', initial: false },
  rules: {
    label: 'Cuándo',
    rule: shape.rules,
    initial: [] as Values['rules'],
    read: (rules) => rules.map(({ id: _, ...rule }) => rule),
    show: (rules) =>
      rules
        .map(({ hoursBefore, channel }) => `${hoursBefore} h, ${channelNames[channel]}`)
        .join('; '),
  },
  text: { label: 'Texto', missing: 'Escribe el texto.', rule: shape.text },
  quietFrom: { label: 'No enviar desde las', missing: 'Escribe la hora.', rule: shape.quietFrom },
  quietTo: { label: 'Hasta las', missing: 'Escribe la hora.', rule: shape.quietTo },
  cancelUntilHours: {
    label: 'El paciente puede cancelar hasta (horas antes)',
    rule: shape.cancelUntilHours,
    initial: 0,
  },
  phone: { label: 'Teléfono para pacientes', rule: shape.phone, read: orNull },
});

const channelNames: Readonly<Record<string, string>> = { email: 'Correo', whatsapp: 'WhatsApp' };
const channels = Object.entries(channelNames).map(([value, label]) => ({ value, label }));

/** The rules of the clinic's reminders, with a preview of the text. */
export default function RulesDialog({ onClose }: { onClose: () => void }) {
  return <SettingsDialog Form={RulesForm} onClosed={onClose} />;
}

function RulesForm({ settings, onClosed }: SettingsFormProps) {
  const form = useSettingsForm({
    settings,
    fields,
    toValues: ({ reminders: { phone, rules, ...others } }): Values => ({
      ...others,
      rules: rules.map((rule, id) => ({ ...rule, id })),
      phone: phone ?? '',
    }),
    toSettings: (payload) => ({ reminders: payload as ReminderRules }),
    savedTitle: 'Reglas guardadas',
  });
  const { values, edit } = form;
  const { rules } = values;
  const change = (index: number, next: Partial<Values['rules'][number]>) =>
    edit({ rules: rules.map((rule, other) => (other === index ? { ...rule, ...next } : rule)) });
  return (
    <RecordModal
      form={form}
      title="Reglas de los recordatorios"
      lead="Solo llegan a los pacientes que dieron su consentimiento para ese medio."
      submitLabel="Guardar"
      onClosed={onClosed}
    >
      <Switch {...form.toggle('isOn')} />
      <fieldset className={classes.rules} {...focusFallback}>
        <legend>Cuándo</legend>
        {rules.map((rule, index) => (
          <div ref={keepFocus} key={rule.id} className={classes.rule}>
            <NumberInput
              {...form.part(`rules.${index}.hoursBefore`)}
              label="Horas antes"
              min={1}
              max={168}
              clampBehavior="none"
              value={rule.hoursBefore}
              onChange={(hoursBefore) => change(index, { hoursBefore })}
            />
            <Select
              label="Medio"
              allowDeselect={false}
              data={channels}
              value={rule.channel}
              comboboxProps={{ withinPortal: false }}
              onChange={(channel) => channel && change(index, { channel })}
            />
            <Button
              kind="subtle"
              aria-label={`Quitar el recordatorio de ${rule.hoursBefore} horas antes`}
              onClick={() => edit({ rules: rules.filter(({ id }) => id !== rule.id) })}
            >
              Quitar
            </Button>
          </div>
        ))}
        <Button
          kind="default"
          size="xs"
          disabled={rules.length >= 6}
          onClick={() => {
            const id = Math.max(-1, ...rules.map((rule) => rule.id)) + 1;
            edit({ rules: [...rules, { id, hoursBefore: 24, channel: 'email' }] });
          }}
        >
          Agregar recordatorio
        </Button>
      </fieldset>
      <Textarea
        {...form.input('text')}
        description={`Campos: ${reminderFields.map((name) => `{${name}}`).join(', ')}. El enlace se agrega al final. No escribas nada de salud.`}
        rows={3}
      />
      <Preview text={values.text} />
      <FormGrid columns={2}>
        <TimeField
          {...form.input('quietFrom')}
          value={values.quietFrom}
          onChange={(quietFrom) => edit({ quietFrom })}
        />
        <TimeField
          {...form.input('quietTo')}
          value={values.quietTo}
          onChange={(quietTo) => edit({ quietTo })}
        />
        <NumberInput
          {...form.input('cancelUntilHours')}
          min={0}
          max={168}
          clampBehavior="none"
          value={values.cancelUntilHours}
          onChange={(hours) => edit({ cancelUntilHours: Number(hours) })}
        />
        <TextInput {...form.input('phone')} />
      </FormGrid>
    </RecordModal>
  );
}

/** The text with the data of a real appointment. It is loaded on request, because each view is audited. */
function Preview({ text }: { text: string }) {
  const [previewedText, setPreviewedText] = useState<string | null>(null);
  const preview = useQuery({
    queryKey: ['reminder preview', previewedText],
    queryFn: () => api.reminders.preview({ text: previewedText ?? '' }),
    enabled: previewedText !== null,
    retry: false,
  });
  const shown = preview.data?.data.text;
  return (
    <div className={classes.preview}>
      <Button
        kind="default"
        size="xs"
        loading={preview.isFetching}
        onClick={() => setPreviewedText(text)}
      >
        Ver con la próxima cita
      </Button>
      {preview.isError && <p className={classes.second}>{describeFailure(preview.error)}</p>}
      {preview.data && previewedText === text && (
        <p className={classes.text} aria-live="polite">
          {shown ?? fillReminder(text, EXAMPLE)}
        </p>
      )}
    </div>
  );
}

/** The data of the preview if there is no future appointment. */
const EXAMPLE = {
  paciente: 'Andrés',
  clinica: 'la clínica',
  fecha: 'viernes 27 de noviembre',
  hora: '10:00 (hora de Ciudad de México)',
  lugar: 'Sucursal Del Valle',
  medico: 'Dr Tomás Arriaga',
};
