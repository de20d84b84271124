import { Select, TextInput, UnstyledButton } from '@mantine/core';
import { identificationTitles as titles } from '@simiente/contract/common/column-titles';
import { dayIn } from '@simiente/contract/common/days';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import {
  CURP_LENGTH,
  mexicanStates,
  normalizeCurp,
  readCurp,
} from '@simiente/contract/patients/curp';
import {
  findCurpConflicts,
  type Identification,
  isMexico,
  identificationFields as rules,
  type Sex,
  sexes,
  sexNames,
} from '@simiente/contract/patients/identification';
import { readPostalCode } from '@simiente/contract/patients/postal-codes';
import { IconChevronRight } from '@tabler/icons-react';
import { type FocusEvent, type ReactNode, useId, useState } from 'react';
import { hasEveryWord } from '../../../lib/fold.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DateField } from '../../../ui/dates/DateField.tsx';
import { FieldWarning } from '../../../ui/form/FieldWarning.tsx';
import { FormGrid, WholeRow } from '../../../ui/form/FormSection.tsx';
import {
  defineFields,
  type FieldValues,
  orNull,
  type RecordForm,
} from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import classes from './IdentificationFields.module.css';
import { PhoneQuestion } from './PersonFields.tsx';

const field = <Rule,>(name: keyof Identification, rule: Rule) => ({
  label: titles[name],
  rule,
  read: orNull,
});

export const identificationFormFields = defineFields<unknown>()({
  curp: { ...field('curp', rules.curp), read: (text) => orNull(normalizeCurp(text)) },
  birthDate: {
    ...field('birthDate', rules.birthDate),
    show: (day) => (day === '' ? '—' : describeCalendarDay(day)),
  },
  sex: {
    ...field('sex', rules.sex),
    show: (sex) => (sex === '' ? '—' : sexNames[sex as Sex]),
  },
  street: field('street', rules.street),
  colony: field('colony', rules.colony),
  zip: field('zip', rules.zip),
  municipality: field('municipality', rules.municipality),
  state: field('state', rules.state),
  country: field('country', rules.country),
  identityDocument: field('identityDocument', rules.identityDocument),
  emergencyName: field('emergencyName', rules.emergencyName),
  emergencyPhone: field('emergencyPhone', rules.emergencyPhone),
  emergencyRelation: field('emergencyRelation', rules.emergencyRelation),
});

/** A patient's identification as typed; missing fields are empty. */
type IdentificationValues = FieldValues<typeof identificationFormFields>;
type FieldName = keyof IdentificationValues;
const contactFields: readonly FieldName[] = [
  'emergencyName',
  'emergencyPhone',
  'emergencyRelation',
];
const personalFields = (Object.keys(identificationFormFields) as FieldName[]).filter(
  (name) => !contactFields.includes(name),
);

type IdentificationForm = Pick<
  RecordForm<IdentificationValues, unknown>,
  'input' | 'values' | 'edit' | 'errors' | 'isSaving'
>;

interface IdentificationFieldsProps {
  form: IdentificationForm;
  /** Opens the sections before any input. */
  opened?: boolean;
  focus?: string | undefined;
}

/** 'Identificación' and 'Contacto de emergencia', where every field is optional. */
export function IdentificationFields({ form, opened = false, focus }: IdentificationFieldsProps) {
  const today = dayIn(useClinicTimeZone(), new Date());
  const input = (name: FieldName) => ({
    ...form.input(name),
    ...(focus === name && {
      'data-autofocus': true,
      // The dialog moves the focus without scrolling.
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) =>
        currentTarget.scrollIntoView({ block: 'center' }),
    }),
  });
  const text = (name: FieldName, maxLength: number) => (
    <TextInput {...input(name)} maxLength={maxLength} />
  );
  return (
    <>
      <Section title="Identificación" names={personalFields} form={form} opened={opened}>
        <WholeRow>
          <CurpField form={form} input={input('curp')} />
        </WholeRow>
        <WholeRow>
          <TextInput
            {...input('identityDocument')}
            description="Solo si no tiene CURP; por ejemplo «Pasaporte G12345678»."
            maxLength={100}
          />
        </WholeRow>
        <DateField {...input('birthDate')} value={form.values.birthDate} max={today} />
        <Select
          {...input('sex')}
          clearable
          data={sexes.map((sex) => ({ value: sex, label: sexNames[sex] }))}
          value={form.values.sex || null}
          comboboxProps={{ withinPortal: false }}
          onChange={(sex) => form.edit({ sex: sex ?? '' })}
        />
        <WholeRow>{text('street', 220)}</WholeRow>
        {text('colony', 140)}
        <div>
          {text('zip', 16)}
          <PostalCodeFillButton form={form} />
        </div>
        {text('municipality', 140)}
        {isMexico(form.values.country) ? (
          <Select
            {...input('state')}
            searchable
            clearable
            maxDropdownHeight={220}
            nothingFoundMessage="Sin coincidencias"
            data={mexicanStates}
            filter={({ options, search }) =>
              options.filter((option) => 'label' in option && hasEveryWord(option.label, search))
            }
            value={form.values.state || null}
            comboboxProps={{ withinPortal: false }}
            onChange={(state) => form.edit({ state: state ?? '' })}
          />
        ) : (
          <TextInput {...input('state')} label="Estado o provincia" maxLength={100} />
        )}
        <TextInput {...input('country')} placeholder="México" maxLength={80} />
      </Section>
      <Section title="Contacto de emergencia" names={contactFields} form={form} opened={opened}>
        <WholeRow>
          <TextInput {...input('emergencyName')} label="Nombre del contacto" maxLength={220} />
        </WholeRow>
        <TextInput
          {...input('emergencyPhone')}
          label="Teléfono del contacto"
          type="tel"
          maxLength={60}
        />
        {text('emergencyRelation', 100)}
        <WholeRow>
          <PhoneQuestion
            phone={form.values.emergencyPhone}
            onChoose={(emergencyPhone) => form.edit({ emergencyPhone })}
          />
        </WholeRow>
      </Section>
    </>
  );
}

interface SectionProps {
  title: string;
  names: readonly FieldName[];
  form: IdentificationForm;
  opened: boolean;
  children: ReactNode;
}

/** A collapsible section. A section with input is open until the user closes it; one with an error always is. */
function Section({ title, names, form, opened, children }: SectionProps) {
  const id = useId();
  const [toggled, setToggled] = useState<boolean>();
  const isUsed = opened || names.some((name) => form.values[name] !== '');
  const isWrong = names.some((name) => form.errors[name] !== undefined);
  const isOpen = isWrong || (toggled ?? isUsed);
  return (
    <section className={classes.section} aria-labelledby={id}>
      <UnstyledButton
        id={id}
        className={classes.toggle}
        aria-expanded={isOpen}
        onClick={() => setToggled(!isOpen)}
      >
        <IconChevronRight
          className={classes.chevron}
          data-opened={isOpen || undefined}
          size={17}
          stroke={1.7}
          aria-hidden
        />
        {title}
      </UnstyledButton>
      {isOpen && (
        <div className={classes.fields}>
          <FormGrid columns={2}>{children}</FormGrid>
        </div>
      )}
    </section>
  );
}

interface FillButtonProps {
  form: IdentificationForm;
  /** Where the values come from: 'de la CURP'. */
  from: string;
  derived: Partial<IdentificationValues>;
}

const pickEmptyFields = (form: IdentificationForm, derived: FillButtonProps['derived']) =>
  Object.fromEntries(
    Object.entries(derived).filter(([name]) => form.values[name as FieldName] === ''),
  ) as Partial<IdentificationValues>;

/** Offers to fill empty fields with values derived from another field. */
function FillButton({ form, from, derived }: FillButtonProps) {
  const fill = pickEmptyFields(form, derived);
  const names = Object.keys(fill) as FieldName[];
  if (names.length === 0) return null;
  return (
    <Button
      kind="subtle"
      size="xs"
      className={classes.fill}
      disabled={form.isSaving}
      onClick={() => form.edit(fill)}
    >
      {`Tomar ${from}: ${names.map((name) => titles[name].toLowerCase()).join(' y ')}`}
    </Button>
  );
}

function PostalCodeFillButton({ form }: Pick<FillButtonProps, 'form'>) {
  const { zip, country } = form.values;
  const postalCode = isMexico(country) ? readPostalCode(zip) : undefined;
  if (postalCode === undefined) return null;
  const { state, municipality } = postalCode;
  const place = [municipality, state].filter(Boolean).join(', ');
  return <FillButton form={form} from={`del código postal (${place})`} derived={postalCode} />;
}

interface CurpFieldProps {
  form: IdentificationForm;
  input: ReturnType<IdentificationForm['input']>;
}

/** The CURP, a button that derives other fields from the CURP, and a warning about contradictions. */
function CurpField({ form, input }: CurpFieldProps) {
  const { birthDate, sex } = form.values;
  const curp = normalizeCurp(form.values.curp);
  const deriveFromCurp = (text: string) => {
    const facts = readCurp(normalizeCurp(text));
    return facts ? { birthDate: facts.birthDate, ...(facts.sex && { sex: facts.sex }) } : {};
  };
  const birthState = readCurp(curp)?.birthState;
  return (
    <>
      <TextInput
        {...input}
        description={birthState && `Nació en ${birthState}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => {
          input.onChange(event);
          form.edit(pickEmptyFields(form, deriveFromCurp(event.currentTarget.value)));
        }}
        maxLength={CURP_LENGTH + 12}
        autoCapitalize="characters"
        spellCheck={false}
        styles={{ input: { textTransform: 'uppercase' } }}
      />
      <FillButton form={form} from="de la CURP" derived={deriveFromCurp(curp)} />
      <FieldWarning
        sentences={findCurpConflicts({
          curp,
          birthDate: birthDate || null,
          sex: (sex || null) as Sex | null,
        })}
      />
    </>
  );
}
