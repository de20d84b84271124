import { Select, Switch, TextInput } from '@mantine/core';
import { partnerIdOf } from '@simiente/contract/partner-fields';
import { partnerTypes } from '@simiente/contract/partner-filters';
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx';
import { FormGrid, FormSection, WholeRow } from '../../ui/form/FormSection.tsx';
import { countryNames, matchesCountry } from './countries.ts';
import { LogoInput } from './LogoInput.tsx';
import { examChoices } from './partner-draft.ts';
import type { PartnerForm } from './use-partner-form.ts';

/** The three sections of the partner's form. */
export function PartnerFields({ form }: { form: PartnerForm }) {
  return (
    <>
      <FormSection
        title="Información general"
        reason="Los datos con los que el partner aparece en Simiente y en su propia página."
      >
        <FormGrid columns={2}>
          <GeneralFields form={form} />
        </FormGrid>
      </FormSection>
      <FormSection
        title="Imágenes"
        reason="Solo archivos de imagen: PNG, JPEG o WebP, de 5 MB como máximo."
      >
        <FormGrid columns={3}>
          <LogoInput form={form} field="logo_app_login" label="Logotipo de login" required />
          <LogoInput form={form} field="logo_app_nav" label="Logotipo de navegación" />
          <LogoInput form={form} field="logo_lading_logo" label="Logotipo de la landing" />
        </FormGrid>
      </FormSection>
      <FormSection
        title="Estudios disponibles"
        reason="Los estudios que este partner realiza. Elige al menos uno."
      >
        <ChoiceCards
          label="Estudios disponibles"
          choices={examChoices(form.base)}
          selected={form.draft.exams}
          error={form.errors.exams}
          readOnly={form.isSaving}
          onChange={(exams) => form.edit({ exams })}
        />
      </FormSection>
    </>
  );
}

/** What a field is for stands below it, where a refusal does too. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

function GeneralFields({ form }: { form: PartnerForm }) {
  const { draft, errors, base, isSaving, edit } = form;
  const isNew = base === null;
  return (
    <>
      <TextInput
        label="Nombre"
        required
        maxLength={300}
        autoComplete="off"
        value={draft.name}
        error={errors.name}
        readOnly={isSaving}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Id (subdominio)"
        maxLength={60}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputWrapperOrder={ORDER}
        placeholder={isNew ? partnerIdOf(draft.name) : undefined}
        description={
          isNew
            ? 'Si lo dejas vacío, se toma del nombre.'
            : 'No cambia: es la dirección del partner.'
        }
        value={draft.id}
        error={errors.id}
        readOnly={isSaving || !isNew}
        onChange={(event) => edit({ id: event.currentTarget.value })}
      />
      <Select
        label="País"
        required
        searchable
        allowDeselect={false}
        maxDropdownHeight={264}
        nothingFoundMessage="Sin coincidencias"
        data={countryNames(draft.country)}
        filter={({ options, search }) =>
          options.filter((option) => 'label' in option && matchesCountry(option.label, search))
        }
        value={draft.country === '' ? null : draft.country}
        error={errors.country}
        readOnly={isSaving}
        onChange={(country) => edit({ country: country ?? '' })}
      />
      <Select
        label="Tipo"
        required
        allowDeselect={false}
        data={typesWith(draft.type)}
        value={draft.type === '' ? null : draft.type}
        error={errors.type}
        readOnly={isSaving}
        onChange={(type) => edit({ type: type ?? '' })}
      />
      <WholeRow>
        <TextInput
          type="url"
          label="Sitio web"
          required
          inputMode="url"
          maxLength={2100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.website}
          error={errors.website}
          readOnly={isSaving}
          onChange={(event) => edit({ website: event.currentTarget.value })}
        />
      </WholeRow>
      <WholeRow>
        <Switch
          label="Enlace UTM"
          description="El partner tiene un enlace propio con el que se sabe quién llega por él."
          checked={draft.utm}
          disabled={isSaving}
          onChange={(event) => edit({ utm: event.currentTarget.checked })}
        />
      </WholeRow>
    </>
  );
}

/** The types that are offered, and one of an import that stands there. */
function typesWith(current: string): readonly string[] {
  const types: readonly string[] = partnerTypes;
  return current === '' || types.includes(current) ? types : [current, ...types];
}
