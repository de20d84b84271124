import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { LockButton, type LockButtonProps } from '../../../ui/buttons/LockButton.tsx';
import { rescueFocus } from '../../../ui/focus/fallback-focus.ts';
import { useMay } from '../../session/public.ts';
import { RecipeForm, type RecipeRequest } from './RecipeForm.tsx';

interface NewRecipeButtonProps extends Pick<LockButtonProps, 'kind' | 'size'> {
  patient: { readonly idUser: string; readonly name: string };
}

/** 'Crear cita de receta', and the form that it opens. */
export function NewRecipeButton({ patient, ...buttonProps }: NewRecipeButtonProps) {
  const [requested, setRequested] = useState<RecipeRequest | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  if (!useMay()('patients.edit')) return null;
  return (
    <>
      <LockButton
        {...buttonProps}
        ref={button}
        icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setRequested({ record: null })}
      >
        Crear cita de receta
      </LockButton>
      <RecipeForm
        patient={patient}
        name={`new-recipe ${patient.idUser}`}
        requested={requested}
        // A recovered draft opens without a click, so there is no other element to return the focus to.
        onClosed={() => rescueFocus(button.current)}
      />
    </>
  );
}
