import { Group, TextInput } from '@mantine/core';
import { phoneChoices, readPhone, shortPhoneQuestion } from '@simiente/contract/common/phones';
import { hasHiddenCharacters, normalCase, visibleText } from '@simiente/contract/common/text';
import { patientFields } from '@simiente/contract/patients/fields';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmailField } from '../../../ui/form/EmailField.tsx';
import { FieldWarning } from '../../../ui/form/FieldWarning.tsx';
import { FormGrid } from '../../../ui/form/FormSection.tsx';
import {
  defineFields,
  type FieldValues,
  type FormInputs,
  orNull,
} from '../../record-form/public.ts';

export const personFields = defineFields<unknown>()({
  name: { label: 'Nombre', missing: 'Escribe el nombre.', rule: patientFields.name },
  email: { label: 'Correo electrónico', rule: patientFields.email, read: orNull },
  phone: { label: 'Teléfono', rule: patientFields.phone, read: orNull },
});

export type PersonValues = FieldValues<typeof personFields>;

interface PersonFieldsProps {
  form: FormInputs<PersonValues> & {
    readonly values: Pick<PersonValues, 'name' | 'phone'>;
    readonly edit: (typed: Partial<Pick<PersonValues, 'name' | 'phone'>>) => void;
  };
  /** The initially focused field, if it is not the name. */
  focus?: string | undefined;
}

export function PersonFields({ form, focus = 'name' }: PersonFieldsProps) {
  const suggestedName = normalCase(visibleText(form.values.name));
  return (
    <>
      <TextInput
        {...form.input('name')}
        data-autofocus={focus === 'name' || undefined}
        maxLength={300}
      />
      <FieldWarning
        sentences={
          hasHiddenCharacters(form.values.name)
            ? ['El nombre trae caracteres invisibles; se quitan al guardar.']
            : []
        }
      />
      {suggestedName !== undefined && (
        <Button kind="subtle" size="xs" onClick={() => form.edit({ name: suggestedName })}>
          {`Escribir «${suggestedName}»`}
        </Button>
      )}
      <FormGrid columns={2}>
        <EmailField {...form.input('email')} maxLength={300} />
        <TextInput
          {...form.input('phone')}
          data-autofocus={focus === 'phone' || undefined}
          type="tel"
          maxLength={60}
        />
      </FormGrid>
      <PhoneQuestion phone={form.values.phone} onChoose={(phone) => form.edit({ phone })} />
    </>
  );
}

interface PhoneQuestionProps {
  phone: string;
  onChoose: (phone: string) => void;
}

/** Asks whether a short phone is complete, and for the country of a phone that may be of the United States. */
export function PhoneQuestion({ phone, onChoose }: PhoneQuestionProps) {
  const reading = readPhone(phone);
  return (
    <>
      <FieldWarning
        sentences={[
          shortPhoneQuestion(phone) ?? [],
          reading.kind === 'ambiguous'
            ? 'La lada del teléfono es de Estados Unidos. ¿De qué país es el número?'
            : [],
        ].flat()}
      />
      {reading.kind === 'ambiguous' && (
        <Group gap="xs">
          {phoneChoices(reading.digits).map(({ country, phone: chosen }) => (
            <Button key={country} kind="subtle" size="xs" onClick={() => onChoose(chosen)}>
              {`${country}: ${chosen}`}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}
