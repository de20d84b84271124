import { Switch, TextInput } from '@mantine/core';
import { branchExamNames, examCodes } from '@simiente/contract/exam-catalogue';
import { type Choice, ChoiceCards } from '../../ui/form/ChoiceCards.tsx';
import { FormGrid, FormSection } from '../../ui/form/FormSection.tsx';
import { fieldProps } from './field-props.ts';
import { LocationFields } from './LocationFields.tsx';
import type { BranchForm } from './use-branch-form.ts';

const catalogue: readonly Choice[] = examCodes.map((code) => ({
  value: code,
  label: branchExamNames[code],
  code,
}));

/** What a branch is, where it is, and what is done there. */
export function BranchFields({ form }: { form: BranchForm }) {
  const { draft, errorOf, isSaving, edit } = form;
  // An imported branch may offer what the catalogue does not know: it can be kept, and let go of.
  const others = (form.base?.exam_available ?? []).filter(
    (name) => !catalogue.some(({ value, label }) => value === name || label === name),
  );
  return (
    <>
      <FormSection title="Datos de la sucursal" reason="El nombre y los medios para contactarla.">
        <FormGrid columns={3}>
          <TextInput label="Nombre" {...fieldProps(form, 'name')} />
          <TextInput label="Teléfono" type="tel" {...fieldProps(form, 'phone')} />
          <TextInput label="Sitio web" inputMode="url" {...fieldProps(form, 'website')} />
          <Switch
            label="Enlace UTM"
            checked={draft.utm}
            disabled={isSaving}
            onChange={(event) => edit({ utm: event.currentTarget.checked })}
          />
        </FormGrid>
      </FormSection>
      <FormSection
        title="Ubicación"
        reason="Mueve el marcador en el mapa o escribe la latitud y la longitud."
      >
        <LocationFields form={form} />
      </FormSection>
      <FormSection
        title="Exámenes"
        reason="Los que se realizan en esta sucursal. Elige al menos uno."
      >
        <ChoiceCards
          label="Exámenes"
          choices={[...catalogue, ...others.map((name) => ({ value: name, label: name }))]}
          selected={draft.exams}
          error={errorOf('exams')}
          readOnly={isSaving}
          onChange={(exams) => edit({ exams })}
        />
      </FormSection>
    </>
  );
}
