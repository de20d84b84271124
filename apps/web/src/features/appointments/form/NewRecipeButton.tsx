import type { LockButtonProps } from '../../../ui/buttons/LockButton.tsx';
import { NewRecordButton } from '../../record-form/public.ts';
import { RecipeForm } from './RecipeForm.tsx';

interface NewRecipeButtonProps extends Pick<LockButtonProps, 'kind' | 'size'> {
  patient: { readonly idUser: string; readonly name: string };
}

/** 'Crear cita de receta', and the form that it opens. */
export function NewRecipeButton({ patient, ...buttonProps }: NewRecipeButtonProps) {
  return (
    <NewRecordButton
      {...buttonProps}
      act="patients.edit"
      form={(request) => (
        <RecipeForm {...request} patient={patient} name={`new-recipe ${patient.idUser}`} />
      )}
    >
      Crear cita de receta
    </NewRecordButton>
  );
}
