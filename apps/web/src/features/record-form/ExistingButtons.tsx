import { LockButton } from '../../ui/buttons/LockButton.tsx';
import type { FormFrame } from './use-record-form.ts';

/** Records that may be the new one; opening the likeliest is then better than saving. */
export interface Existing {
  readonly count: number;
  /** 'la': of a word like 'sucursal'. By default 'el'. */
  readonly article?: 'el' | 'la';
  /** Opens the likeliest; it asks by `form.leave` before anything typed is lost. */
  readonly open: () => void;
}

/** @returns undefined without candidates */
export function existing<Found>(
  duplicates: readonly Found[],
  open: (likeliest: Found) => void,
  article: Existing['article'] = 'el',
): Existing | undefined {
  const [likeliest] = duplicates;
  if (likeliest === undefined) return undefined;
  return { count: duplicates.length, article, open: () => open(likeliest) };
}

interface ExistingButtonProps {
  form: FormFrame;
  existing: Existing;
}

/** The primary button. */
export function OpenExisting({ form, existing }: ExistingButtonProps) {
  const { count, article = 'el', open } = existing;
  const first = article === 'el' ? 'el primero' : 'la primera';
  return (
    <LockButton disabled={form.isSaving} onClick={open}>
      {count === 1 ? `Abrir ${article} que ya existe` : `Abrir ${first}`}
    </LockButton>
  );
}

export function CreateAnyway({ form }: Pick<ExistingButtonProps, 'form'>) {
  return (
    <LockButton kind="subtle" loading={form.isSaving} onClick={form.submitAnyway}>
      Crear de todos modos
    </LockButton>
  );
}
